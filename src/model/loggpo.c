/*
 * T(m) = O_i(m) + L + G(m) + O_c(m) up to S bytes, G(m) the paper's (m - 1) G; above, what the handshake takes, by who
 * is inside the library when (loggpo_forms.h).
 * Estimated: O_i(m), the MPI_Isend call; O_c(m), MPI_Irecv and MPI_Wait of a message that is there; T(m) = RTT(m) -
 * RTT(0)/2, of a message begun by MPI_Isend to a posted receive; L = T(0) - O_i(0) - O_c(0); G(m) what is left of T(m).
 * Where a request goes first, MPI_Isend is O_request(m), and what begins the transfer is part of G(m): only their sum
 * shows.
 * S, T_m and S_cp are decided before (handshakes.h).
 * (Chen, Zhai, Zhang, Zheng, Science in China F, 2009)
 */
#include "model/classes.h"
#include "model/derive.h"

#include "stats/statistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LATENCY,
	CONTROL,
	CONTROL_LATENCY,
	BEGINNING,
	REQUEST,
	COPYING,
	DATA,
	BLOCKING,
	EAGER,
	EAGER_BEGUN,
	PROTOCOL,
	PROGRESS,
	PUSHING,
	GAP
};

static const struct param_spec params[] = {
	[LATENCY] = {.name = "L",
		     .unit = "s",
		     .shape = PARAM_SCALAR,
		     .about = "latency: what overheads leave of an empty message, half of a round trip"},
	[CONTROL] = {.name = "O_control",
		     .unit = "s",
		     .shape = PARAM_SCALAR,
		     .decided = true,
		     .of_process = true,
		     .about = "overhead of a message without data, O' in the paper: sent or taken in"},
	[CONTROL_LATENCY] = {.name = "L_control",
			     .unit = "s",
			     .shape = PARAM_SCALAR,
			     .optional = true,
			     .decided = true,
			     .about = "latency of a message without data in a handshake, where it is not L"},
	[BEGINNING] = {.name = "O_i",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .of_process = true,
		       .about = "overhead of beginning a transfer: the MPI_Isend call, or with O_request a part of G"},
	[REQUEST] = {.name = "O_request",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .optional = true,
		     .of_process = true,
		     .about = "the MPI_Isend call that sends a request first, where it is not O_control"},
	[COPYING] = {.name = "O_c",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .of_process = true,
		     .of_receiver = true,
		     .about = "overhead of receiving an eager message that is there: its copy"},
	[DATA] = {.name = "G",
		  .unit = "s",
		  .shape = PARAM_PER_SIZE,
		  .added_to = "L",
		  .about = "what the data take on their way, (m - 1) G in the paper, here by size",
		  .negative = "parts of a message's overheads may pass at the same time"},
	[BLOCKING] = {.name = "O_b",
		      .unit = "s",
		      .shape = PARAM_PER_SIZE,
		      .optional = true,
		      .added_to = "L",
		      .about = "what a message takes more by MPI_Send and MPI_Recv than by MPI_Isend to a posted "
			       "receive",
		      .negative = "MPI_Send and MPI_Recv make no requests"},
	[EAGER] = {.name = "S",
		   .unit = "B",
		   .shape = PARAM_SCALAR,
		   .optional = true,
		   .decided = true,
		   .about = "longest message whose send does not wait for its receiver; none: all"},
	[EAGER_BEGUN] = {.name = "S_i",
			 .unit = "B",
			 .shape = PARAM_SCALAR,
			 .optional = true,
			 .decided = true,
			 .about = "the same of MPI_Isend and its wait, where it is not S"},
	[PROTOCOL] = {.name = "T_m",
		      .unit = "",
		      .shape = PARAM_PER_SIZE,
		      .optional = true,
		      .decided = true,
		      .holds_ends = true,
		      .code_least = PROTOCOL_TA,
		      .code_most = PROTOCOL_RTA,
		      .about = "how messages above S are transferred: 1 TA, 2 RAT, 3 RTA"},
	[PROGRESS] = {.name = "S_cp",
		      .unit = "",
		      .shape = PARAM_PER_SIZE,
		      .optional = true,
		      .decided = true,
		      .holds_ends = true,
		      .code_most = 2,
		      .about = "who moves them on: 0 the platform (ICP), 1 the processes, while they are inside the "
			       "library (DCP), 2 while they wait in it"},
	[PUSHING] = {.name = "O_push",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .optional = true,
		     .decided = true,
		     .of_process = true,
		     .about = "how long the data's push into a buffer of the network's keeps the sender (RAT); none: "
			      "until they are out"},
	[GAP] = {.name = "g",
		 .unit = "s",
		 .shape = PARAM_PER_SIZE,
		 .optional = true,
		 .decided = true,
		 .about = "least time from one message of a stream to the next, where that is less than G: part of a "
			  "message is on its next link meanwhile"},
};

