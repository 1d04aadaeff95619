#include "explain/delay.h"

#include "base/lookup.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Seconds: how far the end of a wait is from the beginning of the interval that it ends with. */
#define SAME_TIME 1e-13

static uint64_t choice_key(int process, double at)
{
	return (uint64_t)(uint32_t)process << 44 ^ (uint64_t)llround(at * 1e12);
}

/* Which intervals are the first ones after a wait that had a choice; of several choices the longest counts. */
static enum status find_choices(struct delay *delay, struct error *err)
{
	const struct simulation *simulation = delay->simulation;
	struct lookup ends = {0};
	enum status status = OK;

	for (size_t c = 0; status == OK && c < simulation->n_choices; c++) {
		const struct interval_choice *choice = &simulation->choices[c];
		uint64_t key = choice_key(choice->process, choice->to), other;

		if (lookup_get(&ends, key, &other) && simulation->choices[other].from <= choice->from)
			continue;
		if (!lookup_put(&ends, key, c))
			status = error_memory(err, "the order of what was complete");
	}
	for (size_t i = 1; status == OK && simulation->n_choices > 0 && i < simulation->n_intervals; i++) {
		const struct interval *interval = &simulation->intervals[i];
		uint64_t found;

		if (interval->kind < INTERVAL_LATENCY &&
		    lookup_get(&ends, choice_key(interval->process, interval->start), &found) &&
		    fabs(simulation->choices[found].to - interval->start) <= SAME_TIME)
			delay->choices[i] = (uint32_t)found + 1;
	}
	lookup_release(&ends);
	return status;
}

enum status delay_init(struct delay *delay, const struct simulation *simulation, struct error *err)
{
	uint32_t sites = 0;

	*delay = (struct delay){.simulation = simulation};
	for (size_t i = 0; i < simulation->n_intervals; i++)
		sites = simulation->intervals[i].site > sites ? simulation->intervals[i].site : sites;
	for (size_t c = 0; c < simulation->n_choices; c++)
		sites = simulation->choices[c].site > sites ? simulation->choices[c].site : sites;
	delay->n_keys = ((size_t)sites + 1) * CAUSE_KINDS;
	delay->keys = calloc(delay->n_keys, sizeof(*delay->keys));
	delay->choices = calloc(simulation->n_intervals + 1, sizeof(*delay->choices));
	if (!delay->keys || !delay->choices)
		return error_memory(err, "the causes of waits");
	return find_choices(delay, err);
}

void delay_release(struct delay *delay)
{
	free(delay->keys);
	free(delay->choices);
	free(delay->parts);
	free(delay->used);
}

static bool leaves(const struct interval *interval)
{
	return interval->kind == INTERVAL_OUT_BANDWIDTH || interval->kind == INTERVAL_OUT_GAP;
}

static bool comes_in(const struct interval *interval)
{
	return interval->kind == INTERVAL_IN_BANDWIDTH || interval->kind == INTERVAL_IN_GAP;
}

/* Whether a port was busy with another message than that of what came after. queued: so was that. */
static bool is_queue(const struct interval *port, const struct interval *after, bool queued)
{
	bool same = after->operation == port->operation && after->peer == port->peer && after->bytes == port->bytes;

	if (leaves(port)) {
		if (leaves(after))
			return !same || queued;
		if (after->kind == INTERVAL_LATENCY)
			return !same;
		if (comes_in(after))
			return after->peer != port->process || after->bytes != port->bytes;
		return after->kind == INTERVAL_SEND && after->process == port->process;
	}
	return comes_in(port) && comes_in(after) && (!same || queued);
}

/* after: what came after it, NULL: nothing; of the kind of cause that is given. */
static enum cause_kind kind_of(const struct interval *interval, const struct interval *after, enum cause_kind last)
{
	switch (interval->kind) {
	case INTERVAL_COMPUTE:
	case INTERVAL_COPY:
	case INTERVAL_REDUCE:
		return CAUSE_COMPUTATION;
	case INTERVAL_KEPT:
		return CAUSE_KEPT;
	case INTERVAL_SEND:
	case INTERVAL_RECEIVE:
		return CAUSE_OVERHEAD;
	case INTERVAL_LATENCY:
	case INTERVAL_STREAM:
		return CAUSE_TRANSFER;
	default:
		return after && is_queue(interval, after, last == CAUSE_QUEUE) ? CAUSE_QUEUE : CAUSE_TRANSFER;
	}
}

/* A way back in time. */
struct delay_way {
	uint32_t at;          /* the interval that it has come to, 0: the beginning */
	double end;           /* until when that counts */
	uint32_t choice;      /* and 1: until its from, the order of completion counts */
	enum cause_kind kind; /* of at */
};

static struct delay_key *use_key(struct delay *delay, uint32_t key)
{
	struct delay_key *at = &delay->keys[key];
	uint32_t *grown;

	if (at->delay > 0 || at->own > 0)
		return at;
	grown = memory_grow(delay->used, &delay->used_capacity, delay->n_used + 1, sizeof(*grown));
	if (!grown) {
		delay->status = ERR_MEMORY;
		return at;
	}
	delay->used = grown;
	grown[delay->n_used++] = key;
	return at;
}

static void add_part(struct delay *delay, const struct delay_part *part)
{
	struct delay_part *grown = memory_grow(delay->parts, &delay->part_capacity, delay->n_parts + 1, sizeof(*grown));

	if (!grown) {
		delay->status = ERR_MEMORY;
		return;
	}
	delay->parts = grown;
	grown[delay->n_parts++] = *part;
	use_key(delay, part->key)->delay += part->seconds;
}

