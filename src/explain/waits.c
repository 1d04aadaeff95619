#include "explain/waits.h"

#include "base/lookup.h"
#include "base/memory.h"
#include "explain/delay.h"

#include <stdbool.h>
#include <stdlib.h>

struct wait_finding {
	const struct simulation *simulation;
	struct delay delay;
	struct wait_causes *causes;
	double *blame;        /* of each interval, other than by order: as a queue, at 2 * i + 1, and else */
	struct lookup places; /* by process, kind and place: index of at */
	struct wait_cause *at;
	size_t n, capacity;
	struct lookup pairs; /* by waiting and delaying process: index of waited */
	double *waited;
	size_t n_waited, waited_capacity;
	double *covered;  /* of each process: until when its time has been counted, */
	uint32_t *before; /* and the interval that ended then */
	struct error *err;
	enum status status;
};

static void fail(struct wait_finding *f)
{
	f->status = error_memory(f->err, "the causes of waits");
}

/* What a process is the cause of, at a place. NULL without memory. */
static struct wait_cause *place(struct wait_finding *f, int process, enum cause_kind kind, uint32_t site)
{
	uint64_t key = (uint64_t)(uint32_t)process << 35 | (uint64_t)site << 3 | kind, index;
	struct wait_cause *grown;

	if (lookup_get(&f->places, key, &index))
		return &f->at[index];
	grown = memory_grow(f->at, &f->capacity, f->n + 1, sizeof(*grown));
	if (!grown || !lookup_put(&f->places, key, f->n)) {
		f->at = grown ? grown : f->at;
		fail(f);
		return NULL;
	}
	f->at = grown;
	grown[f->n] = (struct wait_cause){.kind = kind, .process = process, .site = site, .peer = -1};
	return &grown[f->n++];
}

/* One process waited for another one. */
static void note_pair(struct wait_finding *f, int waiter, int other, double seconds)
{
	uint64_t key = (uint64_t)(uint32_t)waiter << 32 | (uint32_t)other, index;
	struct waited_for *waiting = &f->causes->waits[waiter];
	double *grown;

	if (!lookup_get(&f->pairs, key, &index)) {
		grown = memory_grow(f->waited, &f->waited_capacity, f->n_waited + 1, sizeof(*grown));
		if (!grown || !lookup_put(&f->pairs, key, f->n_waited)) {
			f->waited = grown ? grown : f->waited;
			fail(f);
			return;
		}
		f->waited = grown;
		index = f->n_waited++;
		grown[index] = 0;
	}
	f->waited[index] += seconds;
	if (f->waited[index] > waiting->for_seconds) {
		waiting->for_seconds = f->waited[index];
		waiting->for_process = other;
	}
}

/* Whose an interval is: what a receiver's port takes of a message waited for is its sender's. */
static int process_of(const struct interval *interval, enum cause_kind kind)
{
	bool in = interval->kind == INTERVAL_IN_BANDWIDTH || interval->kind == INTERVAL_IN_GAP;

	return in && kind == CAUSE_TRANSFER ? interval->peer : interval->process;
}

static void note_part(struct wait_finding *f, int waiter, int direct, const struct delay_part *part)
{
	const struct interval_choice *choice = part->choice ? &f->simulation->choices[part->choice - 1] : NULL;
	int process =
		choice ? choice->process : process_of(&f->simulation->intervals[part->interval], delay_kind(part));
	struct wait_cause *cause = place(f, process, delay_kind(part), delay_site(part));

	if (!cause)
		return;
	cause->seconds += part->seconds;
	if (process == direct || process == waiter)
		cause->direct += part->seconds;
	if (choice && part->seconds > cause->most) {
		cause->most = part->seconds;
		cause->operation = choice->operation;
	}
	cause->parts += choice != NULL;
	if (!choice)
		f->blame[2 * (size_t)part->interval + (delay_kind(part) == CAUSE_QUEUE)] += part->seconds;
	note_pair(f, waiter, process, part->seconds);
}

/* The process whose CPU or message came last before the end of a wait. */
static int direct_process(const struct simulation *simulation, uint32_t cause)
{
	return process_of(&simulation->intervals[cause], CAUSE_TRANSFER);
}

/* A process did nothing until end, which had this cause; after: the interval that came then, 0: none. */
static void note_wait(struct wait_finding *f, int process, uint32_t cause, uint32_t after, double end)
{
	double begin = f->covered[process];

	if (!(end > begin))
		return;
	delay_find(&f->delay, f->before[process], cause, after, begin, end);
	f->causes->n_waits++;
	f->causes->cut += f->delay.cut;
	f->causes->seconds += end - begin;
	f->causes->waits[process].seconds += end - begin;
	for (size_t i = 0; i < f->delay.n_parts; i++)
		note_part(f, process, direct_process(f->simulation, cause), &f->delay.parts[i]);
	if (f->delay.status != OK)
		fail(f);
}