static const struct design_row rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_RECEIVE_EXPECTED, .sizes = SIZES_ALL},
	{.kind = EXPERIMENT_OVERLAP, .sizes = SIZES_ALL},
};

static const struct method methods[] = {
	{.name = "overlap",
	 .about = "calls that begin and complete messages, and computation beside them",
	 .plan = PLAN_REFINE,
	 .grows = "G",
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0]),
	 .behaviour = true},
};

static bool has(const struct model *model, size_t l, size_t p)
{
	return model->parameters[l * model->class->n_params + p].curve.n > 0;
}

/* Whether the library looks for messages only while it waits, which the longest show best. */
static bool looks_in_waits(const struct model *model, size_t l)
{
	return has(model, l, PROGRESS) && lround(model_at(model, l, PROGRESS, SIZE_MAX)) == 2;
}

/* Of what is above the switch, which is one of MPI_Isend or of MPI_Send. Without a word it is RAT and DCP, as over TCP.
 */
static struct handshake handshake_at(const struct model *model, size_t l, size_t bytes, size_t limit)
{
	long protocol = has(model, l, PROTOCOL) ? lround(model_at(model, l, PROTOCOL, bytes)) : PROTOCOL_RAT,
	     dependent = has(model, l, PROGRESS) ? lround(model_at(model, l, PROGRESS, bytes)) : 1;

	if (!has(model, l, limit) || !((double)bytes > model_at(model, l, limit, 0)) || protocol < PROTOCOL_TA ||
	    protocol > PROTOCOL_RTA)
		return (struct handshake){.protocol = PROTOCOL_MEASURED,
					  .in_waits = has(model, l, limit) && looks_in_waits(model, l)};
	return (struct handshake){.protocol = (uint8_t)protocol,
				  .independent = dependent == 0,
				  .in_waits = dependent == 2,
				  .buffered = protocol == PROTOCOL_RAT && has(model, l, PUSHING),
				  .push = has(model, l, PUSHING) ? fmax(model_at(model, l, PUSHING, bytes), 0) : 0,
				  .control = has(model, l, CONTROL) ? model_at(model, l, CONTROL, 0) : 0};
}

/* Of messages by MPI_Isend. */
static struct handshake handshake_of(const struct model *model, size_t l, size_t bytes)
{
	return handshake_at(model, l, bytes, has(model, l, EAGER_BEGUN) ? EAGER_BEGUN : EAGER);
}

static bool is_copied(const struct handshake *handshake)
{
	return handshake->protocol == PROTOCOL_MEASURED || handshake->protocol == PROTOCOL_TA;
}

/* How long the data keep a port. Of messages longer than all streams that were measured they save what those of the
 * longest do. */
static double gap_of(const struct model *model, size_t l, size_t bytes, double transfer)
{
	const struct curve *gaps = &model->parameters[l * model->class->n_params + GAP].curve;
	size_t last = gaps->n > 0 ? (size_t)gaps->x[gaps->n - 1] : 0;
	double gap;

	if (gaps->n == 0)
		return transfer;
	gap = bytes <= last ? model_at(model, l, GAP, bytes)
			    : transfer - (model_at(model, l, DATA, last) - model_at(model, l, GAP, last));
	return fmin(fmax(gap, 0), transfer);
}

