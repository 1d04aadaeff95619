/*
 * T(m) = L + g(m), or as measured beside a saturated g(m); m_1 .. m_k received in a row: L + sum of g(m_i)
 * (Kielmann, Bal, Verstoep 2000)
 */
#include "model/classes.h"
#include "model/derive.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { LATENCY, SENDING, RECEIVING, RECEIVING_EXPECTED, GAP, DELIVERED, BEGINNING, DELIVERED_NONBLOCKING, REACHED };

static const struct param_spec params[] = {
	[LATENCY] =
		{.name = "L",
		 .unit = "s",
		 .shape = PARAM_SCALAR,
		 .about = "end-to-end latency: half of what the gaps leave of an empty round trip, the same both ways"},
	[SENDING] = {.name = "o_s",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .of_process = true,
		     .about = "overhead of sending: the send call"},
	[RECEIVING] = {.name = "o_r",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .of_process = true,
		       .of_receiver = true,
		       .about = "overhead of receiving an unexpected message that is there; may exceed g"},
	[RECEIVING_EXPECTED] = {.name = "o_r_expected",
				.unit = "s",
				.shape = PARAM_PER_SIZE,
				.of_process = true,
				.of_receiver = true,
				.optional = true,
				.about = "the same for an expected message: MPI_Irecv before, MPI_Wait after"},
	[GAP] = {.name = "g",
		 .unit = "s",
		 .shape = PARAM_PER_SIZE,
		 .about = "gap: least time between two messages, the time that a message occupies the link"},
	[DELIVERED] = {.name = "T",
		       .moves_with = "L",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .optional = true,
		       .refined = true,
		       .about = "saturation: from the start of a send until a waiting receiver has the message; more "
				"than L + g where overheads do not lie inside the gap"},
	[BEGINNING] = {.name = "o_i",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .of_process = true,
		       .optional = true,
		       .about = "overhead of beginning to send: the MPI_Isend call, which does not wait "
				"for the receiver"},
	[DELIVERED_NONBLOCKING] = {.name = "T_i",
				   .moves_with = "L",
				   .unit = "s",
				   .shape = PARAM_PER_SIZE,
				   .optional = true,
				   .about = "T of a message sent by MPI_Isend; what schedules are simulated with"},
	[REACHED] = {.name = "r",
		     .moves_with = "L",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .optional = true,
		     .refined = true,
		     .about = "fast: from the start of a send until a waiting receiver has the message: L + g, but "
			      "where the send call takes longer than the message"},
};

#define OVERHEAD_ROWS                                                                                 \
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL},                                           \
		{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL, .reply_same = true, .back = true}, \
		{.kind = EXPERIMENT_SEND_ALONE, .sizes = SIZES_ALL, .if_untimed = true},              \
		{.kind = EXPERIMENT_RECEIVE, .sizes = SIZES_ALL},                                     \
		{.kind = EXPERIMENT_RECEIVE_EXPECTED, .sizes = SIZES_ALL},                            \
	{                                                                                             \
		.kind = EXPERIMENT_OVERLAP, .sizes = SIZES_ALL                                        \
	}

static const struct design_row fast_rows[] = {
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ZERO, .saturate = true},
	OVERHEAD_ROWS,
};

static const struct design_row saturation_rows[] = {
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ALL, .saturate = true},
	OVERHEAD_ROWS,
};

enum { FAST, SATURATION };

static const struct method methods[] = {
	[FAST] = {.name = "fast",
		  .about = "only the empty message saturates the link; the gap of the others follows from round trips",
		  .plan = PLAN_REFINE,
		  .grows = "g",
		  .rows = fast_rows,
		  .n_rows = sizeof(fast_rows) / sizeof(fast_rows[0]),
		  .behaviour = true},
	[SATURATION] = {.name = "saturation",
			.about = "a train of messages saturates the link at every size",
			.plan = PLAN_REFINE,
			.grows = "g",
			.rows = saturation_rows,
			.n_rows = sizeof(saturation_rows) / sizeof(saturation_rows[0]),
			.behaviour = true},
};

/* L = (RTT(0) - 2 g(0)) / 2, with each direction's own g(0) where both were measured. */
static enum status fit_latency(struct model *model, size_t l, const struct points *points, struct link link,
			       struct error *err)
{
	double trip = 0, gap = 0, back = 0;
	enum status status = derive_roundtrip(points, link, 0, 0, &trip, err);

