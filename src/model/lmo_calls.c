/*
 * With T(m) the time of a message by MPI_Send, half a round trip, and T_i(m) that of one by MPI_Isend, whose call takes
 * o_i(m): o_s(m) = o_i(m) - (T_i(m) - T(m)).
 */
#include "model/lmo_calls.h"

#include <math.h>
#include <string.h>

enum { CALL_SIZES_MOST = 8 };

/* A process' calls at some sizes. */
struct call_sizes {
	double bytes[CALL_SIZES_MOST], send[CALL_SIZES_MOST], begin[CALL_SIZES_MOST], receive[CALL_SIZES_MOST];
	size_t n;
};

/* The time of a message by MPI_Send; NAN if it was not measured. */
static double message_time(const struct points *points, int i, int j, size_t bytes)
{
	const struct point_key trip = {EXPERIMENT_ROUNDTRIP, i < j ? i : j, i < j ? j : i, bytes, bytes, 1};
	const struct point *point = points_at(points, &trip);

	return point ? point->seconds / 2 : NAN;
}

/* The receive of an expected message; NAN if it was not measured. */
static double receive_time(const struct points *points, int from, int to, size_t bytes)
{
	const struct point_key receive = {EXPERIMENT_RECEIVE_EXPECTED, from, to, bytes, 0, 1};
	const struct point *point = points_at(points, &receive);

	return point ? point->seconds : NAN;
}

/* What a message begun by MPI_Isend, and the receive of one as long, say of the process that sends the first. */
static void calls_add(struct call_sizes *calls, const struct points *points, const struct point *overlap)
{
	int i = overlap->what.from, j = overlap->what.to;
	size_t bytes = overlap->what.bytes, k = calls->n;
	double nonblocking = overlap->seconds - message_time(points, i, j, 0),
	       longer = nonblocking - message_time(points, i, j, bytes), receive = receive_time(points, j, i, bytes);

	if (!isfinite(longer + overlap->send_seconds + receive) || k == CALL_SIZES_MOST)
		return;
	calls->bytes[k] = (double)bytes;
	calls->begin[k] = overlap->send_seconds;
	calls->send[k] = overlap->send_seconds - longer;
	calls->receive[k] = receive;
	calls->n++;
}

static enum status set_calls(struct model *model, int process, const struct call_sizes *calls, struct error *err)
{
	size_t l = model_process(model, process);

	if (calls->n == 0)
		return OK;
	TRY(model_set_curve(model, l, "o_s", calls->bytes, calls->send, calls->n, err));
	TRY(model_set_curve(model, l, "o_i", calls->bytes, calls->begin, calls->n, err));
	return model_set_curve(model, l, "o_r", calls->bytes, calls->receive, calls->n, err);
}

/* The calls of one process with one other. */
struct call_group {
	int process, to;
	struct call_sizes calls;
};

static bool is_call_of(const struct model *model, const struct point *point)
{
	return point->what.kind == EXPERIMENT_OVERLAP && point->what.reply_bytes == 0 && point->what.from >= 0 &&
	       (size_t)point->what.from < model->processes;
}

/* The next group from points->points[*p] on, which becomes the first behind it. False: there is none. */
static bool next_group(const struct model *model, const struct points *points, size_t *p, struct call_group *group)
{
	while (*p < points->n && !is_call_of(model, &points->points[*p]))
		++*p;
	if (*p == points->n)
		return false;
	*group = (struct call_group){points->points[*p].what.from, points->points[*p].what.to, {.n = 0}};
	for (; *p < points->n; ++*p) {
		const struct point *point = &points->points[*p];

		if (point->what.from != group->process || point->what.to != group->to)
			break;
		if (is_call_of(model, point))
			calls_add(&group->calls, points, point);
	}
	return true;
}

/* Of a process that was measured with several others the one with most sizes counts, of these the first: messages to
 * others tell how ports work, and their receives are not all there. */
enum status lmo_fit_calls(struct model *model, const struct points *points, struct error *err)
{
	struct call_group group, best = {.process = -1};
	enum status status = OK;
	size_t p = 0;

	while (status == OK && next_group(model, points, &p, &group)) {
		if (group.process != best.process) {
			status = best.process < 0 ? OK : set_calls(model, best.process, &best.calls, err);
			best = group;
		} else if (group.calls.n > best.calls.n) {
			best = group;
		}
	}
	return status == OK && best.process >= 0 ? set_calls(model, best.process, &best.calls, err) : status;
}

/* On the line through the knots on one side of a size, of which x is one. */
static double side_at(const struct curve *curve, double border, double x)
{
	struct curve side = *curve;

	while (x <= border && side.n > 1 && side.x[side.n - 1] > border)
		side.n--;
	while (x > border && side.n > 1 && side.x[0] <= border)
		side = (struct curve){side.x + 1, side.y + 1, side.n - 1};
	if (side.n > 1 && x < side.x[0])
		return side.y[0] + (x - side.x[0]) * (side.y[1] - side.y[0]) / (side.x[1] - side.x[0]);
	return curve_at(&side, x);
}

static double call_at(const struct model *model, size_t l, const char *name, size_t bytes)
{
	double S = model_value(model, model_platform(model), "S", 0);
	const struct curve *curve = l < model->n_links ? &model_param(model, l, name)->curve : NULL;

	return curve && curve->n ? side_at(curve, isnan(S) ? INFINITY : S, (double)bytes) : NAN;
}

struct lmo_calls lmo_calls_of(const struct model *model, struct link link, size_t bytes)
{
	size_t i = model_process(model, link.from), j = model_process(model, link.to);
	struct lmo_calls calls = {call_at(model, i, "o_s", bytes), call_at(model, i, "o_i", bytes),
				  call_at(model, j, "o_r", bytes)};

	if (isnan(calls.begin) || isnan(calls.receive))
		calls.send = NAN;
	return calls;
}
