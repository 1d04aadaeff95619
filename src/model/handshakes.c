/*
 * D = T(m) of a message alone, X = O_i + G of it, I the MPI_Isend call, t what the sender needs for an answer that is
 * there, r half an empty round trip. Beyond a long computation of the sender, of the receiver; the send after the
 * receiver has come; the sender's call and wait:
 *
 *	T	I + t			O_c + r				I			I
 *	TA	I + t			O_c + r (DCP), r (ICP)		O_c + O' + L		D + O' + L
 *	RAT	I + X + L + r (DCP)	X + 2 O' + 2 L + r (DCP)	X + 2 O' + L		D - L
 *		I + t (ICP)		r (ICP)
 *	RTA	I + t			X + O' + L + r (DCP), r (ICP)	D			D + O' + L
 *
 * with O' = I and the latency of a handshake's messages that of others, or, where that explains all sizes far better,
 * with both 0: what moves messages on knows at once that both have called (immediate). X is then D less I and L.
 * Under RAT and DCP a sender that is held for less than half as long pushes the data into a buffer of the network:
 * what is left of how long it is held beside I + 2 (O' + L) is the push, and takes the place of X - L in the last two.
 * D + r is what the message alone takes, and r under TA and RTA is O' + L + t where that is longer: the sender
 * receives the answer when it has heard that its message is there. X = D - 3 (O' + L) under RAT, D - 2 (O' + L) under
 * RTA; under T and TA O_c is such a part of D - L as at the switch.
 */
#include "model/handshakes.h"

#include "stats/statistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const handshake_names[HANDSHAKE_CANDIDATES] = {"T",       "TA DCP",  "TA ICP", "RAT DCP",
							   "RAT ICP", "RTA DCP", "RTA ICP"};
const char *const handshake_effects[HANDSHAKE_EFFECTS] = {"computation at the sender", "computation at the receiver",
							  "late receiver", "sender held"};

enum protocol handshake_protocol(int candidate)
{
	return (enum protocol)((candidate + 1) / 2);
}

bool handshake_is_independent(int candidate)
{
	return candidate > 0 && candidate % 2 == 0;
}

bool handshake_sends_at_once(int candidate)
{
	return handshake_protocol(candidate) == PROTOCOL_TA;
}

/* What of the eager part the closed forms need; seconds. */
struct basis {
	double half;                   /* r */
	double latency, control, tail; /* L, O', t */
	double copied;                 /* the part of D - L that is O_c */
	double receiver_begins;        /* after the sender, where it computes: a message tells it to begin */
	double sender_begins;          /* after a receiver that is late, who has just told it to begin */
	double error;                  /* standard error of the latency */
	bool immediate;                /* a request and its answer take no time */
};

static struct experiment plain(enum experiment_kind kind, struct link link, size_t bytes)
{
	return (struct experiment){.kind = kind, .from = link.from, .to = link.to, .bytes = bytes, .count = 1};
}

static struct experiment begun(enum experiment_kind kind, struct link link, size_t bytes)
{
	struct experiment what = plain(kind, link, bytes);

	what.setup.operation = OPERATION_ISEND;
	return what;
}

/* The least, since what disturbs makes it longer; NAN of none. */
static double least(const struct sample *sample, bool sends)
{
	double found = NAN;

	for (size_t i = 0; sample && i < sample->n; i++)
		found = fmin(found, sends ? sample->observations[i].send_seconds : sample->observations[i].seconds);
	return found;
}

/*
 * Returns the standard error of the least of a sample's timings, s; NAN without any.
 *
 * - What disturbs is taken to be exponential: the least of n lies above the undisturbed time by 1 / n of the mean
 *   disturbance, whose median is ln 2 of that.
 * - All of a single timing, which says nothing of disturbances.
 */
static double least_error(const struct sample *sample, bool sends)
{
	enum { TIMINGS_MOST = 256 };
	double timings[TIMINGS_MOST], first = least(sample, sends);
	size_t n = sample && sample->n < TIMINGS_MOST ? sample->n : TIMINGS_MOST;

	if (isnan(first) || sample->n < 2)
		return first;
	for (size_t i = 0; i < n; i++)
		timings[i] = sends ? sample->observations[i].send_seconds : sample->observations[i].seconds;
	return (statistic_sort(STATISTIC_MEDIAN, timings, n) - first) / (log(2) * (double)sample->n);
}

