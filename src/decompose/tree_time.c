/*
 * scatter: send i of a process begins when its sends before are over, at s_i: s_{i+1} = s_i + T_send, and its receiver
 * has it at s_i + T_full. gather, in the opposite order: t = max(t + T_recv, t_child + T_full) for each child.
 *
 * Seinstra, Koelma 2002, Fig. 6: max((P-1) T_send, (P-2) T_send + T_full) flat; max(sum T_send(m / 2^i), sum T_full(m /
 * 2^i)) binomial.
 *
 * Where ports are shared, a message takes full = call_out + work + tail + call_in alone, of which work is its sender's
 * port's or its receiver's. scatter: flows begin at the end of their calls, and share the sender's port. gather: short
 * ones begin when their senders have called, share the receiver's, and are taken in one after the other; long ones are
 * as above.
 */
#include "decompose/tree_time.h"

#include "decompose/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many times shorter than in a stream a call is that leaves its message under way. */
static const double much = 2;

/* What a message is made of, in seconds. */
struct message_timing {
	struct paths paths;
	double call_out, work, tail, call_in; /* work 0 where ports are not shared */
};

struct tree_times {
	const struct model *model;
	const struct domain *domain;
	const struct part_messages *messages;
	size_t processes;
	bool gather, fair; /* fair: ports are shared */
	double eager;      /* bytes: longer ones wait for their receiver; below 0: no message flows with others */
	size_t *first;     /* where the messages of process p begin in list; processes + 1 of them */
	size_t *list;
	size_t *order; /* processes that have messages, each behind who sends to it in a scatter; n_order of them */
	size_t n_order;
	size_t *room;
	struct flow *flows;
	double *at; /* s: when each process has what it needs, and is free */
	struct part_message last;
	struct message_timing timing; /* of last */
};

bool tree_shares_ports(const struct model *model, const struct domain *domain)
{
	const struct fact *ports = model_fact(model, MODEL_PORTS);

	return !domain->node && model_holds_for_any(model) && paths_know_layouts(model) && ports && ports->text &&
	       strcmp(ports->text, MODEL_PORTS_FAIR) == 0;
}

static bool as_long(const struct part_message *a, const struct part_message *b)
{
	return a->bytes == b->bytes && a->strided_sender == b->strided_sender &&
	       a->strided_receiver == b->strided_receiver && a->stride == b->stride;
}

/* The message of a scatter, or, of a gather, what comes the other way. */
static struct part_message directed(const struct part_message *message, bool gather)
{
	struct part_message back = *message;

	if (!gather)
		return *message;
	back.from = message->to;
	back.to = message->from;
	back.strided_receiver = message->strided_sender;
	back.strided_sender = message->strided_receiver;
	return back;
}

/* Divides the full path of f->last, whose paths are known, among its calls and the port. */
static enum status divide(struct tree_times *f, struct error *err)
{
	struct message_timing *t = &f->timing;
	struct part_message message = f->last, plain = message;
	struct paths contiguous;
	struct cost cost;
	enum status status;

	plain.strided_sender = plain.strided_receiver = false;
	status = domain_paths(f->model, f->domain, &plain, &contiguous, err);
	if (status != OK)
		return status;
	cost = model_cost(f->model, (struct link){0, 1}, message.bytes);
	t->work = contiguous.send > fmax(much * cost.send, 0) ? contiguous.send : 0;
	/* a call that receives a message by itself waits for what has not come yet, which is no work of the receiver's
	 */
	t->call_in = fmax(fmin(cost.receive, contiguous.full - cost.send - t->work), 0);
	t->call_out = cost.send + (message.strided_sender ? t->paths.full - contiguous.full : 0);
	t->call_in += message.strided_receiver ? t->paths.full - contiguous.full : 0;
	t->tail = t->paths.full - t->call_out - t->work - t->call_in;
	return OK;
}

/* What message i takes: that of the last one where all pairs are alike and so are both. */
static enum status timing_find(struct tree_times *f, size_t i, struct error *err)
{
	struct part_message message = directed(&f->messages->list[i], f->gather);
	bool alike = !f->domain->node && model_holds_for_any(f->model);

	if (alike && f->last.from != f->last.to && as_long(&message, &f->last))
		return OK;
	f->last = message;
	TRY(domain_paths(f->model, f->domain, &message, &f->timing.paths, err));
	return f->fair ? divide(f, err) : OK;
}

/* The messages of each process, and an order of processes. */
static void sort_out(struct tree_times *f)
{
	const struct part_messages *m = f->messages;
	size_t n = 1;

	for (size_t i = 0; i < m->n; i++)
		f->first[m->list[i].from + 1]++;
	for (size_t p = 0; p < f->processes; p++)
		f->first[p + 1] += f->first[p];
	for (size_t i = 0; i < m->n; i++) {
		size_t p = m->list[i].from;

		f->list[f->first[p] + f->room[p]++] = i;
	}
	for (size_t k = 0; k < n; k++)
		for (size_t j = f->first[f->order[k]]; j < f->first[f->order[k] + 1]; j++)
			f->order[n++] = m->list[f->list[j]].to;
	f->n_order = n;
}