	if (status == OK)
		status = derive_gap(points, link, 0, &gap, err);
	if (status == OK)
		status = derive_gap(points, derive_back(points, EXPERIMENT_TRAIN, link, 0), 0, &back, err);
	return status == OK ? model_set(model, l, "L", (trip - gap - back) / 2, err) : status;
}

/* g(m) = RTT(m) - RTT(0) + g(0), which is at least o_s(m) by definition: before its send call has ended, no process
 * sends the next message. A call that waits for its receiver to take the message, or to return its buffer, may take
 * longer than the message, which alone the round trip shows; the formula takes senders to be free by then. */
static enum status fast_gap(const struct points *points, struct link link, size_t bytes, double *gap, struct error *err)
{
	double trip = 0, empty = 0, short_gap = 0, send = 0;
	enum status status = derive_roundtrip(points, link, bytes, 0, &trip, err);

	if (status == OK)
		status = derive_roundtrip(points, link, 0, 0, &empty, err);
	if (status == OK)
		status = derive_gap(points, link, 0, &short_gap, err);
	if (status == OK)
		status = derive_send(points, link, bytes, &send, err);
	if (status == OK)
		*gap = bytes > 0 ? fmax(trip - empty + short_gap, send) : short_gap;
	return status;
}

/* T(m) = RTT(m) - RTT(0)/2, each direction with its own gap where both were measured: the answer is an empty message,
 * and L that of fit_latency. trip is RTT(m). */
static enum status delivery(const struct points *points, struct link link, double trip, double *seconds,
			    struct error *err)
{
	double empty = 0, gap = 0, back = 0;
	enum status status = derive_roundtrip(points, link, 0, 0, &empty, err);

	if (status == OK)
		status = derive_gap(points, link, 0, &gap, err);
	if (status == OK)
		status = derive_gap(points, derive_back(points, EXPERIMENT_TRAIN, link, 0), 0, &back, err);
	if (status == OK)
		*seconds = trip - (empty - gap + back) / 2;
	return status;
}

static enum status blocking_delivery(const struct points *points, struct link link, size_t bytes, double *seconds,
				     struct error *err)
{
	double trip = 0;
	enum status status = derive_roundtrip(points, link, bytes, 0, &trip, err);

	return status == OK ? delivery(points, link, trip, seconds, err) : status;
}

/* As blocking_delivery, but the mean with half of the round trip from the other process whose answer has the same size,
 * if it was measured: messages back, and messages that answer one, may take another time. */
static enum status mean_delivery(const struct points *points, struct link link, size_t bytes, double *seconds,
				 struct error *err)
{
	const struct point_key key = {EXPERIMENT_ROUNDTRIP, link.to, link.from, bytes, bytes, 1};
	const struct point *same = bytes > 0 ? points_at(points, &key) : NULL;

	TRY(blocking_delivery(points, link, bytes, seconds, err));
	if (same)
		*seconds = (*seconds + same->seconds / 2) / 2;
	return OK;
}

/* Of a message begun by MPI_Isend: the call itself, or until it is delivered. */
static enum status nonblocking(const struct points *points, struct link link, size_t bytes, bool call, double *seconds,
			       struct error *err)
{
	double trip = 0, begin = 0;
	enum status status = derive_begin(points, link, bytes, &begin, &trip, err);

	if (status == OK && call)
		*seconds = begin;
	return status == OK && !call ? delivery(points, link, trip, seconds, err) : status;
}

/* One quantity at one size, by name of its parameter. */
enum quantity {
	SEND,
	RECEIVE,
	RECEIVE_EXPECTED,
	GAP_FAST,
	GAP_SATURATION,
	DELIVERY,
	DELIVERY_MEAN,
	BEGIN,
	DELIVERY_NONBLOCKING
};

static enum status derive(enum quantity quantity, const struct points *points, struct link link, size_t bytes,
			  double *seconds, struct error *err)
{
	switch (quantity) {
	case SEND:
		return derive_send(points, link, bytes, seconds, err);
	case RECEIVE:
		return derive_receive(points, EXPERIMENT_RECEIVE, link, bytes, seconds, err);
	case RECEIVE_EXPECTED:
		return derive_receive(points, EXPERIMENT_RECEIVE_EXPECTED, link, bytes, seconds, err);
	case GAP_FAST:
		return fast_gap(points, link, bytes, seconds, err);
	case DELIVERY:
		return blocking_delivery(points, link, bytes, seconds, err);
	case DELIVERY_MEAN:
		return mean_delivery(points, link, bytes, seconds, err);
	case BEGIN:
	case DELIVERY_NONBLOCKING:
		return nonblocking(points, link, bytes, quantity == BEGIN, seconds, err);
	default:
		return derive_gap(points, link, bytes, seconds, err);
	}
}

