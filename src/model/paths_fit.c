/*
 * t_cf = RTT(0) / 2, T_full(m) = RTT(m) - t_cf with an empty answer; T_send and T_recv are the times of the calls in a
 * stream of messages (Seinstra, Koelma 2002, Fig. 8).
 *
 * A stream's time per message is g = (RTT_n - RTT_1) / (n - 1). It is that of the slowest of three: the send call, what
 * lies between, the receive call. Send calls return sooner as long as buffers swallow what they send.
 */
#include "model/paths_fit.h"

#include "model/derive.h"
#include "sample/points.h"

#include <math.h>
#include <stdlib.h>

/*
 * - alike: what is as long as the stream's time per message but for noise. Trains are saturated to 1 %, calls measured
 *   to 1 %: what differs by more than both and as much again is another time.
 * - settled: from which part of it on a send call has settled. A call that waits for room takes all of it, one that
 *   buffers swallow a copy, which is much less. Between 0.75 and 0.97 the tests come out the same.
 */
static const double alike = 1.05, settled = 0.9;

const char *const path_constants[PATHS] = {"t_cs", "t_cr", "t_cf"};
const size_t paths_default_sizes[PATHS_DEFAULT_SIZES] = {0, 4096, 204800, 409600, 2048000};

static const enum experiment_kind kinds[PATHS] = {EXPERIMENT_SEND, EXPERIMENT_RECEIVE, EXPERIMENT_ROUNDTRIP};

static const struct point *find_like(const struct points *points, enum experiment_kind kind,
				     const struct experiment *like)
{
	const struct experiment what = {.kind = kind,
					.from = like->from,
					.to = like->to,
					.bytes = like->bytes,
					.count = 1,
					.setup = like->setup};

	return points_find(points, &what);
}

/* The point that tells the call, and whether by its send calls; NULL: not measured. */
static const struct point *find_call(const struct points *points, enum path_kind path, const struct experiment *like,
				     bool *sends)
{
	const struct point *call = find_like(points, kinds[path], like);

	*sends = !call && path == PATH_KIND_SEND;
	return *sends ? find_like(points, EXPERIMENT_ROUNDTRIP, like) : call;
}

double path_call(const struct points *points, enum path_kind path, const struct experiment *like)
{
	bool sends;
	const struct point *call = find_call(points, path, like, &sends);

	return !call ? NAN : sends ? call->send_seconds : call->seconds;
}

/* The trains that tell a stream's times; many is NULL where they do not. */
struct trains {
	const struct point *one, *many;
	double messages; /* by which they differ */
};

static struct trains stream_of(const struct points *points, const struct experiment *like)
{
	struct trains stream = {.one = find_like(points, EXPERIMENT_TRAIN, like),
				.many = points_longest_train(points, like)};

	if (!stream.one)
		stream.many = NULL;
	stream.messages = stream.many ? (double)stream.many->what.count - 1 : 0;
	return stream;
}

/* Seconds per message of a stream but for its first, of its send calls or of all. NAN: not measured. */
static double per_message(const struct trains *stream, bool sends)
{
	if (!stream->many)
		return NAN;
	return (sends ? stream->many->send_seconds - stream->one->send_seconds
		      : stream->many->seconds - stream->one->seconds) /
	       stream->messages;
}

/* Seconds of the send and the receive call by themselves, and of a stream's message with its send calls. */
struct path_seconds {
	double send, receive, gap, sends;
};

/* Whether the stream's time per message is what the path would take, not its own call's. */
static bool stream_tells(enum path_kind path, const struct path_seconds *t)
{
	double own = isnan(t->sends) ? t->send : t->sends;

	if (isnan(t->gap) || t->gap <= alike * t->receive)
		return false;
	return path == PATH_KIND_SEND ? !(own >= settled * t->gap) : !(t->gap <= alike * t->send);
}

/* A point's time, or that of the i-th trial; NAN without the point. */
static double trial(const struct points *points, const struct point *point, bool sends, size_t i)
{
	const double *trials = point && points->reduction ? points_trials(points, point, sends) : NULL;

	return !point ? NAN : trials ? trials[i] : sends ? point->send_seconds : point->seconds;
}

static struct path_seconds trial_of(const struct points *points, const struct trains *stream,
				    const struct point *const calls[2], const bool sends[2], size_t i)
{
	const struct point *one = stream->one, *many = stream->many;

	return (struct path_seconds){
		.send = trial(points, calls[PATH_KIND_SEND], sends[PATH_KIND_SEND], i),
		.receive = trial(points, calls[PATH_KIND_RECEIVE], sends[PATH_KIND_RECEIVE], i),
		.gap = (trial(points, many, false, i) - trial(points, one, false, i)) / stream->messages,
		.sends = (trial(points, many, true, i) - trial(points, one, true, i)) / stream->messages};
}

static size_t count_in_trials(const struct points *points, const struct trains *stream, enum path_kind path,
			      const struct experiment *like)
{
	const struct point *calls[2];
	bool sends[2];
	size_t n = 0;

	for (int kind = PATH_KIND_SEND; kind <= PATH_KIND_RECEIVE; kind++)
		calls[kind] = find_call(points, (enum path_kind)kind, like, &sends[kind]);
	for (size_t i = 0; i < POINTS_TRIALS; i++) {
		const struct path_seconds t = trial_of(points, stream, calls, sends, i);

		n += stream_tells(path, &t);
	}
	return n;
}

/* In how many of POINTS_TRIALS possible outcomes of the measurement it does. */
static size_t count_telling(const struct points *points, const struct trains *stream, enum path_kind path,
			    const struct experiment *like)
{
	int *told = points_told(points, stream->many);

	if (!told)
		return count_in_trials(points, stream, path, like);
	if (told[path] < 0)
		told[path] = (int)count_in_trials(points, stream, path, like);
	return (size_t)told[path];
}

