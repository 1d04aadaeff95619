/*
 * The root does as much whatever the order: its port is kept by its messages one after the other, so that the last of
 * them arrives after all of them have left, and its processor does what each of them takes. And the process that is
 * reached worst has at least one message.
 */
#include "predict/tree_mapping_bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a call while its bound is looked for. */
struct bounding {
	const struct algorithm_use *use;
	const struct costs *costs;
	bool equal;      /* the sizes of messages do not depend on the order */
	bool linear;     /* nor does whom the root has them with */
	uint64_t *sizes; /* those that messages have, or, in ascending order, between which costs are lines */
	size_t n_sizes, capacity;
};

/* What the root does, nanoseconds: its processor, its ports, and the parts of a message that no port need be busy for.
 */
struct root_work {
	double processor, out, in;
	double after_out;        /* least, of what a message takes after it has kept the port out */
	double before_in;        /* least, until a message is at the port in */
	double after_in;         /* least, of what it takes after it has kept the port in */
	uint64_t sent, received; /* bytes */
};

/*
 * What a message takes at least, nanoseconds. The first part of its way begins with its send: flight, or with its port
 * out: after_port, which is less where an overhead or a handshake comes before. The rest follows it.
 */
struct least_cost {
	double send, receive, out, in, flight, after_port, rest;
	int course; /* between sizes of one course parts are lines, and so are sums of them */
};

static struct least_cost least_of(const struct costs *costs, const struct message_cost *cost)
{
	double inside = message_inside(cost), receive = fmin(cost->receive, cost->receive_expected),
	       flight = cost->apart && cost->protocol != PROTOCOL_MEASURED ? cost->latency : cost->flight,
	       rest = costs->fair ? message_flows(cost) + (inside > 0 ? 0 : receive)
				  : cost->transfer - inside + receive;

	return (struct least_cost){.send = cost->send,
				   .receive = receive,
				   .out = cost->out,
				   .in = cost->in,
				   .flight = flight,
				   .after_port = cost->apart ? fmin(flight, cost->latency) : flight,
				   .rest = rest,
				   .course = (cost->flight > 0) | (cost->latency > 0) << 1 | (inside > 0) << 2 |
					     (cost->transfer > inside) << 3 |
					     (cost->flight > cost->send * (1 + 1e-9)) << 4 | cost->apart << 5 |
					     cost->protocol << 6};
}

/* The lesser of either, part by part. */
static struct least_cost lesser(struct least_cost a, struct least_cost b)
{
	return (struct least_cost){.send = fmin(a.send, b.send),
				   .receive = fmin(a.receive, b.receive),
				   .out = fmin(a.out, b.out),
				   .in = fmin(a.in, b.in),
				   .flight = fmin(a.flight, b.flight),
				   .after_port = fmin(a.after_port, b.after_port),
				   .rest = fmin(a.rest, b.rest),
				   .course = a.course * 1024 + b.course};
}

/* By either call of the sender. */
static struct least_cost cost_of(const struct costs *costs, int from, int to, uint64_t bytes)
{
	struct message_cost cost;
	struct least_cost one;

	costs->message(costs->self, from, to, bytes, &cost);
	one = least_of(costs, &cost);
	if (!costs->blocking)
		return one;
	costs->blocking(costs->self, from, to, bytes, &cost);
	return lesser(one, least_of(costs, &cost));
}

static bool is_eager(const struct costs *costs, int from, int to, uint64_t bytes)
{
	return !costs_wait(costs, from, to, bytes, false) && !costs_wait(costs, from, to, bytes, true);
}

static enum status add_size(struct bounding *b, uint64_t bytes, struct error *err)
{
	uint64_t *grown;

	for (size_t i = b->n_sizes; i-- > 0;)
		if (b->sizes[i] == bytes)
			return OK;
	grown = realloc(b->sizes, (b->n_sizes + 1) * sizeof(*grown));
	if (!grown)
		return error_memory(err, "sizes of messages");
	b->sizes = grown;
	b->sizes[b->n_sizes++] = bytes;
	return OK;
}

/* Sizes of all messages, which are the same in any order. */
static enum status sizes_of_schedule(struct bounding *b, struct error *err)
{
	const struct schedule schedule = algorithm_schedule(b->use);
	struct rank_program program = {0};
	enum status status = OK;

