#ifndef SONDE_EXPLAIN_WAITS_H
#define SONDE_EXPLAIN_WAITS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "explain/cause_kind.h"
#include "simulate/simulate.h"

/*
 * What processes of a recorded simulation waited for: each wait is attributed to its causes, after Böhme, Geimer,
 * Arnold, Voigtlaender, Wolf 2016, Identifying the root causes of wait states in large-scale parallel applications.
 *
 * - A process waits while none of its CPUs is at work, until it has finished.
 * - What ended the wait is followed back, through messages and other processes, to where the process itself comes from
 *   too. What lies between is the delay; what the process did since then itself is taken off, place by place
 *   (interval.site), then kind by kind. What is left is as long as the wait, and is its cause.
 * - Delay of the process whose message ended the wait is direct; delay that this one had to wait for itself is
 *   propagated.
 * - All functions are Local.
 */

struct wait_cause {
	enum cause_kind kind;
	int process;    /* whose computation, call, or message it is; of CAUSE_ORDER who waited */
	double seconds; /* that processes waited for it, in all */
	double direct;  /* the part of them that is direct */
	uint64_t parts; /* intervals that it is made of */
	uint32_t site;  /* the place with the most of it, and how much that is */
	double site_seconds;
	double most;        /* how much of it one interval has at most */
	uint32_t operation; /* of the interval with the most of it in that place: its operation, */
	int peer;           /* the other process and the bytes of its message */
	uint64_t bytes;
};

/* Whom processes waited for. */
struct waited_for {
	double seconds;  /* that the process waited, in all */
	int for_process; /* whose delay most of it was for, -1: it did not wait */
	double for_seconds;
};

struct wait_causes {
	struct wait_cause *at; /* n, the longest first */
	size_t n;
	struct waited_for *waits; /* of each process */
	double seconds;           /* of all waits */
	uint64_t n_waits, cut;    /* how many there are, and whose delay began too long before */
};

/* ERR_MEMORY. wait_causes_release in any case. */
enum status wait_causes_find(const struct simulation *simulation, struct wait_causes *causes, struct error *err);
void wait_causes_release(struct wait_causes *causes);

#endif