/* Returns the least of a sample's timings without what disturbances add to it on average, s. */
static double undisturbed(const struct sample *sample, bool sends)
{
	return least(sample, sends) - (sample && sample->n > 1 ? least_error(sample, sends) : 0);
}

static double undisturbed_of(const struct campaign *campaign, struct experiment what, bool sends)
{
	return undisturbed(campaign_find(campaign, &what), sends);
}

static double error_of(const struct campaign *campaign, struct experiment what, bool sends)
{
	return least_error(campaign_find(campaign, &what), sends);
}

double handshake_alone(const struct campaign *campaign, struct link link, size_t bytes)
{
	const struct experiment what = begun(EXPERIMENT_OVERLAP, link, bytes);

	return least(campaign_find(campaign, &what), false);
}

/* Returns what an experiment with computation lasts beyond that, the least of all that were made, s; NAN without any.
 * *error: its standard error. */
static double beyond(const struct campaign *campaign, enum experiment_kind kind, struct link link, size_t bytes,
		     enum overlap_side side, double *error)
{
	double found = NAN, seconds;

	*error = NAN;
	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind != kind || what->from != link.from || what->to != link.to || what->bytes != bytes ||
		    !(what->setup.compute > 0) || what->setup.side != side)
			continue;
		seconds = undisturbed(campaign->samples[i], false) - what->setup.compute;
		if (seconds >= found) /* false for NAN */
			continue;
		found = seconds;
		*error = least_error(campaign->samples[i], false);
	}
	return found;
}

/* Returns the part of a sample's timings that are longer than `seconds`. */
static double part_beyond(const struct sample *sample, double seconds)
{
	size_t longer = 0;

	for (size_t i = 0; i < sample->n; i++)
		longer += sample->observations[i].seconds > seconds;
	return (double)longer / (double)sample->n;
}

/* Whether most sends of a sample waited for their late receiver. */
static bool waited(const struct sample *sample)
{
	return part_beyond(sample, HANDSHAKE_LATE * sample->what.delay) > 0.5;
}

/*
 * Decides whether sends to a receiver that computes before MPI_Irecv, and once more between that and its wait, last
 * until the wait.
 *
 * - late: s, how long a send lasts after its receiver has come. It lasts that long after MPI_Irecv, or after the wait;
 *   the bound is in the middle of both.
 * - Undecided where not measured, or where too many sends are on either side of the bound.
 */
static void decide_waits(const struct campaign *campaign, struct link link, double late, struct handshake_seen *s)
{
	const double most = 0.8;
	double part = NAN;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;
		double compute = what->setup.compute;

		if (what->kind == EXPERIMENT_SEND_EARLY && what->from == link.from && what->to == link.to &&
		    what->bytes == s->bytes && compute > 0 && what->setup.side == SIDE_RECEIVER)
			part = part_beyond(campaign->samples[i], 1.5 * compute + (isnan(late) ? 0.5 * compute : late));
	}
	s->in_waits = part > 0.5;
	s->waits_undecided = !(part >= most || part <= 1 - most);
}

/*
 * The size whose sends do not wait, while those of one byte more do; NAN: there is none.
 *
 * - Of several the one with most sends: a search asks once, where it may be misled, and confirms what it has found.
 */
static double switch_of(const struct campaign *campaign, struct link link, enum mpi_operation operation)
{
	double found = NAN;
	size_t most = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i], *longer;
		struct experiment more = sample->what;
		size_t sends;

		if (more.kind != EXPERIMENT_SEND_EARLY || more.from != link.from || more.to != link.to ||
		    more.setup.operation != operation || more.setup.compute > 0 || sample->n == 0 || waited(sample))
			continue;
		more.bytes++;
		longer = campaign_find(campaign, &more);
		sends = !longer || !waited(longer) ? 0 : longer->n < sample->n ? longer->n : sample->n;
		if (sends > most) {
			found = (double)sample->what.bytes;
			most = sends;
		}
	}
	return found;
}

static struct basis find_basis(const struct campaign *campaign, struct link link, size_t eager)
{
	double ignored, half = undisturbed_of(campaign, plain(EXPERIMENT_ROUNDTRIP, link, 0), false) / 2,
			begin = undisturbed_of(campaign, begun(EXPERIMENT_OVERLAP, link, 0), true),
			copy = undisturbed_of(campaign, plain(EXPERIMENT_RECEIVE_EXPECTED, link, 0), false),
			whole = undisturbed_of(campaign, begun(EXPERIMENT_OVERLAP, link, 0), false) - half,
			copy_eager = undisturbed_of(campaign, plain(EXPERIMENT_RECEIVE_EXPECTED, link, eager), false),
			whole_eager = undisturbed_of(campaign, begun(EXPERIMENT_OVERLAP, link, eager), false) - half,
			tail = beyond(campaign, EXPERIMENT_OVERLAP, link, 0, SIDE_SENDER, &ignored) - begin,
			after = beyond(campaign, EXPERIMENT_OVERLAP, link, 0, SIDE_RECEIVER, &ignored) - copy - half;
	struct basis b = {.half = half, .latency = fmax(whole - begin - copy, 0), .control = begin};