	for (int p = 0; status == OK && p < schedule.processes; p++) {
		rank_program_clear(&program);
		status = schedule.build(schedule.self, p, &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		for (size_t i = 0; status == OK && i < program.n; i++)
			if (program.operations[i].kind == OP_SEND)
				status = add_size(b, program.operations[i].count, err);
	}
	rank_program_release(&program);
	return status;
}

/* A size at which costs change, and the next one, if messages may have them. */
static enum status add_change(struct bounding *b, double bytes, const uint64_t range[2], struct error *err)
{
	enum status status = OK;

	if (bytes > (double)range[0] && bytes < (double)range[1])
		status = add_size(b, (uint64_t)bytes, err);
	if (status == OK && bytes + 1 > (double)range[0] && bytes + 1 < (double)range[1])
		status = add_size(b, (uint64_t)bytes + 1, err);
	return status;
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x > y ? 1 : x < y ? -1 : 0;
}

/* Of blocks of unequal size a message is some of them: costs are lines between where the model's end. */
static enum status sizes_of_model(struct bounding *b, const struct model *model, struct error *err)
{
	const struct call *call = b->use->call;
	const uint64_t eager[] = {b->costs->eager_most, b->costs->eager_most_blocking, b->costs->eager_within,
				  model_eager_default(model)};
	uint64_t range[2] = {UINT64_MAX, 0};
	enum status status;

	for (int p = 0; p < call->processes; p++) {
		uint64_t bytes = call->counts ? call->counts[p] : call->count;

		range[0] = bytes > 0 && bytes < range[0] ? bytes : range[0];
		range[1] += bytes;
	}
	status = add_size(b, range[1], err);
	if (status == OK && range[0] < UINT64_MAX)
		status = add_size(b, range[0], err);
	for (size_t i = 0; status == OK && i < sizeof(eager) / sizeof(eager[0]); i++)
		status = add_change(b, (double)eager[i], range, err);
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct curve *curve = &model->parameters[i].curve;

		for (size_t k = 0; status == OK && k < curve->n; k++)
			status = add_change(b, curve->x[k], range, err);
	}
	if (status == OK)
		qsort(b->sizes, b->n_sizes, sizeof(*b->sizes), by_size);
	return status;
}

static enum status find_sizes(struct bounding *b, const struct model *model, struct error *err)
{
	const struct call *call = b->use->call;

	b->linear = b->use->algorithm->takes & ROOT_WITH_EACH;
	b->equal = true;
	for (int p = 1; call->counts && p < call->processes; p++)
		b->equal = b->equal && call->counts[p] == call->counts[0];
	return b->equal || b->linear ? sizes_of_schedule(b, err) : sizes_of_model(b, model, err);
}

/*
 * The least that a message of the i-th size takes, or, where costs are known at ends of lines alone, of one between it
 * and the size before: if these are of unlike course, each part by itself. What is then kept of ports is the most.
 */
static struct least_cost cost_until(const struct bounding *b, int from, int to, size_t i)
{
	struct least_cost now = cost_of(b->costs, from, to, b->sizes[i]), before, both;

	if (b->equal || b->linear || i == 0)
		return now;
	before = cost_of(b->costs, from, to, b->sizes[i - 1]);
	if (before.course == now.course)
		return now;
	both = lesser(before, now);
	both.out = fmax(before.out, now.out);
	both.in = fmax(before.in, now.in);
	return both;
}

static void least_parts(struct root_work *root, const struct least_cost *cost, bool sends)
{
	if (sends) {
		root->after_out = fmin(root->after_out, cost->after_port + cost->rest - cost->out);
	} else {
		root->before_in = fmin(root->before_in, cost->flight);
		root->after_in = fmin(root->after_in, cost->rest - cost->in);
	}
}

/* What the root's processor takes of a message, where that is known without its course. */
static double processor_time(const struct bounding *b, const struct least_cost *cost, int from, int to, uint64_t bytes)
{
	bool sends = from == b->use->call->root;

	if (!is_eager(b->costs, from, to, bytes) || (!sends && b->costs->fair))
		return 0;
	return sends ? cost->send : cost->receive;
}