/* Counts what lies between two times of the way: as delay, or as what the process did itself. */
static void count(struct delay *delay, const struct delay_way *way, double from, double to, bool own)
{
	const struct interval *at = delay->simulation->intervals;
	struct delay_part part = {.interval = way->at, .seconds = to - from};

	if (!(to > from) || !way->at)
		return;
	if (way->choice) {
		part.choice = way->choice;
		part.key = delay->simulation->choices[way->choice - 1].site * CAUSE_KINDS + CAUSE_ORDER;
	} else {
		part.key = at[way->at].site * CAUSE_KINDS + (uint32_t)way->kind;
	}
	if (own)
		use_key(delay, part.key)->own += part.seconds;
	else
		add_part(delay, &part);
}

/* The way's part until the time from; a choice that counts until a time before that ends there. */
static void go_until(struct delay *delay, struct delay_way *way, double from, bool own)
{
	double until = way->choice ? delay->simulation->choices[way->choice - 1].from : from;

	if (way->choice && until > from) {
		count(delay, way, until < way->end ? until : way->end, way->end, own);
		way->end = until < way->end ? until : way->end;
		way->choice = 0;
	}
	count(delay, way, from, way->end, own);
	way->end = from < way->end ? from : way->end;
}

/* One interval back. */
static void step(struct delay *delay, struct delay_way *way, bool own)
{
	const struct interval *interval = &delay->simulation->intervals[way->at];

	go_until(delay, way, interval->start, own);
	if (!way->choice)
		way->choice = delay->choices[way->at];
	way->at = interval->cause;
	way->kind = kind_of(&delay->simulation->intervals[way->at], interval, way->kind);
}

/* Both ways back to where they come from together. */
static void meet(struct delay *delay, struct delay_way *delayed, struct delay_way *own)
{
	int left = DELAY_STEPS_MOST;

	while (delayed->at != own->at && left-- > 0) {
		if (delayed->at > own->at)
			step(delay, delayed, false);
		else
			step(delay, own, true);
	}
	delay->cut = delayed->at != own->at;
	if (delay->cut)
		return;
	if (delayed->end > own->end)
		go_until(delay, delayed, own->end, false);
	else
		go_until(delay, own, delayed->end, true);
}

/* Of each place what the process did itself is taken off, and of each kind what it did more of at other places: sets
 * keys' delay to the part of theirs that counts. */
static double take_off_own(struct delay *delay)
{
	double more[CAUSE_KINDS] = {0}, less[CAUSE_KINDS] = {0}, sum = 0;

	for (size_t u = 0; u < delay->n_used; u++) {
		const struct delay_key *key = &delay->keys[delay->used[u]];
		uint32_t kind = delay->used[u] % CAUSE_KINDS;

		if (key->delay > key->own)
			more[kind] += key->delay - key->own;
		else
			less[kind] += key->own - key->delay;
	}
	for (size_t u = 0; u < delay->n_used; u++) {
		struct delay_key *key = &delay->keys[delay->used[u]];
		uint32_t kind = delay->used[u] % CAUSE_KINDS;
		double rest = key->delay > key->own && more[kind] > less[kind]
				      ? (key->delay - key->own) * (1 - less[kind] / more[kind])
				      : 0;

		sum += rest;
		key->own = key->delay > 0 ? rest / key->delay : 0;
	}
	return sum;
}

/* The parts become as long as the wait, together. */
static void scale(struct delay *delay, double sum, double wait)
{
	double given = 0;
	size_t n = 0, most = 0;

	for (size_t i = 0; i < delay->n_parts; i++) {
		struct delay_part part = delay->parts[i];

		part.seconds *= delay->keys[part.key].own * (wait / sum);
		if (!(part.seconds > 0))
			continue;
		given += part.seconds;
		delay->parts[n] = part;
		most = part.seconds > delay->parts[most].seconds ? n : most;
		n++;
	}
	delay->n_parts = n;
	if (n > 0)
		delay->parts[most].seconds += wait - given;
}

static void forget(struct delay *delay)
{
	for (size_t u = 0; u < delay->n_used; u++)
		delay->keys[delay->used[u]] = (struct delay_key){0};
	delay->n_used = 0;
}

/* Nothing lasted longer than what the process did itself: what ended the wait is the cause. */
static void blame_end(struct delay *delay, uint32_t cause, enum cause_kind kind, double wait)
{
	delay->n_parts = 0;
	forget(delay);
	if (cause)
		add_part(delay, &(struct delay_part){.interval = cause,
						     .seconds = wait,
						     .key = delay->simulation->intervals[cause].site * CAUSE_KINDS +
							    (uint32_t)kind});
}

void delay_find(struct delay *delay, uint32_t before, uint32_t cause, uint32_t after, double begin, double end)
{
	struct delay_way delayed = {.at = cause, .end = end, .choice = after ? delay->choices[after] : 0},
			 own = {.at = before, .end = begin};
	const struct interval *at = delay->simulation->intervals;
	enum cause_kind kind = kind_of(&at[cause], after ? &at[after] : NULL, CAUSE_TRANSFER);
	double sum;

	delayed.kind = kind;
	own.kind = kind_of(&at[before], NULL, CAUSE_TRANSFER);
	delay->n_parts = 0;
	meet(delay, &delayed, &own);
	sum = take_off_own(delay);
	if (sum > 0)
		scale(delay, sum, end - begin);
	if (!(sum > 0) || delay->n_parts == 0)
		blame_end(delay, cause, kind, end - begin);
	forget(delay);
}
