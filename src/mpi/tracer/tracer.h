#ifndef SONDE_MPI_TRACER_TRACER_H
#define SONDE_MPI_TRACER_TRACER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/host_traffic.h"
#include "mpi/tracer/communicators.h"
#include "mpi/tracer/functions.h"
#include "mpi/tracer/requests.h"
#include "mpi/tracer/ticks.h"
#include "mpi/tracer/types.h"
#include "trace/fields.h"
#include "trace/polling.h"
#include "trace/stream.h"

/* A matched message of MPI_Mprobe, until it is received. */
struct tracer_message {
	uint64_t handle;
	int64_t comm, source, tag;
};

struct tracer_messages {
	size_t n, size;
	struct tracer_message *all;
};

/* What the options ask for. */
struct tracer_only {
	bool kept[TRACE_FUNCTIONS];
	char *names; /* as in trace/info.h; NULL: all */
};

/* s: of rank 0's clock before this node's, in MPI_Init, and in MPI_Finalize, NAN before that. */
struct tracer_ahead {
	double at_begin, at_end;
};

/*
 * The state of the library, which is preloaded into a program of MPI.
 *
 * A process has one, and each of its threads that calls MPI a part of its own, without locks. The tables of handles are
 * the process'; they are locked where the program has MPI_THREAD_MULTIPLE. All functions are Local unless they say
 * otherwise.
 */
struct tracer_process {
	enum { TRACER_UNBEGUN, TRACER_BEGINS, TRACER_ON, TRACER_ENDED } phase;
	bool multiple;  /* the program has MPI_THREAD_MULTIPLE */
	bool together;  /* all processes began in MPI_Init, so that they may exchange messages at the end */
	MPI_Comm all;   /* for those messages: all processes; MPI_COMM_NULL unless together */
	bool one_clock; /* of all processes */
	bool exact, verbose, regions; /* as mpi/tracer/environment.h says */
	pthread_mutex_t lock;
	int rank, size;
	double tick; /* s */
	struct tracer_ahead ahead;
	struct traffic traffic; /* of the host, in MPI_Init */
	char *dir;
	size_t memory;
	struct tracer_only only;
	bool present[TRACE_FUNCTIONS];        /* those that are recorded at present: MPI_Pcontrol changes it */
	uint8_t polls_place[TRACE_FUNCTIONS]; /* of TRACE_POLLS among the fields of a function */
	struct tracer_requests requests;
	struct tracer_communicators communicators;
	struct tracer_types types;
	struct tracer_messages messages;
	struct tracer_thread *threads; /* in no order */
	int n_threads;                 /* ever */
	struct map regions_by_name;    /* hash of the name -> its number */
	int64_t long_gap;              /* ticks */
};

enum {
	TRACER_SAMPLED = 61,   /* one call in so many shows what this library takes behind it */
	TRACER_SITES = 1024,   /* places that call MPI, by a hash of their address */
	TRACER_READINGS = 1000 /* of CPU time behind calls of places of which nothing is known */
};

/* What is known of the gap that follows the calls of a place. */
enum tracer_site { TRACER_UNKNOWN, TRACER_SHORT, TRACER_LONG /* and more: for how many visits */ };

/* Where a thread is. A program may end at any of these, and a signal may come. */
enum tracer_place {
	TRACER_OUTSIDE, /* in the program */
	TRACER_AT_WORK, /* in this library: tables and streams may be half changed */
	TRACER_INSIDE,  /* in a call of MPI that this library passed on */
	TRACER_CLOSED   /* nothing is recorded any more */
};

/*
 * A thread of the program. Streams of threads that have ended are taken over by new ones.
 *
 * What the program does inside a call, as in a callback of an attribute, has a tracer_thread of its own, whose calls
 * are not recorded: only what later calls need is noted.
 */
struct tracer_thread {
	uint8_t place;       /* enum tracer_place */
	const bool *present; /* functions that are recorded at present */
	uint8_t *site;       /* of the last call */
	uint32_t unsampled;  /* calls until the next one that shows what this library takes */
	uint64_t end;        /* of the last call */
	int64_t *fields;     /* of the present call */
	size_t fields_size;
	struct trace_stream *stream;
	struct tracer_process *process;
	struct trace_polling polling;
	void *saved; /* MPI_Request: handles as they were before the call */
	size_t saved_size;
	void *statuses; /* MPI_Status: for a program that asks for none */
	size_t statuses_size;
	double cpu;                  /* s: CPU time at the end of the last call, negative: it was not read */
	uint64_t reading;            /* ticks that reading it took */
	uint64_t own_least;          /* ticks: the least that this library took behind a call */
	int readings;                /* that are left */
	int number;                  /* 0: called MPI_Init */
	struct map regions;          /* hash of the name -> number, of those that the stream knows */
	bool idle;                   /* the thread has ended, and nobody has taken its stream over */
	bool nested;                 /* stands for what the program does inside a call */
	const char *frame;           /* of the wrapper that was entered last */
	struct tracer_thread *inner; /* NULL: was not needed yet */
	struct tracer_thread *next;
	uint8_t sites[TRACER_SITES];
};

/* The process that calls. */
struct tracer_process *tracer_process(void);

/* The thread that calls, NULL: unknown so far. */
extern _Thread_local struct tracer_thread *tracer_self __attribute__((tls_model("initial-exec")));

/* For threads that are not known: makes what is needed. NULL: the call is not to be recorded. */
struct tracer_thread *tracer_enter_first(void);

/* For a thread that is not outside, or NULL: what stands for it inside a call. NULL: the call just goes through. */
struct tracer_thread *tracer_enter_nested(struct tracer_thread *t, const char *frame);

/* The gap before a call was long: reads CPU time and returns the time after that; notes how long the gap behind a
 * place is. */