/*
 * Whether the stream's time per message stands for the path. Where noise hides it half of the draws take the one and
 * half the other, whichever is longer in them, and the value what is more probable: the interval then holds both. The
 * longer one of each draw would be longer than either.
 */
static bool takes_stream(const struct points *points, const struct trains *stream, enum path_kind path,
			 const struct experiment *like)
{
	size_t n = count_telling(points, stream, path, like);

	if (points->draw != 0 && n > 0 && n < POINTS_TRIALS)
		return points->draw & 1;
	return 2 * n > POINTS_TRIALS;
}

double path_busy(const struct points *points, enum path_kind path, const struct experiment *like)
{
	const struct trains stream = stream_of(points, like);
	double call = path_call(points, path, like), in_stream = per_message(&stream, true);

	if (!stream.many)
		return call;
	if (takes_stream(points, &stream, path, like))
		return per_message(&stream, false);
	return path == PATH_KIND_SEND && !isnan(in_stream) ? in_stream : call;
}

/* What a path's sizes are taken from. Sends of contiguous data may have been timed within their round trips. */
static enum experiment_kind kind_of(enum path_kind path, const struct message_layout *layout)
{
	return path == PATH_KIND_SEND && layout->ends == 0 ? EXPERIMENT_ROUNDTRIP : kinds[path];
}

static bool belongs(const struct point *point, enum experiment_kind kind, struct link link,
		    const struct message_layout *layout)
{
	struct message_layout own = message_layout_of(&point->what);

	if (point->what.kind != kind || point->what.from != link.from || point->what.to != link.to ||
	    point->what.bytes == 0 || point->what.reply_bytes != 0)
		return false;
	return own.ends == layout->ends && (own.ends == 0 || own.stride == layout->stride);
}

static enum status find_constant(const struct points *points, enum path_kind path, enum path_manner manner,
				 struct link link, double *seconds, struct error *err)
{
	const struct experiment like = {.from = link.from, .to = link.to};
	enum status status;

	if (path == PATH_KIND_FULL) {
		status = derive_roundtrip(points, link, 0, 0, seconds, err);
		*seconds /= 2;
		return status;
	}
	status = path == PATH_KIND_SEND ? derive_send(points, link, 0, seconds, err)
					: derive_receive(points, EXPERIMENT_RECEIVE, link, 0, seconds, err);
	if (status == OK && manner == PATH_STREAM)
		*seconds = path_busy(points, path, &like);
	return status;
}

static enum status take(const struct points *points, const struct point *point, enum path_kind path,
			enum path_manner manner, double constant, double *seconds, struct error *err)
{
	const struct link link = {point->what.from, point->what.to};

	*seconds = path == PATH_KIND_FULL  ? point->seconds - constant
		   : manner == PATH_STREAM ? path_busy(points, path, &point->what)
					   : path_call(points, path, &point->what);
	return isnan(*seconds) ? derive_send(points, link, point->what.bytes, seconds, err) : OK;
}

static enum status missing(struct error *err, enum path_kind path, struct link link,
			   const struct message_layout *layout)
{
	const char *name = experiment_name(kinds[path]);

	if (layout->ends == 0)
		return error_set(err, ERR_INPUT,
				 "no %s of more than 0 bytes from %d to %d was measured, and the model needs it", name,
				 link.from, link.to);
	return error_set(
		err, ERR_INPUT,
		"no %s of layout %s with a stride of %g blocks from %d to %d was measured, and the model needs it",
		name, message_layout_names[layout->ends], layout->stride, link.from, link.to);
}

/* Whether there is a stream of the link's messages of this layout. */
static bool any_stream(const struct points *points, enum experiment_kind kind, struct link link,
		       const struct message_layout *layout)
{
	for (size_t i = 0; i < points->n; i++)
		if (belongs(&points->points[i], kind, link, layout) && stream_of(points, &points->points[i].what).many)
			return true;
	return false;
}

enum status path_times_find(const struct points *points, enum path_kind path, enum path_manner manner, struct link link,
			    const struct message_layout *layout, struct path_times *times, struct error *err)
{
	const enum experiment_kind kind = kind_of(path, layout);
	bool streams = path != PATH_KIND_FULL && manner == PATH_STREAM && any_stream(points, kind, link, layout);
	size_t room = points->n + 1;
	enum status status = OK;

	*times = (struct path_times){.bytes = calloc(2 * room, sizeof(*times->bytes)), .n = 1};
	if (!times->bytes)
		return error_memory(err, "a path's times");
	times->seconds = times->bytes + room;
	status = find_constant(points, path, manner, link, &times->seconds[0], err);
	for (size_t i = 0; status == OK && i < points->n; i++) {
		const struct point *point = &points->points[i];

		/* Blocks of another length at the same size are another message: the first stands for it. */
		if (!belongs(point, kind, link, layout) || times->bytes[times->n - 1] == (double)point->what.bytes)
			continue;
		if (streams && !stream_of(points, &point->what).many) /* calls alone would be another quantity */
			continue;
		times->bytes[times->n] = (double)point->what.bytes;
		status = take(points, point, path, manner, times->seconds[0], &times->seconds[times->n], err);
		times->n++;
	}
	return status == OK && times->n == 1 ? missing(err, path, link, layout) : status;
}

void path_times_release(struct path_times *times)
{
	free(times->bytes);
	*times = (struct path_times){.n = 0};
}

double path_times_split(struct path_times *times)
{
	double constant = times->seconds[0];

	for (size_t i = 0; i < times->n; i++)
		times->seconds[i] -= constant;
	return constant;
}