static enum status send_all(struct tree_times *f, size_t p, struct error *err)
{
	enum status status = OK;
	double now = f->at[p], idle = now; /* idle: when the port has sent what goes in turn */
	size_t n = 0;

	for (size_t j = f->first[p]; status == OK && j < f->first[p + 1]; j++) {
		const struct part_message *message = &f->messages->list[f->list[j]];
		const struct message_timing *t = &f->timing;

		status = timing_find(f, f->list[j], err);
		if (status == OK && t->work > 0 && message->bytes <= model_in_turn_most(f->model)) {
			now += t->call_out;
			idle = fmax(idle, now) + t->work;
			f->at[message->to] = idle + t->tail + t->call_in;
		} else if (status == OK && t->work > 0) {
			now += t->call_out;
			f->at[message->to] = t->tail + t->call_in;
			f->flows[n++] = (struct flow){.begin = now, .work = t->work, .which = message->to};
		} else if (status == OK) {
			f->at[message->to] = now + t->paths.full;
			now += t->paths.send;
		}
	}
	f->at[p] = now;
	flows_share(f->flows, n, f->room);
	for (size_t i = 0; i < n; i++)
		f->at[f->flows[i].which] += f->flows[i].end;
	return status;
}

/* Short messages share the port: at of a child that sent one becomes when that has come. */
static enum status share_short(struct tree_times *f, size_t p, struct error *err)
{
	enum status status = OK;
	size_t n = 0;

	for (size_t j = f->first[p]; status == OK && j < f->first[p + 1]; j++) {
		const struct part_message *message = &f->messages->list[f->list[j]];

		status = timing_find(f, f->list[j], err);
		if (status == OK && (double)message->bytes <= f->eager)
			f->flows[n++] = (struct flow){.begin = f->at[message->to] + f->timing.call_out,
						      .work = f->timing.work,
						      .which = message->to};
	}
	flows_share(f->flows, n, f->room);
	for (size_t i = 0; i < n; i++)
		f->at[f->flows[i].which] = f->flows[i].end;
	return status;
}

/* Messages in the opposite order. */
static enum status receive_all(struct tree_times *f, size_t p, struct error *err)
{
	enum status status = f->fair ? share_short(f, p, err) : OK;
	double now = 0;

	for (size_t j = f->first[p + 1]; status == OK && j-- > f->first[p];) {
		const struct part_message *message = &f->messages->list[f->list[j]];

		status = timing_find(f, f->list[j], err);
		if ((double)message->bytes <= f->eager)
			now = fmax(now, f->at[message->to] + f->timing.tail) + f->timing.call_in;
		else
			now = fmax(now + f->timing.paths.receive, f->at[message->to] + f->timing.paths.full);
	}
	f->at[p] = now;
	return status;
}

static void times_release(struct tree_times *f)
{
	free(f->first);
	free(f->list);
	free(f->order);
	free(f->room);
	free(f->flows);
	free(f->at);
}

static enum status times_init(struct tree_times *f, struct error *err)
{
	const struct fact *eager = model_fact(f->model, MODEL_EAGER);
	size_t n = f->processes;

	f->fair = tree_shares_ports(f->model, f->domain);
	f->eager = !f->fair ? -1 : eager && !eager->text ? eager->number : 0;
	f->first = calloc(n + 1, sizeof(*f->first));
	f->list = calloc(f->messages->n + 1, sizeof(*f->list));
	f->order = calloc(n, sizeof(*f->order));
	f->room = calloc(n, sizeof(*f->room));
	f->flows = calloc(n, sizeof(*f->flows));
	f->at = calloc(n, sizeof(*f->at));
	if (!f->first || !f->list || !f->order || !f->room || !f->flows || !f->at)
		return error_memory(err, "the times of processes");
	sort_out(f);
	return OK;
}

enum status tree_seconds(const struct model *model, const struct domain *domain, const struct part_messages *messages,
			 size_t processes, bool gather, double *seconds, struct error *err)
{
	struct tree_times f = {
		.model = model, .domain = domain, .messages = messages, .processes = processes, .gather = gather};
	enum status status = times_init(&f, err);

	*seconds = 0;
	for (size_t k = 0; status == OK && k < f.n_order; k++)
		status = gather ? receive_all(&f, f.order[f.n_order - 1 - k], err) : send_all(&f, f.order[k], err);
	for (size_t p = 0; status == OK && p < processes; p++)
		*seconds = fmax(*seconds, f.at[p]);
	times_release(&f);
	return status;
}