uint64_t tracer_gap(struct tracer_thread *t, enum trace_function function, uint64_t now);
void tracer_site_visit(struct tracer_thread *t);

/* This library is about to leave a call that ended at a tick: what it took behind it. */
void tracer_sample(struct tracer_thread *t, uint64_t end);

/* A call that found nothing; it becomes one with those since the last other call that were like it. */
void tracer_poll(struct tracer_thread *t, enum trace_function function, size_t n, uint64_t begin, uint64_t end);

/* One whose four fields are all 0. */
void tracer_poll_nothing(struct tracer_thread *t, enum trace_function function, uint64_t begin, uint64_t end);

/* Makes a thread known, whose stream is then open. NULL: ERR_IO, ERR_MEMORY. The process' tables are locked. */
struct tracer_thread *thread_new(struct tracer_process *process, struct error *err);

/* Tells the stream what the node's clock says now. ahead: s that rank 0's clock is ahead of it, NAN: not known. */
void thread_clock(struct tracer_thread *t, double ahead);

/* The last call of the thread, MPI_Finalize: writes all that there is. again: it was written with another end, instead
 * of which this one counts. */
void thread_last(struct tracer_thread *t, enum trace_function function, uint64_t begin, uint64_t end, bool again);

/* The thread has ended: another one may have its stream. */
void thread_end(struct tracer_thread *t);

/* Writes what there is, after which the thread records nothing more and has no stream. ERR_IO, ERR_MEMORY: the first
 * failure of its stream. */
enum status thread_close(struct tracer_thread *t, bool complete, struct error *err);

/* Frees a thread without a stream. */
void thread_free(struct tracer_thread *t);

/* Makes room for n fields. False: memory is out. */
bool tracer_reserve_more(struct tracer_thread *t, size_t n);

static inline bool tracer_reserve(struct tracer_thread *t, size_t n)
{
	return __builtin_expect(n <= t->fields_size, 1) || tracer_reserve_more(t, n);
}

static inline struct tracer_thread *tracer_present(void)
{
	return PORTABLE_SIMULATED ? NULL : tracer_self;
}

/* The thread, if something is to be done for the call that it makes, else NULL; tracer_leave follows then. */
static inline __attribute__((always_inline)) struct tracer_thread *tracer_enter(void)
{
	struct tracer_thread *t = tracer_present();
	const char *frame = __builtin_frame_address(0);
	if (__builtin_expect(!t, 0))
		t = tracer_enter_first();
	if (__builtin_expect(!t || t->place != TRACER_OUTSIDE, 0))
		return tracer_enter_nested(t, frame);
	t->place = TRACER_AT_WORK;
	t->frame = frame;
	return t;
}

/* The time now, at which the real function is called. */
static inline __attribute__((always_inline)) uint64_t tracer_begin(struct tracer_thread *t,
								   enum trace_function function)
{
	uint64_t now = tracer_ticks();
	if (__builtin_expect((int64_t)(now - t->end) >= t->process->long_gap, 0))
		now = tracer_gap(t, function, now);
	t->place = TRACER_INSIDE;
	return now;
}

/* The time now, at which the real function has returned. */
static inline uint64_t tracer_return(struct tracer_thread *t)
{
	const uint64_t now = tracer_ticks();
	t->place = TRACER_AT_WORK;
	return now;
}

static inline void tracer_lock(struct tracer_thread *t)
{
	if (t->process->multiple)
		pthread_mutex_lock(&t->process->lock);
}

static inline void tracer_unlock(struct tracer_thread *t)
{
	if (t->process->multiple)
		pthread_mutex_unlock(&t->process->lock);
}

/* Notes the end of a call, and the place that it came from. */
static inline void tracer_end(struct tracer_thread *t, uint64_t end, const void *caller)
{
	t->end = end;
	t->site = &t->sites[((uintptr_t)caller * UINT64_C(0x9E3779B97F4A7C15)) >> 54];
	if (__builtin_expect(*t->site != TRACER_SHORT, 0))
		tracer_site_visit(t);
}

/* Appends a call, whose fields are in t->fields. */
static inline void tracer_leave(struct tracer_thread *t, enum trace_function function, size_t n, uint64_t begin,
				uint64_t end, const void *caller)
{
	if (__builtin_expect(t->present[function], 1)) {
		if (__builtin_expect(t->polling.n > 0, 0))
			trace_polling_end(&t->polling, t->stream);
		const struct trace_signature signature = {(uint16_t)function, (uint32_t)n, t->fields};
		trace_stream_call(t->stream, &signature, begin, end);
		tracer_end(t, end, caller);
		if (__builtin_expect(--t->unsampled == 0, 0))
			tracer_sample(t, end);
	}
	t->place = TRACER_OUTSIDE;
}

/* The same of a call that may find nothing. */
static inline void tracer_leave_polling(struct tracer_thread *t, enum trace_function function, size_t n, uint64_t begin,
					uint64_t end, const void *caller, bool found)
{
	if (found) {
		tracer_leave(t, function, n, begin, end, caller);
		return;
	}
	if (t->present[function]) {
		tracer_poll(t, function, n, begin, end);
		tracer_end(t, end, caller);
	}
	t->place = TRACER_OUTSIDE;
}

/* The same of a test of requests that found nothing: its flag, its polls, the ticks in them and how many requests it
 * completed are all 0. */
static inline void tracer_leave_nothing(struct tracer_thread *t, enum trace_function function, uint64_t begin,
					uint64_t end, const void *caller)
{
	if (t->present[function]) {
		if (!trace_polling_again(&t->polling, function, begin, end))
			tracer_poll_nothing(t, function, begin, end);
		tracer_end(t, end, caller);
	}
	t->place = TRACER_OUTSIDE;
}

#endif
