/* g(m) = (RTT_n - RTT_1) / (n - 1), n the longest train. The other quantities are points as they were measured. */
#include "model/derive.h"

#include <math.h>

static enum status missing(struct error *err, enum experiment_kind kind, struct link link, size_t bytes)
{
	return error_set(err, ERR_INPUT, "no %s of %zu bytes from %d to %d was measured, and the model needs it",
			 experiment_name(kind), bytes, link.from, link.to);
}

static const struct point *find(const struct points *points, enum experiment_kind kind, struct link link, size_t bytes,
				size_t reply_bytes)
{
	const struct point_key key = {kind, link.from, link.to, bytes, reply_bytes, 1};

	return points_at(points, &key);
}

enum status derive_roundtrip(const struct points *points, struct link link, size_t bytes, size_t reply_bytes,
			     double *seconds, struct error *err)
{
	const struct point *point = find(points, EXPERIMENT_ROUNDTRIP, link, bytes, reply_bytes);

	if (!point)
		return missing(err, EXPERIMENT_ROUNDTRIP, link, bytes);
	*seconds = point->seconds;
	return OK;
}

enum status derive_send(const struct points *points, struct link link, size_t bytes, double *seconds, struct error *err)
{
	const struct point *alone = find(points, EXPERIMENT_SEND_ALONE, link, bytes, 0);
	const struct point *trip = find(points, EXPERIMENT_ROUNDTRIP, link, bytes, 0);
	const struct point *burst = find(points, EXPERIMENT_SEND, link, bytes, 0);

	if (alone)
		*seconds = alone->seconds;
	else if (trip && isfinite(trip->send_seconds))
		*seconds = trip->send_seconds;
	else if (burst)
		*seconds = burst->seconds;
	else
		return missing(err, EXPERIMENT_SEND, link, bytes);
	return OK;
}

enum status derive_begin(const struct points *points, struct link link, size_t bytes, double *call, double *trip,
			 struct error *err)
{
	const struct point *point = find(points, EXPERIMENT_OVERLAP, link, bytes, 0);

	if (!point || !isfinite(point->send_seconds))
		return missing(err, EXPERIMENT_OVERLAP, link, bytes);
	*call = point->send_seconds;
	*trip = point->seconds;
	return OK;
}

bool derive_has_begin(const struct points *points, struct link link)
{
	const struct point *point = find(points, EXPERIMENT_OVERLAP, link, 0, 0);

	return point && isfinite(point->send_seconds);
}

enum status derive_receive(const struct points *points, enum experiment_kind kind, struct link link, size_t bytes,
			   double *seconds, struct error *err)
{
	const struct point *point = find(points, kind, link, bytes, 0);

	if (!point)
		return missing(err, kind, link, bytes);
	*seconds = point->seconds;
	return OK;
}

enum status derive_gap(const struct points *points, struct link link, size_t bytes, double *seconds, struct error *err)
{
	const struct point *one = find(points, EXPERIMENT_TRAIN, link, bytes, 0);
	const struct point *many = points_longest_at(points, link.from, link.to, bytes);

	if (!one || !many)
		return missing(err, EXPERIMENT_TRAIN, link, bytes);
	*seconds = (many->seconds - one->seconds) / (double)(many->what.count - 1);
	return OK;
}

struct link derive_back(const struct points *points, enum experiment_kind kind, struct link link, size_t bytes)
{
	struct link back = {link.to, link.from};
	int measured = kind == EXPERIMENT_TRAIN ? points_longest_at(points, back.from, back.to, bytes) != NULL
						: find(points, kind, back, bytes, 0) != NULL;

	return measured ? back : link;
}