static void note_all(struct wait_finding *f)
{
	const struct simulation *simulation = f->simulation;

	for (size_t i = 1; i < simulation->n_intervals && f->status == OK; i++) {
		const struct interval *interval = &simulation->intervals[i];
		int p = interval->process;

		if (interval->kind >= INTERVAL_LATENCY || interval->end <= f->covered[p])
			continue;
		note_wait(f, p, interval->cause, (uint32_t)i, interval->start);
		f->covered[p] = interval->end;
		f->before[p] = (uint32_t)i;
	}
	for (int p = 0; p < simulation->processes && f->status == OK; p++)
		note_wait(f, p, simulation->last[p], 0, simulation->finish[p]);
}

/* The kind of an interval that was found as a cause; a port's may also be that others waited for it. */
static enum cause_kind kind_of(const struct interval *interval, bool queue)
{
	if (queue)
		return CAUSE_QUEUE;
	if (interval->kind <= INTERVAL_KEPT)
		return interval->kind == INTERVAL_KEPT ? CAUSE_KEPT : CAUSE_COMPUTATION;
	return interval->kind < INTERVAL_STREAM ? CAUSE_OVERHEAD : CAUSE_TRANSFER;
}

/* How many intervals each place is made of, and which is the longest. */
static void note_longest(struct wait_finding *f)
{
	for (size_t i = 2; i < 2 * f->simulation->n_intervals; i++) {
		const struct interval *interval = &f->simulation->intervals[i / 2];
		enum cause_kind kind = kind_of(interval, i % 2);
		struct wait_cause *cause =
			f->blame[i] > 0 ? place(f, process_of(interval, kind), kind, interval->site) : NULL;

		if (!cause)
			continue;
		cause->parts++;
		if (f->blame[i] <= cause->most)
			continue;
		cause->most = f->blame[i];
		cause->operation = interval->operation;
		cause->peer = interval->peer;
		cause->bytes = interval->bytes;
	}
}

static int by_process(const void *a, const void *b)
{
	const struct wait_cause *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->seconds != y->seconds ? (x->seconds < y->seconds ? 1 : -1)
					: (x->site > y->site) - (x->site < y->site);
}

static int by_seconds(const void *a, const void *b)
{
	const struct wait_cause *x = a, *y = b;

	return x->seconds != y->seconds ? (x->seconds < y->seconds ? 1 : -1) : by_process(a, b);
}

/* The places of a process and kind become one cause. */
static void join_places(struct wait_finding *f)
{
	size_t n = 0;

	if (f->n > 0)
		qsort(f->at, f->n, sizeof(*f->at), by_process);
	for (size_t i = 0; i < f->n; i++) {
		struct wait_cause *last = n > 0 ? &f->at[n - 1] : NULL, cause = f->at[i];

		if (!(cause.seconds > 0))
			continue;
		cause.site_seconds = cause.seconds;
		if (!last || last->process != cause.process || last->kind != cause.kind) {
			f->at[n++] = cause;
			continue;
		}
		last->seconds += cause.seconds;
		last->direct += cause.direct;
		last->parts += cause.parts;
		last->most = cause.most > last->most ? cause.most : last->most;
	}
	if (n > 0)
		qsort(f->at, n, sizeof(*f->at), by_seconds);
	f->causes->at = f->at;
	f->causes->n = n;
	f->at = NULL;
}

static enum status begin(struct wait_finding *f)
{
	size_t processes = (size_t)f->simulation->processes;

	f->causes->waits = calloc(processes + 1, sizeof(*f->causes->waits));
	f->blame = calloc(f->simulation->n_intervals + 1, 2 * sizeof(*f->blame));
	f->covered = calloc(processes + 1, sizeof(*f->covered));
	f->before = calloc(processes + 1, sizeof(*f->before));
	if (!f->causes->waits || !f->blame || !f->covered || !f->before)
		return error_memory(f->err, "the causes of waits");
	for (size_t p = 0; p < processes; p++)
		f->causes->waits[p].for_process = -1;
	return OK;
}

enum status wait_causes_find(const struct simulation *simulation, struct wait_causes *causes, struct error *err)
{
	struct wait_finding f = {.simulation = simulation, .causes = causes, .err = err};

	*causes = (struct wait_causes){0};
	f.status = delay_init(&f.delay, simulation, err);
	if (f.status == OK)
		f.status = begin(&f);
	if (f.status == OK)
		note_all(&f);
	if (f.status == OK) {
		note_longest(&f);
		join_places(&f);
	}
	delay_release(&f.delay);
	lookup_release(&f.places);
	lookup_release(&f.pairs);
	free(f.at);
	free(f.waited);
	free(f.blame);
	free(f.covered);
	free(f.before);
	return f.status;
}

void wait_causes_release(struct wait_causes *causes)
{
	free(causes->at);
	free(causes->waits);
	*causes = (struct wait_causes){0};
}