/* The data alone, and what is beside them. */
/* A receive takes no more than is left of its message. O_c is measured of data that lay for a while, and of long ones
 * can be more than that: G(m) is then less than nothing. */
static void cost_of(const struct model *model, size_t l, size_t bytes, struct handshake handshake, struct cost *cost)
{
	bool copied = is_copied(&handshake);

	*cost = (struct cost){
		.send = model_at(model, l, BEGINNING, bytes),
		.latency = model_at(model, l, LATENCY, 0),
		.transfer = model_at(model, l, DATA, bytes),
		.receive = copied ? model_at(model, l, COPYING, bytes) : 0,
		.handshake = handshake,
	};
	if (copied && cost->transfer < 0) {
		cost->receive = fmax(0, cost->receive + cost->transfer);
		cost->transfer = 0;
	}
	cost->receive_expected = cost->receive;
	cost->gap = gap_of(model, l, bytes, cost->transfer);
	cost->request = has(model, l, REQUEST) ? model_at(model, l, REQUEST, bytes) : handshake.control;
	cost->control_latency = has(model, l, CONTROL_LATENCY) ? model_at(model, l, CONTROL_LATENCY, 0) : cost->latency;
}

static void loggpo_cost_nonblocking(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);

	cost_of(model, l, bytes, handshake_of(model, l, bytes), cost);
}

/* What the handshake adds to the data where both are inside from the beginning: to the sender, on the way, and to the
 * receiver, who pulls where it is RTA. */
static void fold_handshake(struct cost *cost)
{
	double control = cost->handshake.control, latency = cost->control_latency;

	if (cost->handshake.protocol == PROTOCOL_RAT) {
		cost->send += cost->request;
		cost->latency += 2 * latency + 2 * control;
	} else if (cost->handshake.protocol == PROTOCOL_RTA) {
		cost->receive = cost->receive_expected = control + cost->send;
		cost->send = cost->request;
		cost->latency += latency;
	}
	cost->handshake = (struct handshake){.protocol = PROTOCOL_MEASURED};
	cost->request = cost->control_latency = 0;
}

static double delivery_of(struct cost cost)
{
	fold_handshake(&cost);
	return cost_delivery(&cost);
}

/* What MPI_Send takes more is its process's, and where it is less than nothing of that is left, the network's. Where
 * only one of the two calls waits for the receiver the handshake's part is known, and the data take the rest. */
static void loggpo_cost_blocking(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	double more = has(model, l, BLOCKING) ? model_at(model, l, BLOCKING, bytes) : 0, *call;
	struct cost begun;

	loggpo_cost_nonblocking(model, link, bytes, &begun);
	cost_of(model, l, bytes, handshake_at(model, l, bytes, EAGER), cost);
	if (cost->handshake.protocol != begun.handshake.protocol) {
		cost->transfer += delivery_of(begun) + more - delivery_of(*cost);
		cost->gap = cost->transfer;
		return;
	}
	call = is_copied(&cost->handshake) ? &cost->send : &cost->request;
	*call += more;
	if (*call < 0) {
		cost->latency += *call;
		*call = 0;
	}
}

/* By MPI_Send to a receiver that waits. */
static void loggpo_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);

	loggpo_cost_nonblocking(model, link, bytes, cost);
	fold_handshake(cost);
	cost->latency += has(model, l, BLOCKING) ? model_at(model, l, BLOCKING, bytes) : 0;
}

/* What the points say of a link at a size. Seconds. */
struct size_seen {
	double begin;     /* the MPI_Isend call */
	double delivered; /* until a posted receive has the message */
	double blocking;  /* how much more by MPI_Send and MPI_Recv */
	double received;  /* MPI_Irecv and MPI_Wait of what is there */
};

