#include "estimate/protocol.h"

#include "estimate/control.h"
#include "estimate/ports.h"
#include "estimate/sends.h"
#include "estimate/variation.h"
#include "estimate/witness.h"
#include "probe/deadline.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdio.h>

enum {
	REPETITIONS = 5,
	MAJORITY = 3,
	SEARCHES = 3,
	SWITCH_LEAST = 128,      /* bytes: a lower one leaves no room for a long message */
	SWITCH_MOST = 4 << 20,   /* bytes: LMO measures four times as much */
	SWITCH_SOUGHT = 1 << 20, /* bytes: up to which it is looked for */
	LONG_LEAST = 1 << 10,
	LONG_MOST = 64 << 10 /* bytes: of the long message, as far as the switch allows */
};

/* s: a sender that the operating system keeps from its CPU seems to wait; mostly it is back sooner. */
static const double off_cpu = 10e-3;

static struct experiment plain(enum experiment_kind kind, struct link link, size_t bytes)
{
	return (struct experiment){
		.kind = kind, .from = link.from, .to = link.to, .bytes = bytes, .count = 1, .loop = 1};
}

/* Sends between two processes, by MPI_Send or by MPI_Isend and MPI_Wait. */
struct sends_of {
	struct link link;
	enum mpi_operation operation;
};

static struct experiment send_early(struct sends_of sends, size_t bytes)
{
	struct experiment early = plain(EXPERIMENT_SEND_EARLY, sends.link, bytes);

	early.setup.operation = sends.operation;
	return early;
}

/* An estimate of the round trip, which is kept by nobody: the campaign's own round trips may be timed in loops. */
static enum status trip_of(struct prober *prober, struct link link, size_t bytes, size_t repetitions, double *seconds,
			   struct error *err)
{
	const struct experiment trip = plain(EXPERIMENT_ROUNDTRIP, link, bytes);
	struct observation observations[REPETITIONS];
	enum status status = platform_run(prober->platform, &trip, repetitions, observations, err);

	*seconds = INFINITY;
	for (size_t i = 0; status == OK && i < repetitions; i++)
		*seconds = fmin(*seconds, observations[i].seconds);
	return status;
}

/* Returns how late, in seconds, a receiver is for a send whose round trip takes `trip` seconds: by more than the
 * message needs, and not by many times as much where that is long. */
static double lateness(double trip)
{
	const double at_most = 10;

	return fmin(4 * trip, 1.5 * trip + at_most * off_cpu) + off_cpu;
}

static enum status over(struct error *err)
{
	return error_set(err, ERR_STOPPED, "the time was over before the search had ended: allow more time");
}

/* ERR_STOPPED if a few such messages are not sure to be there before the deadline. */
static enum status see_to_time(struct prober *prober, struct link link, size_t bytes, struct error *err)
{
	const struct experiment trip = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, bytes, bytes);
	bool admitted = true;
	enum status status = deadline_admits(prober, &trip, &admitted, err);

	return status != OK || admitted ? status : over(err);
}

/* ERR_STOPPED if what takes so long would end after the deadline. */
static enum status see_to_seconds(const struct prober *prober, double seconds, struct error *err)
{
	double deadline = prober->options->deadline;

	return deadline > 0 && platform_now(prober->platform) + seconds > deadline ? over(err) : OK;
}

/* Adds to *late how many of n sends last longer than `bound` seconds. */
static enum status count_late(struct prober *prober, const struct experiment *early, size_t n, double bound,
			      size_t *late, struct error *err)
{
	struct observation observations[REPETITIONS];

	TRY(platform_run(prober->platform, early, n, observations, err));
	TRY(probe_keep(prober, early, observations, n, err));
	for (size_t i = 0; i < n; i++)
		*late += observations[i].seconds > bound;
	return OK;
}

/* Sets the delay of early: the delay of earlier sends of this size, or one that follows from `trips` round trips. */
static enum status set_delay(struct prober *prober, struct experiment *early, size_t trips, struct error *err)
{
	const struct link link = {early->from, early->to};
	const struct sample *before = campaign_find(prober->campaign, early);
	double trip = 0;

	TRY(see_to_time(prober, link, early->bytes, err));
	if (!before)
		TRY(trip_of(prober, link, early->bytes, trips, &trip, err));
	early->delay = before ? before->what.delay : lateness(trip);
	return OK;
}

/* Sets *answer: whether a send of `bytes` ends only when its receiver, who is late by more than a round trip, is there.
 * The majority of `repetitions`, 1 or REPETITIONS, decides, since either side may be kept from its CPU, which makes the
 * other seem to wait, or not to. Three that agree are a majority. */
