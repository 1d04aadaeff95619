#include "estimate/progress.h"

#include "estimate/protocol.h"
#include "estimate/witness.h"
#include "model/handshakes.h"

#include <math.h>

/* A computation takes so many times as long as the message, and so much longer: s. */
static const double longer = 2, at_least = 2e-6;

/* Between sizes that differ by less a change is not looked for. */
static const double near = 1.05;

static struct experiment beside(struct link link, size_t bytes, enum overlap_side side, double alone)
{
	struct experiment what = witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, bytes, 0);

	what.setup.side = side;
	what.setup.compute = alone > 0 ? 1e-9 * ceil(1e9 * (longer * alone + at_least)) : 0;
	return what;
}

static enum status see_each(struct prober *prober, const struct experiment *list, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		TRY(witness_repeat(prober, list[i], WITNESS_REPETITIONS, err));
	return OK;
}

/* The message alone, and with a computation at either side. */
static enum status see_overlap(struct prober *prober, struct link link, size_t bytes, struct error *err)
{
	struct experiment list[2] = {beside(link, bytes, SIDE_SENDER, 0)};
	double alone;

	TRY(see_each(prober, list, 1, err));
	alone = handshake_alone(prober->campaign, link, bytes);
	if (isnan(alone)) /* there was no time */
		return OK;
	list[0] = beside(link, bytes, SIDE_SENDER, alone);
	list[1] = beside(link, bytes, SIDE_RECEIVER, alone);
	return see_each(prober, list, 2, err);
}

static enum status see_size(struct prober *prober, struct link link, size_t bytes, struct error *err)
{
	struct experiment list[] = {witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_ISEND, link, bytes, 0),
				    witness_message(EXPERIMENT_SEND_EARLY, OPERATION_SEND, link, bytes, 0),
				    witness_message(EXPERIMENT_SEND_EARLY, OPERATION_SEND, link, bytes, 0)};
	double alone;

	TRY(see_overlap(prober, link, bytes, err));
	alone = handshake_alone(prober->campaign, link, bytes);
	if (isnan(alone))
		return OK;
	list[1].setup.compute = list[2].setup.compute = beside(link, bytes, SIDE_RECEIVER, alone).setup.compute;
	list[2].setup.side = SIDE_RECEIVER;
	return see_each(prober, list, sizeof(list) / sizeof(list[0]), err);
}

/* What the closed forms need of eager messages. */
static enum status see_eager(struct prober *prober, struct link link, size_t eager, struct error *err)
{
	const struct experiment list[] = {
		witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, 0, 0),
		witness_message(EXPERIMENT_RECEIVE_EXPECTED, OPERATION_SEND, link, 0, 0),
		witness_message(EXPERIMENT_RECEIVE_EXPECTED, OPERATION_SEND, link, eager, 0),
		beside(link, eager, SIDE_SENDER, 0),
	};

	TRY(see_overlap(prober, link, 0, err));
	return see_each(prober, list, sizeof(list) / sizeof(list[0]), err);
}

/* Of streams of messages that leave at once, and of one such message. */
static enum status see_streams(struct prober *prober, struct link link, size_t eager, struct error *err)
{
	for (size_t bytes = 64, n = 0; bytes <= eager && n < HANDSHAKE_STREAMS; bytes *= 4, n++) {
		struct experiment list[] = {witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, bytes, 0),
					    witness_message(EXPERIMENT_TRAIN, OPERATION_SEND, link, bytes, 0)};

		list[1].count = HANDSHAKE_STREAM;
		TRY(see_each(prober, list, sizeof(list) / sizeof(list[0]), err));
	}
	return OK;
}

/* Between the first two sizes that follow each other and differ, as far as they are apart; *bytes: 0 where there are
 * none. */
static void find_gap(const struct handshakes *found, size_t *bytes)
{
	*bytes = 0;
	for (size_t i = 1; i < found->n && *bytes == 0; i++) {
		const struct handshake_seen *below = &found->list[i - 1], *above = &found->list[i];
		double ratio = (double)above->bytes / (double)below->bytes;

		if (below->taken != above->taken && ratio > near)
			*bytes = (size_t)sqrt((double)below->bytes * (double)above->bytes);
	}
}