static enum status see(const struct points *points, struct link link, size_t bytes, struct size_seen *seen,
		       struct error *err)
{
	double empty = 0, begin = 0, delivered = 0, trip = 0, received = 0;

	TRY(derive_roundtrip(points, link, 0, 0, &empty, err));
	TRY(derive_begin(points, link, bytes, &begin, &delivered, err));
	TRY(derive_roundtrip(points, link, bytes, 0, &trip, err));
	TRY(derive_receive(points, EXPERIMENT_RECEIVE_EXPECTED, link, bytes, &received, err));
	*seen = (struct size_seen){begin, delivered - empty / 2, trip - delivered, received};
	return OK;
}

/* What is known at n sizes, of which O_c at n_copied. */
struct curves {
	size_t n, n_copied, n_asked;
	double *bytes, *begin, *delivered, *blocking, *data;
	double *copied, *copying;
	double *asked, *asking; /* O_request */
};

enum { CURVES = 9 };

static enum status curves_init(struct curves *c, size_t n, struct error *err)
{
	double *room = calloc(CURVES * n + 1, sizeof(*room));

	if (!room)
		return error_memory(err, "the curves of a model");
	*c = (struct curves){.bytes = room,
			     .begin = room + n,
			     .delivered = room + 2 * n,
			     .blocking = room + 3 * n,
			     .data = room + 4 * n,
			     .copied = room + 5 * n,
			     .copying = room + 6 * n,
			     .asked = room + 7 * n,
			     .asking = room + 8 * n};
	return OK;
}

/* Where the platform copies beside the program a receive call shows the copy only if it comes after the message, which
 * was measured at some sizes. */
static double copied_late(const struct points *points, struct link link, size_t bytes, double otherwise)
{
	size_t first, n = points_between(points, EXPERIMENT_RECEIVE, link.from, link.to, &first);
	const struct point *below = NULL;

	for (size_t i = first; i < first + n; i++) {
		const struct point *above = &points->points[i];
		double part;

		if (above->what.bytes < bytes) {
			below = above;
			continue;
		}
		if (above->what.bytes == bytes || !below)
			return above->seconds;
		part = (double)(bytes - below->what.bytes) / (double)(above->what.bytes - below->what.bytes);
		return below->seconds + part * (above->seconds - below->seconds);
	}
	return below ? below->seconds : otherwise;
}

/* Takes the sizes at which all was measured. ERR_INPUT, saying what is missing, if there is none. */
static enum status take_sizes(const struct model *model, size_t l, const struct points *points, struct link link,
			      const size_t *sizes, size_t n, struct curves *c, struct error *err)
{
	struct error first = {0};

	for (size_t i = 0; i < n; i++) {
		const struct handshake handshake = handshake_of(model, l, sizes[i]);
		struct error why = {0};
		struct size_seen seen;
		enum status status = see(points, link, sizes[i], &seen, &why);

		if (status != OK && status != ERR_INPUT)
			return error_set(err, status, "%s", why.text);
		if (status != OK) {
			first = first.status == OK ? why : first;
			continue;
		}
		c->bytes[c->n] = (double)sizes[i];
		c->begin[c->n] = seen.begin;
		c->delivered[c->n] = seen.delivered;
		c->blocking[c->n++] = seen.blocking;
		if (!is_copied(&handshake)) {
			c->asked[c->n_asked] = (double)sizes[i];
			c->asking[c->n_asked++] = seen.begin;
			continue;
		}
		c->copied[c->n_copied] = (double)sizes[i];
		c->copying[c->n_copied++] = handshake.protocol == PROTOCOL_TA && handshake.independent
						    ? copied_late(points, link, sizes[i], seen.received)
						    : seen.received;
	}
	if (c->n == 0 || c->bytes[0] > 0)
		return first.status != OK ? error_set(err, ERR_INPUT, "%s", first.text)
					  : error_set(err, ERR_INPUT,
						      "no empty message from %d to %d was measured, "
						      "and the model needs it",
						      link.from, link.to);
	return OK;
}