static enum status waits(struct prober *prober, struct sends_of sends, size_t bytes, size_t repetitions, bool *answer,
			 struct error *err)
{
	struct experiment early = send_early(sends, bytes);
	size_t late = 0, n = repetitions < MAJORITY ? repetitions : MAJORITY;

	TRY(set_delay(prober, &early, n < 2 ? n : 2, err));
	TRY(see_to_seconds(prober, (double)n * 2 * early.delay, err)); /* each with the message and an answer */
	TRY(count_late(prober, &early, n, HANDSHAKE_LATE * early.delay, &late, err));
	if (late > 0 && late < n)
		TRY(count_late(prober, &early, repetitions - n, HANDSHAKE_LATE * early.delay, &late, err));
	*answer = 2 * late > repetitions;
	return OK;
}

/* Sizes in bytes: of a message that does not wait for its receiver, and of one that does. */
struct bracket {
	size_t eager, rendezvous;
};

/* Sends a message of `bytes`, between the two, and moves the end of the bracket whose side it is on. */
static enum status narrow(struct prober *prober, struct sends_of sends, size_t bytes, size_t repetitions,
			  struct bracket *bracket, struct error *err)
{
	bool waiting = false;

	TRY(waits(prober, sends, bytes, repetitions, &waiting, err));
	*(waiting ? &bracket->rendezvous : &bracket->eager) = bytes;
	return OK;
}

/* Returns the power of two in the middle between those inside the bracket, or 0 if none is. */
static size_t middle_power(const struct bracket *bracket)
{
	size_t first = 1, n = 0;

	while (first <= bracket->eager)
		first *= 2;
	while (first << n < bracket->rendezvous)
		n++;
	return n > 0 ? first << (n - 1) / 2 : 0;
}

/*
 * Sets *found to the bytes of the longest message up to largest that does not wait; NAN if all do, or none.
 *
 * - Powers of two are bisected first, so that few messages are much longer than the limit.
 * - The limit mostly is one of them, or one byte less: these are tried before the bytes between two are bisected.
 */
static enum status search_eager(struct prober *prober, struct sends_of sends, size_t largest, size_t repetitions,
				double *found, struct error *err)
{
	struct bracket b = {.eager = 0, .rendezvous = largest + 1};
	bool waiting = false;
	size_t middle;

	*found = NAN;
	TRY(waits(prober, sends, 0, repetitions, &waiting, err));
	if (waiting) /* no size does not wait */
		return OK;
	while ((middle = middle_power(&b)) > 0)
		TRY(narrow(prober, sends, middle, repetitions, &b, err));
	if (b.rendezvous > largest && b.eager < largest)
		TRY(narrow(prober, sends, largest, repetitions, &b, err));
	if (b.rendezvous > largest) /* no size waits */
		return OK;
	if (b.rendezvous - b.eager > 1)
		TRY(narrow(prober, sends, b.rendezvous - 1, repetitions, &b, err));
	if (b.rendezvous - b.eager > 1)
		TRY(narrow(prober, sends, b.eager + 1, repetitions, &b, err));
	while (b.rendezvous - b.eager > 1)
		TRY(narrow(prober, sends, b.eager + (b.rendezvous - b.eager) / 2, repetitions, &b, err));
	*found = (double)b.eager;
	return OK;
}

/* Whether that is the limit: the longest message does not wait, and one byte more does; of NAN, that none waits, or
 * all do. */
static enum status confirm(struct prober *prober, struct sends_of sends, size_t largest, double found, bool *confirmed,
			   struct error *err)
{
	size_t eager = isnan(found) ? 0 : (size_t)found;
	bool short_waits = false, long_waits = false;
	enum status status = waits(prober, sends, isnan(found) ? largest : eager + 1, REPETITIONS, &long_waits, err);

	if (status == OK && long_waits)
		status = waits(prober, sends, eager, REPETITIONS, &short_waits, err);
	*confirmed = isnan(found) ? short_waits == long_waits : long_waits && !short_waits;
	return status;
}

/* The median of three searches, as one wrong answer leads a bisection astray; NAN as soon as one finds none. */
static enum status search_repeatedly(struct prober *prober, struct sends_of sends, size_t largest, double *found,
				     struct error *err)
{
	double each[SEARCHES];

	for (size_t i = 0; i < SEARCHES; i++) {
		enum status status = search_eager(prober, sends, largest, REPETITIONS, &each[i], err);

		*found = each[i];
		if (status != OK || isnan(each[i]))
			return status;
	}
	*found = fmax(fmin(each[0], each[1]), fmin(fmax(each[0], each[1]), each[2]));
	return OK;
}

