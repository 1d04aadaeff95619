#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "mpi/tracer/tracer.h"

/*
 * Calls inside a call: a program's callbacks, such as those that copy and delete attributes, call MPI themselves, and
 * so may another tool that stands behind this library. What they make and free is noted, since later calls speak of it.
 */

static const bool none[TRACE_FUNCTIONS];

/* Whether an address is on the stack that the thread began with; others are those of coroutines and of signals. */
static bool on_own_stack(const char *address)
{
	static _Thread_local const char *low, *high;
	pthread_attr_t attributes;
	if (!high && pthread_getattr_np(pthread_self(), &attributes) == 0) {
		void *at = NULL;
		size_t size = 0;
		pthread_attr_getstack(&attributes, &at, &size);
		pthread_attr_destroy(&attributes);
		low = at;
		high = low + size;
	}
	return address >= low && address < high;
}

/* Whether the wrapper with the older frame was left without its end, by longjmp or an exception: stacks grow down. */
static bool was_left(const char *older, const char *frame)
{
	return !PORTABLE_SIMULATED && frame >= older && on_own_stack(older) && on_own_stack(frame);
}

static struct tracer_thread *inner_new(struct tracer_thread *outer)
{
	struct tracer_thread *t = calloc(1, sizeof(*t));
	if (!t)
		return NULL;
	t->fields_size = 64;
	t->fields = calloc(t->fields_size, sizeof(*t->fields));
	if (!t->fields) {
		free(t);
		return NULL;
	}
	t->nested = true;
	t->present = none;
	t->process = outer->process;
	t->cpu = -1;
	outer->inner = t;
	return t;
}

struct tracer_thread *tracer_enter_nested(struct tracer_thread *t, const char *frame)
{
	while (t && t->place == TRACER_INSIDE && !was_left(t->frame, frame)) {
		struct tracer_thread *inner = t->inner ? t->inner : inner_new(t);
		if (inner) {
			inner->stream = t->stream;
			inner->number = t->number;
		}
		t = inner;
	}
	if (!t || (t->place != TRACER_OUTSIDE && t->place != TRACER_INSIDE))
		return NULL;
	for (struct tracer_thread *inner = t->inner; inner; inner = inner->inner)
		inner->place = TRACER_OUTSIDE;
	t->place = TRACER_AT_WORK;
	t->frame = frame;
	return t;
}