/* Of data that leave at once: a receive that comes later shows the copy. */
static enum status see_copies(struct prober *prober, struct link link, const struct handshakes *found, size_t largest,
			      struct error *err)
{
	bool copied = false;
	size_t first = (size_t)found->eager + 1;
	struct experiment what = witness_message(EXPERIMENT_RECEIVE, OPERATION_SEND, link, first, 0);

	for (size_t i = 0; i < found->n; i++)
		copied = copied || handshake_sends_at_once(found->list[i].taken);
	if (!copied)
		return OK;
	TRY(see_each(prober, &what, 1, err));
	for (what.bytes = 2; what.bytes <= largest; what.bytes *= 2)
		if (what.bytes > first)
			TRY(see_each(prober, &what, 1, err));
	return OK;
}

/* Whether a size is undecided, or one of the two from which the closed forms take overheads. */
static bool is_wanted(const struct handshakes *found, size_t bytes)
{
	bool wanted = bytes == 0 || (double)bytes == found->eager;

	for (size_t i = 0; i < found->n; i++)
		wanted = wanted || (bytes == found->list[i].bytes && handshake_is_undecided(&found->list[i]));
	return wanted;
}

/* Repeats what sizes are decided by, twice as often each time, until all are decided or it is often enough. */
static enum status repeat(struct prober *prober, struct link link, struct handshakes *found, struct error *err)
{
	enum { MORE = 2 * WITNESS_REPETITIONS, MOST = 4 * MORE };
	const struct campaign *campaign = prober->campaign;

	for (size_t n = MORE; found->undecided > 0 && n <= MOST; n *= 2) {
		for (size_t i = 0; i < campaign->n; i++) {
			const struct experiment *what = &campaign->samples[i]->what;
			bool decides =
				what->kind == EXPERIMENT_OVERLAP || what->kind == EXPERIMENT_RECEIVE_EXPECTED ||
				(what->kind == EXPERIMENT_ROUNDTRIP && what->setup.operation == OPERATION_ISEND) ||
				what->setup.compute > 0;

			if (decides && what->from == link.from && what->to == link.to && is_wanted(found, what->bytes))
				TRY(witness_repeat(prober, *what, n, err));
		}
		handshakes_decide(campaign, link, found);
	}
	return OK;
}

static enum status see_sizes(struct prober *prober, struct link link, size_t eager, size_t largest, struct error *err)
{
	struct handshakes found = {.n = 0};
	size_t first = eager + 1, sizes[] = {first, largest, (size_t)sqrt((double)first * (double)largest)}, next = 1;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		TRY(see_size(prober, link, sizes[i], err));
	while (next > 0) {
		size_t before = found.n;

		handshakes_decide(prober->campaign, link, &found);
		TRY(repeat(prober, link, &found, err));
		find_gap(&found, &next);
		if (found.n == before || found.n == HANDSHAKE_SIZES_MOST)
			next = 0;
		if (next > 0)
			TRY(see_size(prober, link, next, err));
	}
	return see_copies(prober, link, &found, largest, err);
}

enum status progress_find(struct estimate_options *o, struct prober *prober, struct error *err)
{
	bool small = o->eager_known && o->eager >= 0 && 4 * o->eager < (double)PROTOCOL_LARGEST;
	size_t eager = small ? (size_t)o->eager : 0;
	size_t largest = 4 * (eager + 1) > (size_t)256 << 10 ? 4 * (eager + 1) : (size_t)256 << 10;
	double begun;

	if (!o->class->handshakes || !o->eager_known || isnan(o->eager))
		return OK;
	if (eager == 0 && o->eager > 0) { /* beyond it there is little room */
		eager = (size_t)o->eager;
		largest = PROTOCOL_LARGEST;
	}
	o->handshakes_known = false;
	TRY(protocol_find_begun(prober, o->pair, o->eager, &begun, err));
	TRY(see_eager(prober, o->pair, eager, err));
	TRY(see_sizes(prober, o->pair, eager, largest, err));
	TRY(see_streams(prober, o->pair, eager, err));
	handshakes_decide(prober->campaign, o->pair, &o->handshakes);
	o->handshakes_known = true;
	return OK;
}
