/*
 * T(m) = O_i(m) + L + (m - 1) G + O_c(m) up to S bytes; above, what the handshake takes, by who is inside the library
 * when (loggpo_forms.h).
 * (Chen, Zhai, Zhang, Zheng, Zhou 2010)
 */
#include "model/classes.h"
#include "model/derive.h"

#include <math.h>

enum { LATENCY, CONTROL, BEGINNING, COPYING, GAP_PER_BYTE, EAGER, PROTOCOL, PROGRESS };

static const struct param_spec params[] = {
	[LATENCY] = {.name = "L",
		     .unit = "s",
		     .shape = PARAM_SCALAR,
		     .about = "latency: half of what overheads leave of a round trip"},
	[CONTROL] = {.name = "O_control",
		     .unit = "s",
		     .shape = PARAM_SCALAR,
		     .of_process = true,
		     .about = "overhead of a message without data, O' in the paper: sent or taken in"},
	[BEGINNING] = {.name = "O_i",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .of_process = true,
		       .about = "overhead of beginning a transfer"},
	[COPYING] = {.name = "O_c",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .of_process = true,
		     .of_receiver = true,
		     .about = "overhead of receiving an eager message that is there: its copy"},
	[GAP_PER_BYTE] = {.name = "G", .unit = "s/B", .shape = PARAM_SCALAR, .about = "gap per byte of a long message"},
	[EAGER] = {.name = "S",
		   .unit = "B",
		   .shape = PARAM_SCALAR,
		   .optional = true,
		   .about = "longest message whose send does not wait for its receiver; none: all"},
	[PROTOCOL] = {.name = "T_m",
		      .unit = "",
		      .shape = PARAM_PER_SIZE,
		      .optional = true,
		      .holds_ends = true,
		      .about = "how messages above S are transferred: 1 TA, 2 RAT, 3 RTA"},
	[PROGRESS] = {.name = "S_cp",
		      .unit = "",
		      .shape = PARAM_PER_SIZE,
		      .optional = true,
		      .holds_ends = true,
		      .about = "who moves them on: 0 the platform (ICP), 1 the processes, while they are inside the "
			       "library (DCP)"},
};

/* One long message is enough for G, and the sizes in between tell O_i and O_c. */
static const struct design_row rows[] = {
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ZERO, .saturate = true},
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_LONG, .saturate = true},
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_RECEIVE_EXPECTED, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_OVERLAP, .sizes = SIZES_ALL},
};

static const struct method methods[] = {
	{.name = "overlap",
	 .about = "calls that begin and complete messages, trains, and computation beside them",
	 .plan = PLAN_REFINE,
	 .grows = "O_i",
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0]),
	 .behaviour = true},
};

static bool has(const struct model *model, size_t l, size_t p)
{
	return model->parameters[l * model->class->n_params + p].curve.n > 0;
}

/* Of what is above S. Without a word it is RAT and DCP, as over TCP. */
static struct handshake handshake_of(const struct model *model, size_t l, size_t bytes)
{
	long protocol = has(model, l, PROTOCOL) ? lround(model_at(model, l, PROTOCOL, bytes)) : PROTOCOL_RAT,
	     dependent = has(model, l, PROGRESS) ? lround(model_at(model, l, PROGRESS, bytes)) : 1;

	if (!has(model, l, EAGER) || !((double)bytes > model_at(model, l, EAGER, 0)) || protocol < PROTOCOL_TA ||
	    protocol > PROTOCOL_RTA)
		return (struct handshake){.protocol = PROTOCOL_MEASURED};
	return (struct handshake){.protocol = (enum protocol)protocol,
				  .independent = dependent == 0,
				  .control = model_at(model, l, CONTROL, 0)};
}

/* The data alone, and what is beside them. */
static void loggpo_cost_nonblocking(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	struct handshake handshake = handshake_of(model, l, bytes);
	bool copied = handshake.protocol == PROTOCOL_MEASURED || handshake.protocol == PROTOCOL_TA;

	*cost = (struct cost){
		.send = model_at(model, l, BEGINNING, bytes),
		.latency = model_at(model, l, LATENCY, 0),
		.transfer = bytes > 1 ? (double)(bytes - 1) * model_at(model, l, GAP_PER_BYTE, 0) : 0,
		.receive = copied ? model_at(model, l, COPYING, bytes) : 0,
		.handshake = handshake,
	};
	cost->receive_expected = cost->receive;
	cost->gap = cost->transfer;
}

/* Both are inside from the beginning, as in a round trip: the handshake is a part of the latency and of the overheads.
 */
static void loggpo_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	double control, latency;

	loggpo_cost_nonblocking(model, link, bytes, cost);
	control = cost->handshake.control;
	latency = cost->latency;
	if (cost->handshake.protocol == PROTOCOL_RAT) {
		cost->send += control;
		cost->latency += 2 * latency + 2 * control;
	} else if (cost->handshake.protocol == PROTOCOL_RTA) {
		cost->receive = cost->receive_expected = control + cost->send;
		cost->send = control;
		cost->latency += latency;
	}
	cost->handshake = (struct handshake){.protocol = PROTOCOL_MEASURED};
}

/* The train that a fit takes for long: the largest size of which one was measured. */
static size_t long_train(const struct points *points, struct link link)
{
	size_t bytes = 0, first, count = points_between(points, EXPERIMENT_TRAIN, link.from, link.to, &first);

	for (size_t i = first; i < first + count; i++) {
		if (points->points[i].what.count > 1 && points->points[i].what.bytes > bytes)
			bytes = points->points[i].what.bytes;
	}
	return bytes;
}

/* G = (g(M) - g) / M, as LogGP's. */
static enum status fit_gap_per_byte(struct model *model, size_t l, const struct points *points, struct link measured,
				    struct error *err)
{
	size_t bytes = long_train(points, measured);
	double brief = 0, more = 0;
	enum status status = bytes > 0
				     ? OK
				     : error_set(err, ERR_INPUT,
						 "no train of long messages from %d to %d was measured, and G needs it",
						 measured.from, measured.to);

	if (status == OK)
		status = derive_gap(points, measured, 0, &brief, err);
	if (status == OK)
		status = derive_gap(points, measured, bytes, &more, err);
	return status == OK ? model_set(model, l, "G", (more - brief) / (double)bytes, err) : status;
}

static enum status loggpo_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			      const struct method *method, struct error *err)
{
	(void)method;
	return fit_gap_per_byte(model, l, points, measured, err);
}

const struct model_class model_loggpo = {
	.name = "loggpo",
	.about = "LogGP with what calls take by size, and with who has to be inside the library for data to move",
	.reference = "Chen, Zhai, Zhang, Zheng, Zhou 2010",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = loggpo_fit,
	.cost = loggpo_cost,
	.cost_nonblocking = loggpo_cost_nonblocking,
};