/* By single sends, which is quick, and confirmed; where that fails, by many. */
static enum status search(struct prober *prober, struct sends_of sends, size_t largest, double *found,
			  struct error *err)
{
	bool confirmed = false;
	enum status status = search_eager(prober, sends, largest, 1, found, err);

	if (status == OK)
		status = confirm(prober, sends, largest, *found, &confirmed, err);
	return status != OK || confirmed ? status : search_repeatedly(prober, sends, largest, found, err);
}

enum status protocol_confirm_switch(struct prober *prober, struct link link, double eager, bool *confirmed,
				    struct error *err)
{
	bool longer = false, shorter = true;
	const struct sends_of sends = {link, OPERATION_SEND};
	enum status status = waits(prober, sends, (size_t)(1.1 * eager), REPETITIONS, &longer, err);

	if (status == OK)
		status = waits(prober, sends, (size_t)(0.9 * eager), REPETITIONS, &shorter, err);
	*confirmed = longer && !shorter;
	return status;
}

/* What stands for the sends of so many bytes to a late receiver, in s, and how late he was; NAN if none is known. */
static double early_send(const struct prober *prober, struct link link, size_t bytes, double *late)
{
	const struct experiment early = plain(EXPERIMENT_SEND_EARLY, link, bytes);
	const struct sample *sample = campaign_find(prober->campaign, &early);

	*late = sample ? sample->what.delay : NAN;
	return sample ? probe_estimate(prober, sample).value : NAN;
}

/* What was seen of the limit. */
static enum status tell_eager(const struct prober *prober, struct link link, size_t largest, double eager,
			      const char *name, struct model *model, struct error *err)
{
	size_t most = isnan(eager) ? largest : (size_t)eager;
	double late, later, longest = early_send(prober, link, most, &late),
			    longer = early_send(prober, link, most + 1, &later);
	char text[300];

	if (isnan(eager))
		snprintf(text, sizeof(text),
			 "a send of %zu bytes to a receiver who comes %.5g us later takes %.5g us: %s up to that size "
			 "wait",
			 largest, 1e6 * late, 1e6 * longest, longest > late / 2 ? "all sends" : "no sends");
	else
		snprintf(text, sizeof(text),
			 "sends to a receiver who comes %.5g us later: of %zu bytes %.5g us, of one more %.5g us",
			 1e6 * later, most, 1e6 * longest, 1e6 * longer);
	return model_fact_text(model, name, text, err);
}

/* Whether the limit was found by what the campaign holds. */
static bool is_found(const struct estimate_options *o, const struct prober *prober)
{
	struct experiment longer = plain(EXPERIMENT_SEND_EARLY, o->pair, 1);

	if (!o->eager_known || isnan(o->eager))
		return false;
	longer.bytes += (size_t)o->eager;
	return campaign_find(prober->campaign, &longer) != NULL;
}

static enum status find_eager(const struct estimate_options *o, struct prober *prober, size_t largest,
			      struct model *model, struct error *err)
{
	const struct link link = o->pair, back = {link.to, link.from};
	const struct sends_of there = {link, OPERATION_SEND}, other_way = {back, OPERATION_SEND};
	bool alike = false;
	double eager = o->eager, other;
	enum status status = is_found(o, prober) ? OK : search(prober, there, largest, &eager, err);

	other = eager;
	if (status == OK)
		status = confirm(prober, other_way, largest, eager, &alike, err);
	if (status == OK && !alike)
		status = search(prober, other_way, largest, &other, err);
	if (status == OK && !isnan(eager))
		status = model_fact_number(model, MODEL_EAGER, eager, err);
	if (status == OK)
		status = tell_eager(prober, link, largest, eager, MODEL_EAGER MODEL_SEEN, model, err);
	if (status == OK && !isnan(other))
		status = model_fact_number(model, MODEL_EAGER_BACK, other, err);
	return status == OK ? tell_eager(prober, back, largest, other, MODEL_EAGER_BACK MODEL_SEEN, model, err)
			    : status;
}

enum status protocol_find_eager(struct estimate_options *o, struct prober *prober, struct error *err)
{
	const struct sends_of sends = {o->pair, OPERATION_SEND};
	bool grows = o->method->plan == PLAN_REFINE && !o->method->default_sizes && !o->list,
	     wanted = (grows || o->class->handshakes) && !o->eager_known;
	enum status status = wanted ? platform_prepare(prober->platform, PROTOCOL_LARGEST, err) : OK;

	if (status == OK && wanted)
		status = search(prober, sends, PROTOCOL_LARGEST, &o->eager, err);
	o->eager_known = o->eager_known || (status == OK && wanted);
	return status;
}

enum status protocol_find_begun(struct prober *prober, struct link link, double eager, double *begun, struct error *err)
{
	const struct sends_of sends = {link, OPERATION_ISEND};
	bool alike = false;
	enum status status = confirm(prober, sends, PROTOCOL_LARGEST, eager, &alike, err);

