#ifndef SONDE_PROBE_DEADLINE_H
#define SONDE_PROBE_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sample/sample.h"

struct prober;

#define DEADLINE_RUNGS 9

/*
 * What is known of how long things take between two processes, to tell beforehand whether something would end after the
 * deadline: round trips of 0, 1 KiB, 8 KiB, 64 KiB, ... bytes, each tried only if the one before shows that it will be
 * in time. Between them a message of m bytes takes at most T(k) (m + 1024) / (k + 1024), which holds wherever a message
 * takes alpha + beta m with alpha / beta, Hockney's half-performance length, at least 1 KiB.
 */
struct climb {
	int low, high;               /* the processes */
	size_t climbed;              /* rungs */
	double trip[DEADLINE_RUNGS]; /* s */
	double overhead; /* s: what ordering an experiment takes beside the experiment, of an empty message */
	double beside[DEADLINE_RUNGS]; /* s: the same of each rung: its data are written and checked too */
};

/* What a prober knows of that: a climb for each pair, by which deadline_release frees them. */
struct deadline {
	struct climb **climbs; /* n of them, ascending by low and high */
	size_t n, capacity;
	size_t refused; /* how often something was not begun */
};

void deadline_release(struct deadline *deadline);

/*
 * Sets *admitted: false if a few repetitions of the experiment, or its first trials and some, would probably end after
 * the options' deadline. True if there is none. Runs on the platform. ERR_* of the platform, ERR_MEMORY. A pair that is
 * new costs a climb: exchanges that are not counted.
 */
enum status deadline_admits(struct prober *prober, const struct experiment *what, bool *admitted, struct error *err);

#endif