	b.error = error_of(campaign, begun(EXPERIMENT_OVERLAP, link, 0), false) +
		  error_of(campaign, plain(EXPERIMENT_ROUNDTRIP, link, 0), false);
	b.sender_begins = fmax(half - begin, 0);
	b.tail = isnan(tail) ? copy : fmax(tail, 0);
	b.receiver_begins = fmax(after, 0); /* 0 for NAN */
	b.copied = fmin(fmax(copy_eager / (whole_eager - b.latency), 0), 1);
	return b;
}

/* Whether the sender waits for the receiver's word that it has all. */
static bool is_acknowledged(enum protocol protocol)
{
	return protocol == PROTOCOL_TA || protocol == PROTOCOL_RTA;
}

/* How long the sender of RAT pushes, by how long it was held; NAN: until the data are out, which takes the longer of
 * the two, and which holds unless the push is shorter by clearly more than its error. */
static double pushed(const struct handshake_seen *s, double once, double out)
{
	const double part = 0.5, sure = 3;
	double push = fmax(s->seen[SENDER_HELD] - s->begin - 2 * once, 0);

	return !isnan(s->seen[SENDER_HELD]) && push + sure * s->error[SENDER_HELD] < part * out ? push : NAN;
}

/* The closed forms at the top. */
static void predict(const struct basis *b, struct handshake_seen *s, int candidate, double *effects)
{
	enum protocol protocol = handshake_protocol(candidate);
	bool alone = handshake_is_independent(candidate), asks = protocol == PROTOCOL_RAT || protocol == PROTOCOL_RTA;
	bool at_once = asks && b->immediate;
	double control = at_once ? 0
			 : asks  ? s->begin
				 : b->control,
	       once = at_once ? 0 : control + b->latency,
	       answer = is_acknowledged(protocol) ? fmax(b->half, once + b->tail) : b->half, whole = s->alone - answer,
	       moving = fmax(whole - s->begin - (protocol == PROTOCOL_RAT ? 2 : 1) * once, b->latency),
	       copy = b->copied * (whole - b->latency), hidden = s->begin + b->tail;

	effects[BESIDE_SENDER] = hidden;
	effects[SENDER_HELD] = whole + once;
	if (protocol == PROTOCOL_RAT) {
		effects[BESIDE_SENDER] = alone ? hidden : s->begin + moving + b->half;
		effects[BESIDE_RECEIVER] = control + once + moving;
		double out = moving - b->latency, push = alone ? NAN : pushed(s, once, out);

		effects[LATE_RECEIVER] = control + once + (isnan(push) ? out : push);
		effects[SENDER_HELD] = isnan(push) ? whole - b->latency : s->begin + 2 * once + push;
		if (!alone) {
			s->push = push;
			s->pushing = out;
		}
	} else if (protocol == PROTOCOL_RTA) {
		effects[BESIDE_RECEIVER] = control + moving;
		effects[LATE_RECEIVER] = control + moving + once;
	} else {
		effects[BESIDE_RECEIVER] = copy;
		effects[LATE_RECEIVER] = copy + once;
	}
	effects[BESIDE_RECEIVER] = alone ? b->half : answer + effects[BESIDE_RECEIVER];
	if (protocol == PROTOCOL_MEASURED) {
		effects[BESIDE_RECEIVER] = b->half + copy;
		effects[LATE_RECEIVER] = effects[SENDER_HELD] = s->begin;
	}
}

/*
 * Returns how far a candidate is off what was measured: the sum over the differences, each as a part of its standard
 * error, of squares up to 1 and lines beyond. The least of timings is off by an exponential time, whose logarithm is a
 * line.
 */
static double score(const struct handshake_seen *s, const double *predicted)
{
	double sum = 0;

	for (size_t e = 0; e < HANDSHAKE_EFFECTS; e++) {
		double errors = fabs(predicted[e] - s->seen[e]) / s->error[e];

		sum += isnan(errors) ? 0 : errors < 1 ? errors * errors : 2 * errors - 1;
	}
	return sum;
}