	*begun = eager;
	return status == OK && !alike ? search(prober, sends, PROTOCOL_LARGEST, begun, err) : status;
}

void protocol_take_switch(struct estimate_options *o, double eager)
{
	size_t least, half;

	if (isnan(eager) || eager < SWITCH_LEAST || eager > SWITCH_MOST)
		return;
	o->switch_size = (size_t)eager;
	least = o->switch_size < LONG_LEAST ? o->switch_size : LONG_LEAST;
	half = o->switch_size / 2 < LONG_MOST ? o->switch_size / 2 : LONG_MOST;
	o->long_size = half > least ? half : least;
}

enum status protocol_find_switch(struct estimate_options *o, struct prober *prober, struct error *err)
{
	double found = NAN;
	bool seeks = o->method->plan == PLAN_TRIPLETS && o->switch_size == 0;
	enum status status = seeks ? platform_prepare(prober->platform, SWITCH_SOUGHT, err) : OK;

	if (status == OK && seeks)
		status = search(prober, (struct sends_of){o->pair, OPERATION_SEND}, SWITCH_SOUGHT, &found, err);
	if (status == OK)
		protocol_take_switch(o, found);
	return status;
}

/* Bytes, as the model has it; NAN if it does not. */
static double known_eager(const struct model *model)
{
	const struct fact *eager = model_fact(model, MODEL_EAGER);
	bool has_switch = !model->class->handshakes && /* whose S is no fact yet that others can take */
			  model_param_index(model->class, "S") < model->class->n_params &&
			  model_platform(model) < model->n_links;

	return eager && !eager->text ? eager->number
	       : has_switch          ? model_value(model, model_platform(model), "S", 0)
				     : NAN;
}

/* Whether so many messages, of which the model knows how long they take, and so many seconds more are in time. */
static bool in_time(const struct estimate_options *o, const struct prober *prober, const struct model *model,
		    size_t bytes, double messages, double more)
{
	double deadline = prober->options->deadline, seconds = messages * model_p2p(model, o->pair, bytes) + more;

	return !(deadline > 0) || !(seconds > deadline - platform_now(prober->platform));
}

/* What becomes of long messages that cross. */
static enum status find_crossing(struct prober *prober, struct link link, double eager, size_t largest,
				 struct model *model, struct error *err)
{
	TRY(control_find(prober, link, eager, largest, model, err));
	return variation_find(prober, link, eager < (double)largest ? (size_t)eager + 1 : 0, model, err);
}

/* Where time is short, how ports serve comes first, by shorter messages: it changes predictions most. It takes 240 to
 * 380 of its messages and sends take 35; the rest is for what is not begun unless it is sure to end in time. */
static enum status find_shortly(const struct estimate_options *o, struct prober *prober, size_t largest,
				struct model *model, struct error *err)
{
	const double messages = 480, crossed = 80;
	const size_t least = (size_t)16 << 10;
	double eager = known_eager(model), known = isnan(eager) && o->eager_known ? o->eager : eager;
	size_t bytes = ports_bytes(known, largest);

	while (bytes > least && !in_time(o, prober, model, bytes, messages, 0))
		bytes = ports_bytes(known, bytes / 2);
	TRY(bytes > 1 ? ports_find(prober, o->pair, bytes, model, err) : OK);
	if (known < (double)largest &&
	    in_time(o, prober, model, control_longer(known, largest), crossed, 0)) /* NAN: false */
		TRY(find_crossing(prober, o->pair, known, largest, model, err));
	TRY(sends_find(prober, o->pair, eager, bytes, model, err));
	return isnan(eager) ? find_eager(o, prober, largest, model, err) : OK;
}

enum status protocol_find(const struct estimate_options *options, struct prober *prober, size_t largest,
			  struct model *model, struct error *err)
{
	const double messages = 160, late = 60 * off_cpu; /* of a search by so many sends to a late receiver */
	enum status status = OK;
	double eager;
	size_t bytes;

	if (!in_time(options, prober, model, largest, messages, isnan(known_eager(model)) ? late : 0))
		return find_shortly(options, prober, largest, model, err);
	if (isnan(known_eager(model)))
		status = find_eager(options, prober, largest, model, err);
	eager = known_eager(model);
	bytes = ports_bytes(eager, largest);
	if (status == OK)
		status = sends_find(prober, options->pair, eager, bytes, model, err);
	if (status == OK && bytes > 1)
		status = ports_find(prober, options->pair, bytes, model, err);
	return status == OK ? find_crossing(prober, options->pair, eager, largest, model, err) : status;
}
