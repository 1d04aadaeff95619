#ifndef SONDE_TRACE_SUMMARY_PARTS_H
#define SONDE_TRACE_SUMMARY_PARTS_H

#include <stdbool.h>

#include "base/lookup.h"
#include "trace/reader.h"
#include "trace/sums.h"

/* What a summary keeps while it reads: the parts that grow. All functions are Local; false: without memory. */

/* Communicators by their keys. */
struct comm_index {
	size_t *slots; /* number in the summary plus one, 0: free */
	size_t n_slots;
	size_t last; /* the one that was found last */
};

/* The communicator's place in the summary, which gets one if it has none yet. */
bool comm_find(struct comm_index *index, struct trace_summary *summary, const struct trace_communicator *comm,
	       size_t *place);

/* Regions that the threads of a process are in. */
struct region_open {
	size_t region; /* in the summary */
	double begin;
	struct trace_count before; /* of the thread, when it entered */
	bool inner;                /* the thread was in it already */
};

struct region_thread {
	struct trace_count count;
	double end; /* s: of its last call */
	struct region_open *open;
	size_t n, capacity;
};

struct regions_open {
	struct region_thread *threads;
	size_t n, capacity;
	double *seconds; /* of this process, by region */
	size_t n_seconds;
};

/* A call of the process, with what it counts for; regions begin and end by such calls. */
bool regions_call(struct regions_open *open, struct trace_summary *summary, const struct trace_call *call,
		  const struct trace_count *count);

/* The process has no more calls: what is open ends with its last. */
bool regions_end_process(struct regions_open *open, struct trace_summary *summary, int rank);
void regions_release(struct regions_open *open);

/* What persistent requests of a process send, by request, until they are freed. */
struct persistent_sends {
	struct lookup peers, bytes;
};

/* Keeps it, in place of an earlier one of that request. */
bool persistent_put(struct persistent_sends *sends, uint64_t request, int peer, uint64_t bytes);

/* Whether the request sends something: to whom, how much. */
bool persistent_find(const struct persistent_sends *sends, uint64_t request, int *peer, uint64_t *bytes);
void persistent_remove(struct persistent_sends *sends, uint64_t request);
void persistent_clear(struct persistent_sends *sends);

#endif