/* Keeps those of n sizes that the plan of sizes had, as round trips tell: other experiments are made at others too, to
 * find out how ports work. Returns how many. */
static size_t planned(const struct points *points, struct link link, size_t *sizes, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		const struct point_key trip = {EXPERIMENT_ROUNDTRIP, link.from, link.to, sizes[i], 0, 1};

		if (points_at(points, &trip))
			sizes[kept++] = sizes[i];
	}
	return kept;
}

/* Returns whether messages back were measured at half of the sizes at least, so that a model of any pair holds both
 * directions; other models may have measured them at a few. */
static bool has_back(const struct points *points, struct link link)
{
	struct error ignored = {0};
	size_t *sizes = NULL, n = 0, same = 0;

	if (points_sizes(points, EXPERIMENT_ROUNDTRIP, link.from, link.to, &sizes, &n, &ignored) != OK)
		n = 0;
	n = planned(points, link, sizes, n);
	for (size_t i = 0; i < n; i++) {
		const struct point_key key = {EXPERIMENT_ROUNDTRIP, link.to, link.from, sizes[i], sizes[i], 1};

		same += points_at(points, &key) != NULL;
	}
	free(sizes);
	return n > 0 && 2 * same >= n;
}

/* Derives the quantity at those of n sizes where what it needs was measured: sizes and values are kept, *kept of them.
 * ERR_INPUT, saying what is missing, if there is none: a budget may have ended before the other rows of a size. */
static enum status derive_all(enum quantity quantity, const struct points *points, struct link link,
			      const size_t *bytes, size_t n, double *sizes, double *values, size_t *kept,
			      struct error *err)
{
	struct error first = {0}, why = {0};

	*kept = 0;
	for (size_t i = 0; i < n; i++) {
		enum status status = derive(quantity, points, link, bytes[i], &values[*kept], &why);

		if (status != OK && status != ERR_INPUT)
			return error_set(err, status, "%s", why.text);
		if (status == OK)
			sizes[(*kept)++] = (double)bytes[i];
		else if (first.status == OK)
			first = why;
		why.status = OK;
	}
	return *kept > 0 ? OK : error_set(err, ERR_INPUT, "%s", first.text);
}

/* Sets a parameter per size from its quantity at the planned sizes at which the experiment was made. */
static enum status fit_curve(struct model *model, size_t l, const char *name, enum quantity quantity,
			     enum experiment_kind sizes_of, const struct points *points, struct link link,
			     struct error *err)
{
	size_t *sizes = NULL, n = 0, kept = 0;
	double *values = NULL;
	enum status status = points_sizes(points, sizes_of, link.from, link.to, &sizes, &n, err);

	n = status == OK ? planned(points, link, sizes, n) : 0;
	if (status == OK && n == 0)
		status = error_set(err, ERR_INPUT, "no %s from %d to %d was measured, and %s needs it",
				   experiment_name(sizes_of), link.from, link.to, name);
	if (status == OK && !(values = malloc(2 * n * sizeof(*values))))
		status = error_memory(err, "a parameter's values");
	if (status == OK)
		status = derive_all(quantity, points, link, sizes, n, values + n, values, &kept, err);
	if (status == OK)
		status = model_set_curve(model, l, name, values + n, values, kept, err);
	free(values);
	free(sizes);
	return status;
}

static enum status plogp_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			     const struct method *method, struct error *err)
{
	bool fast = method == &methods[FAST];
	enum quantity delivery =
		model->links[l].from == LINK_ANY && has_back(points, measured) ? DELIVERY_MEAN : DELIVERY;
	enum status status = fit_latency(model, l, points, measured, err);

