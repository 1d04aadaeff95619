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

static double least_of(const struct campaign *campaign, struct experiment what, bool sends)
{
	return least(campaign_find(campaign, &what), sends);
}

double handshake_alone(const struct campaign *campaign, struct link link, size_t bytes)
{
	return least_of(campaign, begun(EXPERIMENT_OVERLAP, link, bytes), false);
}

/* What an experiment with computation takes more than that: the least of all that were made; NAN without any. */
static double beyond(const struct campaign *campaign, enum experiment_kind kind, struct link link, size_t bytes,
		     enum overlap_side side)
{
	double found = NAN;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == kind && what->from == link.from && what->to == link.to && what->bytes == bytes &&
		    what->setup.compute > 0 && what->setup.side == side)
			found = fmin(found, least(campaign->samples[i], false) - what->setup.compute);
	}
	return found;
}

/* Whether most observations of a sample are longer than so many seconds. */
static bool lasted(const struct sample *sample, double seconds)
{
	size_t longer = 0;

	for (size_t i = 0; i < sample->n; i++)
		longer += sample->observations[i].seconds > seconds;
	return 2 * longer > sample->n;
}

/* Whether most sends of a sample waited for their late receiver. */
static bool waited(const struct sample *sample)
{
	return lasted(sample, sample->what.delay / 2);
}

/* Whether most sends to a receiver that was late lasted until that waited, and not until its MPI_Irecv, long before. */
static bool outlasts_receive(const struct campaign *campaign, struct link link, size_t bytes)
{
	bool found = false;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_SEND_EARLY && what->from == link.from && what->to == link.to &&
		    what->bytes == bytes && what->setup.compute > 0 && what->setup.side == SIDE_RECEIVER)
			found = lasted(campaign->samples[i], 1.5 * what->setup.compute);
	}
	return found;
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
	double half = least_of(campaign, plain(EXPERIMENT_ROUNDTRIP, link, 0), false) / 2,
	       begin = least_of(campaign, begun(EXPERIMENT_OVERLAP, link, 0), true),
	       copy = least_of(campaign, plain(EXPERIMENT_RECEIVE_EXPECTED, link, 0), false),
	       whole = least_of(campaign, begun(EXPERIMENT_OVERLAP, link, 0), false) - half,
	       copy_eager = least_of(campaign, plain(EXPERIMENT_RECEIVE_EXPECTED, link, eager), false),
	       whole_eager = least_of(campaign, begun(EXPERIMENT_OVERLAP, link, eager), false) - half,
	       tail = beyond(campaign, EXPERIMENT_OVERLAP, link, 0, SIDE_SENDER) - begin,
	       after = beyond(campaign, EXPERIMENT_OVERLAP, link, 0, SIDE_RECEIVER) - copy - half;
	struct basis b = {.half = half, .latency = fmax(whole - begin - copy, 0), .control = begin};

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
 * the two. */