/*
 * Whether a score, of all sizes together or of one, is about as good as the best.
 *
 * - Where the best is worse than errors explain, as the platform is not quite as any candidate has it, the same
 *   imperfection is allowed to others.
 */
static bool is_about(double score, double best, size_t sizes)
{
	const double sure = 12;

	return !(score - best >= sure * fmax(1, best / (double)(sizes * HANDSHAKE_EFFECTS)));
}

static bool is_possible(const struct handshake_seen *s, int candidate)
{
	return is_about(s->score[candidate], s->score[s->nearest], 1);
}

static void find_nearest(const double score[HANDSHAKE_CANDIDATES], int *nearest, int *next)
{
	*nearest = 0;
	for (int c = 1; c < HANDSHAKE_CANDIDATES; c++)
		*nearest = score[c] < score[*nearest] ? c : *nearest;
	*next = *nearest == 0;
	for (int c = 0; c < HANDSHAKE_CANDIDATES; c++)
		*next = c != *nearest && score[c] < score[*next] ? c : *next;
}

/* Takes the candidate that all sizes together decide for, if it is possible at each. */
static void take_common(struct handshakes *found)
{
	double sum[HANDSHAKE_CANDIDATES] = {0};
	bool possible = true;
	int nearest, next;

	for (size_t i = 0; i < found->n; i++)
		for (int c = 0; c < HANDSHAKE_CANDIDATES; c++)
			sum[c] += found->list[i].score[c];
	find_nearest(sum, &nearest, &next);
	for (size_t i = 0; i < found->n; i++)
		possible = possible && is_possible(&found->list[i], nearest);
	for (size_t i = 0; possible && i < found->n && !is_about(sum[next], sum[nearest], found->n); i++) {
		found->list[i].taken = nearest;
		found->list[i].undecided = false;
	}
}

/* Takes the candidate of a neighbour for a size that is undecided, if it is possible there. */
static void follow(struct handshake_seen *s, const struct handshake_seen *neighbour)
{
	if (!s->undecided || !is_possible(s, neighbour->taken))
		return;
	s->taken = neighbour->taken;
	s->undecided = neighbour->undecided;
}

/* Sets what was measured of a size. */
static void see(const struct campaign *campaign, struct link link, const struct basis *b, struct handshake_seen *s)
{
	/* Closed forms are no better than that part of the message's time, and have that many latencies at most. */
	const double exact = 0.0005, latencies = 3;
	const struct experiment alone = begun(EXPERIMENT_OVERLAP, link, s->bytes),
				held = begun(EXPERIMENT_ROUNDTRIP, link, s->bytes);

	s->alone = undisturbed_of(campaign, alone, false);
	s->begin = undisturbed_of(campaign, alone, true);
	s->seen[BESIDE_SENDER] =
		beyond(campaign, EXPERIMENT_OVERLAP, link, s->bytes, SIDE_SENDER, &s->error[BESIDE_SENDER]);
	s->seen[BESIDE_RECEIVER] =
		beyond(campaign, EXPERIMENT_OVERLAP, link, s->bytes, SIDE_RECEIVER, &s->error[BESIDE_RECEIVER]);
	s->seen[LATE_RECEIVER] =
		beyond(campaign, EXPERIMENT_SEND_EARLY, link, s->bytes, SIDE_SENDER, &s->error[LATE_RECEIVER]);
	decide_waits(campaign, link, s->seen[LATE_RECEIVER], s);
	s->seen[BESIDE_RECEIVER] -= b->receiver_begins;
	s->seen[LATE_RECEIVER] += b->sender_begins;
	s->seen[SENDER_HELD] = undisturbed_of(campaign, held, true);
	s->error[SENDER_HELD] = error_of(campaign, held, true);
	for (size_t e = 0; e < HANDSHAKE_EFFECTS; e++)
		s->error[e] += error_of(campaign, alone, false) + latencies * b->error + exact * s->alone;
}

static int by_bytes(const void *a, const void *b)
{
	const struct handshake_seen *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

bool handshake_is_undecided(const struct handshake_seen *s)
{
	return s->undecided || (s->waits_undecided && !handshake_is_independent(s->taken));
}

static bool is_there(const struct handshakes *found, size_t bytes)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->list[i].bytes == bytes)
			return true;
	return false;
}

