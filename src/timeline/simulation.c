#include "timeline/simulation.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "simulate/breakdown.h"
#include "timeline/moments.h"

/* When the slices of each lane of a process have ended. */
struct timeline_lanes {
	double *ends; /* s */
	size_t n, capacity;
};

struct telling_simulation {
	const struct simulation *found;
	const struct interval **sorted; /* by their starts */
	size_t n;
	struct timeline_lanes *lanes; /* of each process */
	uint32_t *lane;               /* of each of the sorted */
	uint32_t *send; /* of each interval of a receive: that of its send; of that one itself; 0: not known */
};

static int lanes_of(const void *self, int process)
{
	const struct telling_simulation *t = self;

	return t->lanes[process].n > 0 ? (int)t->lanes[process].n : 1;
}

static const char *no_host(const void *self, int process)
{
	(void)self;
	(void)process;
	return "";
}

static bool of_processor(const struct interval *interval)
{
	return interval->kind < INTERVAL_LATENCY;
}

/* The first lane that is free then; UINT32_MAX without memory. */
static uint32_t take_lane(struct timeline_lanes *lanes, const struct interval *interval)
{
	const double rounding = 1e-12;
	double *grown;
	size_t i = 0;

	while (i < lanes->n && lanes->ends[i] > interval->start + rounding)
		i++;
	if (i == lanes->n) {
		grown = memory_grow(lanes->ends, &lanes->capacity, lanes->n + 1, sizeof(*grown));
		if (!grown)
			return UINT32_MAX;
		lanes->ends = grown;
		lanes->n++;
	}
	lanes->ends[i] = interval->end;
	return (uint32_t)i;
}

static bool arrange(struct telling_simulation *t)
{
	for (size_t i = 0; i < t->n; i++) {
		if (!of_processor(t->sorted[i]))
			continue;
		t->lane[i] = take_lane(&t->lanes[t->sorted[i]->process], t->sorted[i]);
		if (t->lane[i] == UINT32_MAX)
			return false;
	}
	return true;
}

/* What lies between a receive and the send of its message. */
static bool on_the_way(const struct interval *interval)
{
	return !of_processor(interval) || interval->kind == INTERVAL_STREAM;
}

/* From receives back through the network to what sent their message. */
static void find_sends(struct telling_simulation *t)
{
	const struct interval *at = t->found->intervals;

	for (size_t i = 1; i < t->found->n_intervals; i++) {
		uint32_t cause = at[i].cause;

		if (at[i].kind != INTERVAL_RECEIVE)
			continue;
		while (cause && on_the_way(&at[cause]))
			cause = at[cause].cause;
		if (!cause || at[cause].kind != INTERVAL_SEND || at[cause].process != at[i].peer ||
		    at[cause].peer != at[i].process || at[cause].bytes != at[i].bytes || t->send[cause])
			continue;
		t->send[i] = t->send[cause] = cause;
	}
}

static void end_slice(struct timeline_writer *writer, const struct timeline_moment *moment)
{
	const struct timeline_place place = {
		.process = moment->process, .thread = moment->thread, .ns = (uint64_t)llround(moment->time * 1e9)};

	writer->form->leave(writer, &place, moment->messages, moment->n_messages);
}

/* The slice begins, and its end is to come. */
static bool begin_slice(struct telling_simulation *t, struct timeline_writer *writer, size_t i,
			struct timeline_moments *moments)
{
	const struct interval *interval = t->sorted[i];
	uint32_t send = t->send[interval - t->found->intervals];
	const struct timeline_message message = {.id = send, .peer = interval->peer, .bytes = interval->bytes};
	const struct timeline_place place = {.process = interval->process,
					     .thread = (int)t->lane[i],
					     .ns = (uint64_t)llround(interval->start * 1e9)};
	struct timeline_slice slice = {.name = interval_words[interval->kind], .number = interval->kind + 1U};
	struct timeline_moment moment = {
		.time = interval->end, .process = interval->process, .thread = (int)t->lane[i]};

	if (interval->peer >= 0) {
		slice.notes[slice.n_notes++] = (struct timeline_note){.name = "peer", .number = interval->peer};
		slice.notes[slice.n_notes++] =
			(struct timeline_note){.name = "bytes", .number = (int64_t)interval->bytes};
	}
	if (interval->operation != NO_STEP)
		slice.notes[slice.n_notes++] =
			(struct timeline_note){.name = "operation", .number = interval->operation};
	writer->form->enter(writer, &place, &slice, &message, send && interval->kind == INTERVAL_SEND);
	if (send && interval->kind == INTERVAL_RECEIVE) {
		moment.messages = malloc(sizeof(message));
		if (!moment.messages)
			return false;
		*moment.messages = message;
		moment.n_messages = 1;
	}
	if (moments_add(moments, &moment))
		return true;
	free(moment.messages);
	return false;
}

static bool tell_all(struct telling_simulation *t, struct timeline_writer *writer)
{
	struct timeline_moments moments = {.n = 0};
	bool whole = true;

	for (size_t i = 0; whole && i <= t->n; i++) {
		double until = i < t->n ? t->sorted[i]->start : INFINITY;

		if (i < t->n && !of_processor(t->sorted[i]))
			continue;
		while (moments.n > 0 && moments.at[0].time <= until) {
			struct timeline_moment moment = moments_take(&moments);

			end_slice(writer, &moment);
			free(moment.messages);
		}
		if (i < t->n)
			whole = begin_slice(t, writer, i, &moments);
	}
	moments_release(&moments);
	return whole;
}

static void release(struct telling_simulation *t)
{
	for (int p = 0; t->lanes && p < t->found->processes; p++)
		free(t->lanes[p].ends);
	free(t->lanes);
	free(t->lane);
	free(t->send);
	free(t->sorted);
}

enum status timeline_write_simulation(const struct simulation *found, const char *title,
				      const struct timeline_form *form, FILE *out, struct error *err)
{
	struct telling_simulation t = {.found = found};
	const struct timeline_cast cast = {.title = title,
					   .processes = found->processes,
					   .threads = lanes_of,
					   .host = no_host,
					   .thread = "processor",
					   .self = &t};
	struct timeline_writer *writer = NULL;
	enum status status = OK, ended;

	t.sorted = simulation_sorted(found, &t.n);
	t.lanes = calloc((size_t)found->processes + 1, sizeof(*t.lanes));
	t.lane = calloc(t.n + 1, sizeof(*t.lane));
	t.send = calloc(found->n_intervals + 1, sizeof(*t.send));
	if (!t.sorted || !t.lanes || !t.lane || !t.send || !arrange(&t))
		status = error_memory(err, "the timeline of a simulation");
	if (status == OK)
		status = form->begin(&writer, out, &cast, err);
	if (status == OK) {
		find_sends(&t);
		if (!tell_all(&t, writer))
			status = error_memory(err, "the timeline of a simulation");
		ended = form->end(writer, err);
		status = status == OK ? ended : status;
	}
	release(&t);
	return status;
}
