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
 * with O' = I and the latency of a handshake's messages that of others, or, where that explains all sizes by far
 *better, with both 0: what moves messages on knows at once that both have called (immediate). X is then D less I and L.
 * Under RAT and DCP a sender that is held for less than half as long pushes the data into a buffer of the network's:
 *what is left of how long it is held beside I + 2 (O' + L) is the push, and takes the place of X - L in the last two.
 * D + r is what the message alone takes, and r under TA and RTA is O' + L + t where that is longer: the sender
 * receives the answer when it has heard that its message is there. X = D - 3 (O' + L) under RAT, D - 2 (O' + L) under
 * RTA; under T and TA O_c is such a part of D - L as at the switch.
 */
#include "model/handshakes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const handshake_names[HANDSHAKE_CANDIDATES] = {"T",       "TA DCP",  "TA ICP", "RAT DCP",
							   "RAT ICP", "RTA DCP", "RTA ICP"};
const char *const handshake_effects[HANDSHAKE_EFFECTS] = {"computation at the sender", "computation at the receiver",
							  "late receiver", "sender held"};

static enum protocol protocol_of(int candidate)
{
	return (enum protocol)((candidate + 1) / 2);
}

static bool is_independent(int candidate)
{
	return candidate > 0 && candidate % 2 == 0;
}

bool handshake_sends_at_once(int candidate)
{
	return protocol_of(candidate) == PROTOCOL_TA;
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
	enum protocol protocol = protocol_of(candidate);
	bool alone = is_independent(candidate), asks = protocol == PROTOCOL_RAT || protocol == PROTOCOL_RTA;
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

		if (protocol_of(s->taken) == PROTOCOL_TA)
			return s->seen[LATE_RECEIVER] - basis->latency -
			       least_of(campaign, plain(EXPERIMENT_RECEIVE, link, s->bytes), false);
	}
	return found->immediate ? 0 : NAN;
}

void handshakes_decide(const struct campaign *campaign, struct link link, struct handshakes *found)
{
	struct basis basis;

	*found = (struct handshakes){.eager = switch_of(campaign, link, OPERATION_SEND),
				     .eager_begun = switch_of(campaign, link, OPERATION_ISEND),
				     .control = NAN};
	if (isnan(found->eager))
		return;
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

/* S_cp of a size. */
static double progress_of(const struct handshake_seen *s)
{
	return is_independent(s->taken) ? 0 : s->in_waits ? 2 : 1;
}

/* T_m and S_cp hold from the first size at which they were found to the last; between two that differ they change at
 * the upper one. */
static enum status set_codes(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	double bytes[2 * HANDSHAKE_SIZES_MOST], protocols[2 * HANDSHAKE_SIZES_MOST],
		dependent[2 * HANDSHAKE_SIZES_MOST];
	size_t n = 0;
	enum status status;

	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (i > 0 && protocols[n - 1] == (double)protocol_of(s->taken) && dependent[n - 1] == progress_of(s))
			continue;
		if (i > 0 && (double)(s->bytes - 1) > bytes[n - 1]) {
			bytes[n] = (double)(s->bytes - 1);
			protocols[n] = protocols[n - 1];
			dependent[n] = dependent[n - 1];
			n++;
		}
		bytes[n] = i > 0 ? (double)s->bytes : found->eager + 1;
		protocols[n] = (double)protocol_of(s->taken);
		dependent[n++] = progress_of(s);
	}
	status = model_set_curve(model, l, "T_m", bytes, protocols, n, err);
	return status == OK ? model_set_curve(model, l, "S_cp", bytes, dependent, n, err) : status;
}

static bool pushes(const struct handshake_seen *s)
{
	return protocol_of(s->taken) == PROTOCOL_RAT && !is_independent(s->taken);
}

/* O_push, if the data of any size go into a buffer; of sizes that do not fit the push lasts until they are out. */
static enum status set_pushes(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	double bytes[HANDSHAKE_SIZES_MOST], push[HANDSHAKE_SIZES_MOST];
	bool buffered = false;
	size_t n = 0;

	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (!pushes(s))
			continue;
		bytes[n] = (double)s->bytes;
		push[n++] = isnan(s->push) ? s->pushing : s->push;
		buffered = buffered || !isnan(s->push);
	}
	return buffered ? model_set_curve(model, l, "O_push", bytes, push, n, err) : OK;
}

/* "alone 12.3 us; computation at the sender 1.2 (T 1.1, TA DCP 1.2, ...)": each effect with what candidates say. */
static enum status tell(const struct handshake_seen *s, struct model *model, struct error *err)
{
	char text[1280], name[64];
	size_t used = (size_t)snprintf(text, sizeof(text), "%s%s%s%s, alone %.4g us", handshake_names[s->taken],
				       s->close ? ", too close to tell from " : "",
				       s->close ? handshake_names[s->taken == s->nearest ? s->next : s->nearest] : "",
				       "", 1e6 * s->alone);

	for (size_t e = 0; e < HANDSHAKE_EFFECTS; e++) {
		used += (size_t)snprintf(text + used, sizeof(text) - used, "; %s %.4g us (", handshake_effects[e],
					 1e6 * s->seen[e]);
		for (int c = 0; c < HANDSHAKE_CANDIDATES; c++)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s %.4g", c > 0 ? ", " : "",
						 handshake_names[c], 1e6 * s->predicted[c][e]);
		used += (size_t)snprintf(text + used, sizeof(text) - used, ")");
	}
	if (!is_independent(s->taken))
		used += (size_t)snprintf(text + used, sizeof(text) - used, "; goes on in %s",
					 s->in_waits ? "waits alone" : "calls that receive too");
	if (pushes(s) && !isnan(s->push))
		snprintf(text + used, sizeof(text) - used, "; pushed into a buffer in %.4g us", 1e6 * s->push);
	snprintf(name, sizeof(name), MODEL_HANDSHAKE "%zu", s->bytes);
	return model_fact_text(model, name, text, err);
}

static enum status set_link(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	bool other = !isnan(found->eager_begun) && found->eager_begun != found->eager;
	enum status status = model_set(model, l, "S", found->eager, err);

	if (status == OK && other)
		status = model_set(model, l, "S_i", found->eager_begun, err);
	if (status == OK && !isnan(found->control))
		status = model_set(model, l, "O_control", found->control, err);
	if (status == OK && found->immediate)
		status = model_set(model, l, "L_control", 0, err);
	if (status == OK && found->n > 0)
		status = set_codes(found, model, l, err);
	return status == OK ? set_pushes(found, model, l, err) : status;
}

enum status handshakes_set(const struct handshakes *found, struct model *model, struct error *err)
{
	enum status status = OK;

	for (size_t l = 0; status == OK && !isnan(found->eager) && l < model->n_links; l++)
		status = set_link(found, model, l, err);
	for (size_t i = 0; status == OK && i < found->n; i++)
		status = tell(&found->list[i], model, err);
	return status == OK && found->n > 0 ? model_fact_number(model, MODEL_HANDSHAKE_CLOSE, (double)found->close, err)
					    : status;
}