/* A message of the root: with peer, or with whom it costs least. */
static void add_message(const struct bounding *b, const struct operation *operation, struct root_work *root)
{
	bool sends = operation->kind == OP_SEND;
	double processor = INFINITY, port = INFINITY;
	int me = b->use->call->root;

	for (int peer = 0; peer < b->use->call->processes; peer++) {
		struct least_cost cost;
		int from = sends ? me : peer, to = sends ? peer : me;

		if (peer == me || (b->linear && peer != operation->peer))
			continue;
		cost = cost_of(b->costs, from, to, operation->count);
		processor = fmin(processor, processor_time(b, &cost, from, to, operation->count));
		port = fmin(port, sends ? cost.out : cost.in);
		least_parts(root, &cost, sends);
	}
	root->processor += processor;
	*(sends ? &root->out : &root->in) += port;
}

/* The least of a message's parts for each byte, of a size and the one before. */
struct least_rates {
	double out, in, processor[2]; /* of sending, of receiving */
};

static void add_rates(const struct bounding *b, int peer, size_t i, struct least_rates *rates)
{
	int me = b->use->call->root;
	uint64_t size = b->sizes[i];
	struct least_cost to = cost_of(b->costs, me, peer, size), from = cost_of(b->costs, peer, me, size), before;
	double bytes = fmax(1, (double)size);

	rates->out = fmin(rates->out, to.out / bytes);
	rates->in = fmin(rates->in, from.in / bytes);
	rates->processor[0] = fmin(rates->processor[0], processor_time(b, &to, me, peer, size) / bytes);
	rates->processor[1] = fmin(rates->processor[1], processor_time(b, &from, peer, me, size) / bytes);
	before = i > 0 ? cost_of(b->costs, me, peer, b->sizes[i - 1]) : to;
	if (before.course != to.course)
		rates->out = fmin(rates->out, before.out / bytes);
	before = i > 0 ? cost_of(b->costs, peer, me, b->sizes[i - 1]) : from;
	if (before.course != from.course)
		rates->in = fmin(rates->in, before.in / bytes);
}

/* All that goes through the root's port, byte by byte at the least that any size takes. */
static void add_bytes(const struct bounding *b, struct root_work *root)
{
	struct least_rates rates = {INFINITY, INFINITY, {INFINITY, INFINITY}};
	int me = b->use->call->root;

	for (int peer = 0; peer < b->use->call->processes; peer++)
		for (size_t i = 0; peer != me && i < b->n_sizes; i++) {
			struct least_cost to = cost_until(b, me, peer, i), from = cost_until(b, peer, me, i);

			add_rates(b, peer, i, &rates);
			least_parts(root, &to, true);
			least_parts(root, &from, false);
		}
	root->processor = (root->sent > 0 ? rates.processor[0] * (double)root->sent : 0) +
			  (root->received > 0 ? rates.processor[1] * (double)root->received : 0);
	root->out = root->sent > 0 ? rates.out * (double)root->sent : 0;
	root->in = root->received > 0 ? rates.in * (double)root->received : 0;
	root->after_out = fmin(root->after_out, 0);
	root->after_in = fmin(root->after_in, 0);
}

static enum status look_at_root(const struct bounding *b, struct root_work *root, struct error *err)
{
	const struct schedule schedule = algorithm_schedule(b->use);
	struct rank_program program = {0};
	enum status status = schedule.build(schedule.self, b->use->call->root, &program, err);

	if (status == OK)
		status = rank_program_status(&program, err);
	for (size_t i = 0; status == OK && i < program.n; i++) {
		const struct operation *operation = &program.operations[i];

		if (operation->kind != OP_SEND && operation->kind != OP_RECEIVE)
			continue;
		*(operation->kind == OP_SEND ? &root->sent : &root->received) += operation->count;
		if (b->equal || b->linear)
			add_message(b, operation, root);
	}
	if (status == OK && !b->equal && !b->linear)
		add_bytes(b, root);
	rank_program_release(&program);
	return status;
}

/* Ports that are shared, or that a node has one of, are known for no more than their work. */
static double port_seconds(const struct bounding *b, const struct root_work *root)
{
	bool exact = !b->costs->fair;
	double out = root->out > 0 ? root->out + (exact ? root->after_out : 0) : 0,
	       in = root->in > 0 ? root->in + (exact ? root->before_in + root->after_in : 0) : 0;

	return b->costs->node ? 0 : fmax(out, in);
}