	if (status == OK)
		status = fit_curve(model, l, "o_s", SEND, EXPERIMENT_ROUNDTRIP, points, measured, err);
	if (status == OK)
		status = fit_curve(model, l, "o_r", RECEIVE, EXPERIMENT_RECEIVE, points, measured, err);
	if (status == OK)
		status = fit_curve(model, l, "o_r_expected", RECEIVE_EXPECTED, EXPERIMENT_RECEIVE_EXPECTED, points,
				   measured, err);
	if (status == OK)
		status = fit_curve(model, l, "g", fast ? GAP_FAST : GAP_SATURATION,
				   fast ? EXPERIMENT_ROUNDTRIP : EXPERIMENT_TRAIN, points, measured, err);
	if (status == OK)
		status = fit_curve(model, l, fast ? "r" : "T", delivery, EXPERIMENT_ROUNDTRIP, points, measured, err);
	if (status == OK && derive_has_begin(points, measured))
		status = fit_curve(model, l, "o_i", BEGIN, EXPERIMENT_OVERLAP, points, measured, err);
	if (status == OK && derive_has_begin(points, measured))
		status = fit_curve(model, l, "T_i", DELIVERY_NONBLOCKING, EXPERIMENT_OVERLAP, points, measured, err);
	return status;
}

/*
 * Takes T(m) as measured for the time until the message is delivered. If overheads, latency and gap fit into it one
 * after the other, that is how the platform works; else the overheads lie inside the gap, as the papers have it, and
 * what is left is latency.
 */
static void deliver(struct cost *cost, double seconds)
{
	double latency = seconds - cost->send - cost->transfer - cost->receive_expected;

	cost->overheads_overlap = latency < 0;
	cost->latency = latency >= 0 ? latency : seconds > cost->transfer ? seconds - cost->transfer : 0;
}

static bool has(const struct model *model, size_t l, size_t p)
{
	return model->parameters[l * model->class->n_params + p].curve.n > 0;
}

static void plogp_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	double gap = model_at(model, l, GAP, bytes), receive = model_at(model, l, RECEIVING, bytes);
	bool expected = has(model, l, RECEIVING_EXPECTED);

	*cost = (struct cost){
		.send = model_at(model, l, SENDING, bytes),
		.latency = model_at(model, l, LATENCY, 0),
		.transfer = gap,
		.receive = receive,
		.receive_expected = expected ? model_at(model, l, RECEIVING_EXPECTED, bytes) : receive,
		.gap = gap,
		.overheads_overlap = true,
	};
	if (has(model, l, REACHED))
		cost->transfer = model_at(model, l, REACHED, bytes) - cost->latency;
	if (has(model, l, DELIVERED))
		deliver(cost, model_at(model, l, DELIVERED, bytes));
}

/* At one size: the overheads of MPI_Isend and of an expected message, and what delivery takes beyond them. */
struct apart {
	double begin, receive, rest, gap;
};

static struct apart apart_at(const struct model *model, size_t l, size_t bytes)
{
	const double noise = 0.1; /* of a difference of three times that were measured by themselves */
	double whole;
	struct apart a = {.begin = model_at(model, l, BEGINNING, bytes),
			  .receive = model_at(model, l, RECEIVING_EXPECTED, bytes),
			  .gap = model_at(model, l, GAP, bytes)};

	whole = model_at(model, l, DELIVERED_NONBLOCKING, bytes);
	a.rest = whole - a.begin - a.receive;
	if (a.rest < 0 && a.rest > -noise * whole)
		a.rest = 0; /* the overheads are all of it: where they overlap it is far less */
	return a;
}

/* A train that shows the rate of an overhead, its own send calls' among them, says no more of the port than that it is
 * not slower. */
static bool is_held_by_overheads(const struct model *model, size_t l, const struct apart *a, size_t bytes)
{
	const double alike = 1.05; /* gaps are saturated to within a percent, overheads measured as well */

	return a->gap <= alike * fmax(fmax(a->begin, a->receive), model_at(model, l, SENDING, bytes));
}

/* Of an empty message, where a train of them does not show it; 0 if nobody has found it. */
static double port_seconds(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_PORT_SECONDS);

	return fact && !fact->text && fact->number > 0 ? fact->number : 0; /* 0 for NAN */
}

/* Whether hardly anything of what the longest message takes more than an empty one is left beside the overheads. Not
 * said where it takes less than twice as long. */
static bool is_carried_by_overheads(const struct model *model, size_t l, const struct apart *empty)
{
	const double least_part = 0.25;
	const struct curve *curve = &model->parameters[l * model->class->n_params + DELIVERED_NONBLOCKING].curve;
	double shortest = model_at(model, l, DELIVERED_NONBLOCKING, 0), longest = curve->y[curve->n - 1];
	struct apart a = apart_at(model, l, (size_t)curve->x[curve->n - 1]);

	return longest > 2 * shortest && a.rest - empty->rest < least_part * (longest - shortest);
}

