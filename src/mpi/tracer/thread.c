#include "mpi/tracer/tracer.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

bool tracer_reserve_more(struct tracer_thread *t, size_t n)
{
	size_t size = t->fields_size;
	while (size < n)
		size *= 2;
	int64_t *fields = realloc(t->fields, size * sizeof(*fields));
	if (!fields)
		return false;
	t->fields = fields;
	t->fields_size = size;
	return true;
}

static double cpu_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

enum { VISITS_OF_LONG = 4 }; /* that a place is taken for one of long gaps after the last of these */

uint64_t tracer_gap(struct tracer_thread *t, enum trace_function function, uint64_t now)
{
	if (!t->present[function])
		return now; /* the gap goes on until the next call that is recorded */
	trace_polling_end(&t->polling, t->stream);
	if (t->site)
		*t->site = TRACER_LONG + VISITS_OF_LONG;
	if (t->cpu < 0)
		return now;
	const double spent = cpu_seconds() - t->cpu;
	t->cpu = -1;
	const uint64_t after = tracer_ticks();
	trace_stream_cpu(t->stream, spent, t->reading + (after - now));
	return after;
}

void tracer_site_visit(struct tracer_thread *t)
{
	t->cpu = -1;
	if (*t->site > TRACER_LONG) {
		*t->site = *t->site == TRACER_LONG + 1 ? TRACER_SHORT : (uint8_t)(*t->site - 1);
	} else {
		*t->site = TRACER_SHORT;
		if (t->readings == 0)
			return;
		t->readings--;
	}
	const uint64_t before = tracer_ticks();
	t->cpu = cpu_seconds();
	t->reading = tracer_ticks() - before;
}

/* What takes far longer was interrupted, or had more to do: it is not what other calls take. */
void tracer_sample(struct tracer_thread *t, uint64_t end)
{
	enum { FAR = 4 };
	const uint64_t took = tracer_ticks() - end;
	t->unsampled = TRACER_SAMPLED;
	if (took < t->own_least)
		t->own_least = took;
	if (took <= FAR * t->own_least)
		trace_stream_own(t->stream, took);
}

void tracer_poll(struct tracer_thread *t, enum trace_function function, size_t n, uint64_t begin, uint64_t end)
{
	const struct trace_signature signature = {(uint16_t)function, (uint32_t)n, t->fields};
	trace_polling_add(&t->polling, t->stream, &signature, t->process->polls_place[function], begin, end);
}

void tracer_poll_nothing(struct tracer_thread *t, enum trace_function function, uint64_t begin, uint64_t end)
{
	enum { FLAG, POLLS, INSIDE, COMPLETED, FIELDS };
	for (int i = 0; i < FIELDS; i++)
		t->fields[i] = 0;
	tracer_poll(t, function, FIELDS, begin, end);
}

/* Rank 0's clock is compared in MPI_Init and MPI_Finalize alone. */
static void before_block(void *argument)
{
	thread_clock(argument, NAN);
}

static uint64_t ticks_now(void *argument)
{
	(void)argument;
	return tracer_ticks();
}

struct tracer_thread *thread_new(struct tracer_process *process, struct error *err)
{
	struct tracer_thread *t = calloc(1, sizeof(*t));
	if (t) {
		t->fields_size = 64;
		t->fields = calloc(t->fields_size, sizeof(*t->fields));
	}
	if (!t || !t->fields) {
		free(t);
		error_memory(err, "what is known of a thread");
		return NULL;
	}
	t->process = process;
	t->present = process->present;
	t->cpu = -1;
	t->unsampled = TRACER_SAMPLED;
	t->own_least = UINT64_MAX / 8;
	t->readings = PORTABLE_SIMULATED ? 0 : TRACER_READINGS;
	const struct trace_stream_options options = {.dir = process->dir,
						     .rank = process->rank,
						     .processes = process->size,
						     .thread = process->n_threads,
						     .tick = process->tick,
						     .exact = process->exact,
						     .memory = process->memory,
						     .before_block = before_block,
						     .now = ticks_now,
						     .argument = t};
	if (trace_stream_open(&t->stream, &options, err) != OK) {
		free(t->fields);
		free(t);
		return NULL;
	}
	t->number = process->n_threads++;
	t->next = process->threads;
	process->threads = t;
	thread_clock(t, process->ahead.at_begin);
	t->end = tracer_ticks();
	return t;
}

void thread_clock(struct tracer_thread *t, double ahead)
{
	const struct tracer_instant instant = tracer_instant();
	trace_stream_clock(t->stream, instant.tick, instant.node, ahead);
}

void thread_last(struct tracer_thread *t, enum trace_function function, uint64_t begin, uint64_t end, bool again)
{
	const struct trace_signature signature = {(uint16_t)function, 0, t->fields};
	if (!again)
		trace_stream_flush(t->stream);
	thread_clock(t, t->process->ahead.at_end);
	trace_stream_last(t->stream, &signature, begin, end, true);
}

void thread_end(struct tracer_thread *t)
{
	trace_polling_end(&t->polling, t->stream);
	trace_stream_flush(t->stream);
	t->idle = true;
	t->cpu = -1;
}

enum status thread_close(struct tracer_thread *t, bool complete, struct error *err)
{
	struct tracer_thread **at = &t->process->threads;
	t->place = TRACER_CLOSED;
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	trace_polling_end(&t->polling, t->stream);
	thread_clock(t, t->process->ahead.at_end);
	const enum status status = trace_stream_close(t->stream, complete, err);
	t->stream = NULL;
	return status;
}

void thread_free(struct tracer_thread *t)
{
	if (t->inner)
		thread_free(t->inner);
	free(t->fields);
	free(t->saved);
	free(t->statuses);
	map_release(&t->regions);
	free(t);
}