static double pushed(const struct handshake_seen *s, double once, double out)
{
	const double part = 0.5;
	double push = fmax(s->seen[SENDER_HELD] - s->begin - 2 * once, 0);

	return !isnan(s->seen[SENDER_HELD]) && push < part * out ? push : NAN;
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

static double misfit(const struct handshake_seen *s, const double *predicted)
{
	double sum = 0;
	size_t n = 0;

	for (size_t e = 0; e < HANDSHAKE_EFFECTS; e++) {
		double off = (predicted[e] - s->seen[e]) / s->alone;

		if (isnan(off))
			continue;
		sum += off * off;
		n++;
	}
	return n > 0 ? sqrt(sum / (double)n) : INFINITY;
}

/* By how much two candidates must differ in their misfits to be told apart. */
static bool is_about(double misfit, double nearest)
{
	const double times = 2, part = 0.05;

	return misfit < times * nearest || misfit - nearest < part;
}

static void decide(const struct basis *b, struct handshake_seen *s, int before)
{
	for (int c = 0; c < HANDSHAKE_CANDIDATES; c++) {
		predict(b, s, c, s->predicted[c]);
		s->misfit[c] = misfit(s, s->predicted[c]);
		s->nearest = s->misfit[c] < s->misfit[s->nearest] ? c : s->nearest;
	}
	s->next = s->nearest == 0;
	for (int c = 0; c < HANDSHAKE_CANDIDATES; c++)
		if (c != s->nearest && s->misfit[c] < s->misfit[s->next])
			s->next = c;
	s->close = is_about(s->misfit[s->next], s->misfit[s->nearest]);
	s->taken = s->nearest;
	if (before > 0 && is_about(s->misfit[before], s->misfit[s->nearest]))
		s->taken = before;
}

/* What was measured of a size. */
static struct handshake_seen see(const struct campaign *campaign, struct link link, size_t bytes, const struct basis *b)
{
	struct handshake_seen s = {.bytes = bytes,
				   .alone = handshake_alone(campaign, link, bytes),
				   .begin = least_of(campaign, begun(EXPERIMENT_OVERLAP, link, bytes), true)};

	s.in_waits = outlasts_receive(campaign, link, bytes);
	s.seen[BESIDE_SENDER] = beyond(campaign, EXPERIMENT_OVERLAP, link, bytes, SIDE_SENDER);
	s.seen[BESIDE_RECEIVER] = beyond(campaign, EXPERIMENT_OVERLAP, link, bytes, SIDE_RECEIVER) - b->receiver_begins;
	s.seen[LATE_RECEIVER] = beyond(campaign, EXPERIMENT_SEND_EARLY, link, bytes, SIDE_SENDER) + b->sender_begins;
	s.seen[SENDER_HELD] = least_of(campaign, begun(EXPERIMENT_ROUNDTRIP, link, bytes), true);
	return s;
}

static int by_bytes(const void *a, const void *b)
{
	const struct handshake_seen *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static bool is_there(const struct handshakes *found, size_t bytes)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->list[i].bytes == bytes)
			return true;
	return false;
}

/* Decides of each size what the platform does there. Returns the misfit of all. */
static double decide_all(const struct basis *basis, struct handshakes *found)
{
	double sum = 0;

	found->immediate = basis->immediate;
	found->close = 0;
	for (size_t i = 0; i < found->n; i++) {
		struct handshake_seen *s = &found->list[i];

		s->nearest = 0;
		decide(basis, s, i > 0 ? found->list[i - 1].taken : 0);
		found->close += s->close;
		sum += s->misfit[s->nearest] * s->misfit[s->nearest];
	}
	return sqrt(sum);
}

/* That a handshake takes no time counts where its misfit is less than so great a part. */
static void decide_by_handshake(struct basis *basis, struct handshakes *found)
{
	const double far = 0.5;
	double misfit = decide_all(basis, found);

	basis->immediate = true;
	if (decide_all(basis, found) < far * misfit)
		return;
	basis->immediate = false;
	decide_all(basis, found);
}

/* O' where what was decided tells it. */
static double control_of(const struct campaign *campaign, struct link link, const struct basis *basis,
			 const struct handshakes *found)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (handshake_protocol(s->taken) == PROTOCOL_TA)
			return s->seen[LATE_RECEIVER] - basis->latency -
			       least_of(campaign, plain(EXPERIMENT_RECEIVE, link, s->bytes), false);
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
	double empty = least_of(campaign, plain(EXPERIMENT_ROUNDTRIP, link, 0), false);

	for (size_t i = 0; i < campaign->n && found->n_streams < HANDSHAKE_STREAMS; i++) {
		struct experiment what = plain(EXPERIMENT_TRAIN, link, campaign->samples[i]->what.bytes);
		double trip = least_of(campaign, plain(EXPERIMENT_ROUNDTRIP, link, what.bytes), false), whole;

		what.count = HANDSHAKE_STREAM;
		if (!experiment_same_point(&campaign->samples[i]->what, &what) || isnan(trip + empty))
			continue;
		whole = least(campaign->samples[i], false);
		if (isnan(whole))
			continue;
		found->streams[found->n_streams++] = (struct stream_seen){
			.bytes = what.bytes, .gap = (whole - trip) / (HANDSHAKE_STREAM - 1), .data = trip - empty};
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
			found->list[found->n++] = see(campaign, link, what->bytes, &basis);
	}
	qsort(found->list, found->n, sizeof(found->list[0]), by_bytes);
	decide_by_handshake(&basis, found);
	found->control = control_of(campaign, link, &basis, found);
}