/* O' is what MPI_Isend takes above the switch, where it sends a request: the median, as it does not depend on the size.
 * Where data leave at once, or a handshake takes no time of its own, what was found with T_m; where none waits that of
 * an empty message. */
static double control_of(const struct model *model, size_t l, const struct curves *c, double *room)
{
	if (c->n_asked > 0 && !has(model, l, CONTROL_LATENCY)) {
		memcpy(room, c->asking, c->n_asked * sizeof(*room));
		return statistic_sort(STATISTIC_MEDIAN, room, c->n_asked);
	}
	return has(model, l, PROTOCOL) && has(model, l, CONTROL) ? model_at(model, l, CONTROL, 0) : c->begin[0];
}

/* What is left of the delivery for the data: handshake and overheads come before and after. A sender that is told that
 * all is there receives the answer no earlier. */
static void find_data(const struct model *model, size_t l, double latency, double control, struct curves *c)
{
	double flight = has(model, l, CONTROL_LATENCY) ? model_at(model, l, CONTROL_LATENCY, 0) : latency,
	       told = fmax(control + flight - latency - c->begin[0], 0); /* later than an empty answer */
	size_t k = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct handshake handshake = handshake_of(model, l, (size_t)c->bytes[i]);
		bool is_told = handshake.protocol == PROTOCOL_TA || handshake.protocol == PROTOCOL_RTA;
		double asked = handshake.protocol == PROTOCOL_RAT   ? 2 * (control + flight)
			       : handshake.protocol == PROTOCOL_RTA ? control + flight
								    : 0,
		       copied = is_copied(&handshake) ? c->copying[k++] : 0;

		c->data[i] = c->delivered[i] - (is_told ? told : 0) - c->begin[i] - asked - latency - copied;
		if (!is_copied(&handshake))
			c->begin[i] = 0;
	}
}

static enum status set_all(struct model *model, size_t l, const struct curves *c, double latency, double control,
			   struct error *err)
{
	TRY(model_set(model, l, "L", latency, err));
	TRY(model_set(model, l, "O_control", control, err));
	TRY(model_set_curve(model, l, "O_i", c->bytes, c->begin, c->n, err));
	if (c->n_asked > 0)
		TRY(model_set_curve(model, l, "O_request", c->asked, c->asking, c->n_asked, err));
	TRY(model_set_curve(model, l, "O_c", c->copied, c->copying, c->n_copied, err));
	TRY(model_set_curve(model, l, "G", c->bytes, c->data, c->n, err));
	return model_set_curve(model, l, "O_b", c->bytes, c->blocking, c->n, err);
}

static enum status loggpo_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			      const struct method *method, struct error *err)
{
	struct curves c = {0};
	size_t *sizes = NULL, n = 0;
	double latency, control;
	enum status status = points_sizes(points, EXPERIMENT_ROUNDTRIP, measured.from, measured.to, &sizes, &n, err);

	(void)method;
	if (status == OK)
		status = curves_init(&c, n, err);
	if (status == OK)
		status = take_sizes(model, l, points, measured, sizes, n, &c, err);
	if (status == OK) {
		latency = c.delivered[0] - c.begin[0] - c.copying[0];
		control = control_of(model, l, &c, c.data);
		find_data(model, l, latency, control, &c);
		status = set_all(model, l, &c, latency, control, err);
	}
	free(c.bytes);
	free(sizes);
	return status;
}

const struct model_class model_loggpo = {
	.name = "loggpo",
	.about = "LogGP with what calls take by size, and with who has to be inside the library for data to move",
	.reference = "Chen, Zhai, Zhang, Zheng, Science in China F, 2009",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.handshakes = true,
	.fit = loggpo_fit,
	.cost = loggpo_cost,
	.cost_nonblocking = loggpo_cost_nonblocking,
	.cost_blocking = loggpo_cost_blocking,
};