/* The least that a message from or to a process takes. */
static double reached(const struct bounding *b, int process)
{
	double least = INFINITY;

	for (int peer = 0; peer < b->use->call->processes; peer++)
		for (size_t i = 0; peer != process && i < b->n_sizes; i++) {
			struct least_cost to = cost_until(b, peer, process, i), from = cost_until(b, process, peer, i);

			least = fmin(least, fmin(to.flight + to.rest, from.flight + from.rest));
		}
	return least;
}

/* Of many processes it takes too long. */
static double farthest(const struct bounding *b)
{
	const double most = 1e7;
	const struct call *call = b->use->call;
	double longest = 0, n = call->processes;

	if (b->n_sizes == 0 || n * n * (double)b->n_sizes > most)
		return 0;
	for (int p = 0; p < call->processes; p++)
		if (p != call->root && (!call->counts || call->counts[p] > 0))
			longest = fmax(longest, reached(b, p));
	return longest;
}

enum status tree_mapping_bound(const struct predict_options *options, const struct algorithm_use *use, double *seconds,
			       enum tree_mapping_limit *limit, struct error *err)
{
	const struct costs costs = model_costs(&options->use, options->eager_most);
	struct bounding b = {.use = use, .costs = &costs};
	struct root_work root = {.after_out = INFINITY, .before_in = INFINITY, .after_in = INFINITY};
	double by[TREE_MAPPING_FARTHEST + 1] = {0};
	enum status status = use->call->processes > 1 ? find_sizes(&b, options->use.model, err) : OK;

	if (status == OK && use->call->processes > 1)
		status = look_at_root(&b, &root, err);
	if (status == OK && use->call->processes > 1) {
		by[TREE_MAPPING_ROOT_PORT] = port_seconds(&b, &root);
		by[TREE_MAPPING_ROOT_PROCESSOR] = root.processor;
		by[TREE_MAPPING_FARTHEST] = farthest(&b);
	}
	*limit = TREE_MAPPING_ROOT_PORT;
	for (int i = 0; i <= TREE_MAPPING_FARTHEST; i++)
		*limit = by[i] > by[*limit] ? (enum tree_mapping_limit)i : *limit;
	*seconds = fmax(0, by[*limit]) * 1e-9 * (1 - 1e-9); /* sums are rounded otherwise than in a simulation */
	free(b.sizes);
	return status;
}

static bool moves_blocks(enum collective collective)
{
	return collective == COLLECTIVE_SCATTER || collective == COLLECTIVE_SCATTERV ||
	       collective == COLLECTIVE_GATHER || collective == COLLECTIVE_GATHERV;
}

enum status tree_mapping_root(const struct predict_options *options, const struct call *call, double *seconds,
			      enum tree_mapping_limit *limit, struct error *err)
{
	const struct costs costs = model_costs(&options->use, options->eager_most);
	const struct algorithm_use use = {NULL, call};
	struct bounding b = {.use = &use, .costs = &costs};
	struct root_work root = {.after_out = INFINITY, .before_in = INFINITY, .after_in = INFINITY};
	bool scatters = call->collective == COLLECTIVE_SCATTER || call->collective == COLLECTIVE_SCATTERV;
	uint64_t *bytes = scatters ? &root.sent : &root.received;
	enum status status = OK;

	*seconds = 0;
	*limit = TREE_MAPPING_ROOT_PORT;
	if (!moves_blocks(call->collective) || call->processes <= 1)
		return OK;
	for (int p = 0; p < call->processes; p++)
		*bytes += p == call->root ? 0 : call->counts ? call->counts[p] : call->count;
	status = sizes_of_model(&b, options->use.model, err);
	if (status == OK && *bytes > 0) {
		add_bytes(&b, &root);
		*limit =
			root.processor > port_seconds(&b, &root) ? TREE_MAPPING_ROOT_PROCESSOR : TREE_MAPPING_ROOT_PORT;
		*seconds = fmax(root.processor, port_seconds(&b, &root)) * 1e-9 * (1 - 1e-9);
	}
	free(b.sizes);
	return status;
}