/* T(m) of a blocking send: as measured, or L + g(m). */
static double delivered(const struct model *model, size_t l, size_t bytes)
{
	if (has(model, l, DELIVERED))
		return model_at(model, l, DELIVERED, bytes);
	return has(model, l, REACHED) ? model_at(model, l, REACHED, bytes)
				      : model_at(model, l, LATENCY, 0) + model_at(model, l, GAP, bytes);
}

/*
 * Where overheads lie outside: what is left of the delivery is latency, which is at least that of an empty message, and
 * transfer, which is at most the gap of a train. A train's gap is longer than the transfer where overheads hold the
 * train up: on ports that are shared its messages arrive together, and their overheads follow one after the other. The
 * gap of the fast method, made of round trips, has the overheads in it and bounds nothing.
 *
 * Where overheads are all that long messages take, as of a receiver that copies out of the sender's memory, they are
 * how the message is carried, and lie inside the gap as the paper has it: two that copy from one process at a time take
 * more than twice as long as one alone. Where they do not, ports are found to be parallel (estimate/ports.h).
 */
static void plogp_nonblocking(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	bool trains = has(model, l, DELIVERED);
	struct apart empty, a;
	double latency;

	plogp_cost(model, link, bytes, cost);
	if (!has(model, l, DELIVERED_NONBLOCKING) || !has(model, l, BEGINNING) || !has(model, l, RECEIVING_EXPECTED))
		return;
	if (has(model, l, REACHED)) /* g holds what MPI_Send waits for, and MPI_Isend does not */
		cost->gap = cost->transfer;
	empty = apart_at(model, l, 0);
	a = apart_at(model, l, bytes);
	cost->send = a.begin;
	if (a.rest < 0 || empty.rest < 0 || is_carried_by_overheads(model, l, &empty)) {
		deliver(cost, model_at(model, l, DELIVERED_NONBLOCKING, bytes));
		return;
	}
	latency = empty.rest - (is_held_by_overheads(model, l, &empty, 0) ? port_seconds(model) : empty.gap);
	latency = fmin(a.rest, fmax(fmax(latency, 0), trains ? a.rest - a.gap : 0));
	cost->overheads_overlap = false;
	cost->apart = 1;
	cost->send_waits = delivered(model, l, bytes) - model_at(model, l, SENDING, bytes) < latency / 2;
	cost->latency = latency;
	cost->transfer = a.rest - latency;
	if (!trains || is_held_by_overheads(model, l, &a, bytes))
		cost->gap = cost->transfer;
}

/* Kielmann et al. 2000, Table 1; short messages have 1 byte. L + g(1), until the message is there, is r(1) where that
 * was measured. */
static enum status plogp_convert(const struct model *model, size_t l, struct model *target, struct error *err)
{
	const struct curve *gaps = &model_param(model, l, "g")->curve;
	double large = gaps->x[gaps->n - 1];
	double o_s = model_at(model, l, SENDING, 1), o_r = model_at(model, l, RECEIVING, 1),
	       gap = model_at(model, l, GAP, 1),
	       whole = has(model, l, REACHED) ? model_at(model, l, REACHED, 1) : model_at(model, l, LATENCY, 0) + gap;
	enum status status;

	if (target->class != &model_logp && target->class != &model_loggp)
		return error_set(err, ERR_INPUT, "a plogp model can be converted to loggp and logp, not to %s",
				 target->class->name);
	if (target->class == &model_loggp && large == 0)
		return error_set(err, ERR_INPUT, "G = g(m)/m for the largest m: the model's g has no size above 0");
	status = model_set(target, l, "L", whole - o_s - o_r, err);
	if (status == OK)
		status = model_set(target, l, "o_s", (o_s + o_r) / 2, err);
	if (status == OK)
		status = model_set(target, l, "o_r", (o_s + o_r) / 2, err);
	if (status == OK)
		status = model_set(target, l, "g", gap, err);
	if (status == OK && target->class == &model_loggp)
		status = model_set(target, l, "G", gaps->y[gaps->n - 1] / large, err);
	return status;
}

const struct model_class model_plogp = {
	.name = "plogp",
	.about = "parameterized LogP: T(m) = L + g(m), overheads and gap piecewise linear in m",
	.reference = "Kielmann, Bal, Verstoep 2000, IPDPS workshops",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = plogp_fit,
	.cost = plogp_cost,
	.cost_nonblocking = plogp_nonblocking,
	.convert = plogp_convert,
};