/* Decides what the platform does at each size. Returns the sum of the nearest candidates' scores. */
static double decide_all(struct basis *basis, bool immediate, struct handshakes *found)
{
	double sum = 0;

	found->immediate = basis->immediate = immediate;
	for (size_t i = 0; i < found->n; i++) {
		struct handshake_seen *s = &found->list[i];

		for (int c = 0; c < HANDSHAKE_CANDIDATES; c++) {
			predict(basis, s, c, s->predicted[c]);
			s->score[c] = score(s, s->predicted[c]);
		}
		find_nearest(s->score, &s->nearest, &s->next);
		s->taken = s->nearest;
		s->undecided = is_possible(s, s->next);
		sum += s->score[s->nearest];
	}
	take_common(found);
	for (size_t i = 1; i < found->n; i++)
		follow(&found->list[i], &found->list[i - 1]);
	for (size_t i = found->n; i-- > 1;)
		follow(&found->list[i - 1], &found->list[i]);
	found->undecided = 0;
	for (size_t i = 0; i < found->n; i++)
		found->undecided += handshake_is_undecided(&found->list[i]);
	return sum;
}

/* Decides for a handshake that takes no time only where that explains what was measured far better. */
static void decide_by_handshake(struct basis *basis, struct handshakes *found)
{
	const double far = 0.25;
	double with = decide_all(basis, false, found), without = decide_all(basis, true, found);

	if (!(without < far * with) || is_about(with, without, found->n))
		decide_all(basis, false, found);
}

/* O' where what was decided tells it. */
static double control_of(const struct campaign *campaign, struct link link, const struct basis *basis,
			 const struct handshakes *found)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (handshake_protocol(s->taken) == PROTOCOL_TA)
			return s->seen[LATE_RECEIVER] - basis->latency -
			       undisturbed_of(campaign, plain(EXPERIMENT_RECEIVE, link, s->bytes), false);
	}
	return found->immediate ? 0 : NAN;
}

static int by_stream_bytes(const void *a, const void *b)
{
	const struct stream_seen *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Streams of which one message alone was measured too. */
static void see_streams(const struct campaign *campaign, struct link link, struct handshakes *found)
{
	const struct experiment none = plain(EXPERIMENT_ROUNDTRIP, link, 0);
	const struct sample *empty = campaign_find(campaign, &none);

	for (size_t i = 0; i < campaign->n && found->n_streams < HANDSHAKE_STREAMS; i++) {
		struct experiment what = plain(EXPERIMENT_TRAIN, link, campaign->samples[i]->what.bytes);
		const struct experiment one = plain(EXPERIMENT_ROUNDTRIP, link, what.bytes);
		const struct sample *stream = campaign->samples[i], *trip = campaign_find(campaign, &one);
		double gap, data;

		what.count = HANDSHAKE_STREAM;
		if (!experiment_same_point(&stream->what, &what))
			continue;
		gap = (least(stream, false) - least(trip, false)) / (HANDSHAKE_STREAM - 1);
		data = least(trip, false) - least(empty, false);
		if (isnan(gap + data))
			continue;
		found->streams[found->n_streams++] =
			(struct stream_seen){.bytes = what.bytes,
					     .gap = gap,
					     .data = data,
					     .error = least_error(stream, false) / (HANDSHAKE_STREAM - 1) +
						      least_error(trip, false) + least_error(empty, false)};
	}
	qsort(found->streams, found->n_streams, sizeof(found->streams[0]), by_stream_bytes);
}

void handshakes_decide(const struct campaign *campaign, struct link link, struct handshakes *found)
{
	struct basis basis;

	*found = (struct handshakes){.eager = switch_of(campaign, link, OPERATION_SEND),
				     .eager_begun = switch_of(campaign, link, OPERATION_ISEND),
				     .control = NAN};
	if (isnan(found->eager))
		return;
	see_streams(campaign, link, found);
	basis = find_basis(campaign, link, (size_t)found->eager);
	for (size_t i = 0; i < campaign->n && found->n < HANDSHAKE_SIZES_MOST; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_OVERLAP && what->from == link.from && what->to == link.to &&
		    what->setup.compute > 0 && (double)what->bytes > found->eager && !is_there(found, what->bytes))
			found->list[found->n++] = (struct handshake_seen){.bytes = what->bytes};
	}
	qsort(found->list, found->n, sizeof(found->list[0]), by_bytes);
	for (size_t i = 0; i < found->n; i++)
		see(campaign, link, &basis, &found->list[i]);
	decide_by_handshake(&basis, found);
	found->control = control_of(campaign, link, &basis, found);
}
