#ifndef SONDE_EXPLAIN_DELAY_H
#define SONDE_EXPLAIN_DELAY_H

#include <stdbool.h>

#include "explain/cause_kind.h"
#include "simulate/simulate.h"

/* What wait_causes_find is made of. All functions are Local. */

/* Intervals that are followed back from a wait at most. */
enum { DELAY_STEPS_MOST = 200 };

/* A part of the way back from the end of a wait, or of what the process did itself. */
struct delay_part {
	uint32_t interval;
	uint32_t choice; /* and 1: it is the order of completion that this wait had, of simulation.choices */
	double seconds;
	uint32_t key; /* kind and place */
};

/* Seconds by kind and place, of which few are not 0 at a time. */
struct delay_key {
	double delay, own; /* of the others, of the process itself */
};

struct delay {
	const struct simulation *simulation;
	uint32_t *choices; /* of each interval: the choice whose wait it ended, and 1; 0: none */
	struct delay_part *parts;
	size_t n_parts, part_capacity;
	struct delay_key *keys;
	size_t n_keys;
	uint32_t *used;
	size_t n_used, used_capacity;
	bool cut; /* of the last wait */
	enum status status;
};

/* ERR_MEMORY; delay_release in any case. */
enum status delay_init(struct delay *delay, const struct simulation *simulation, struct error *err);
void delay_release(struct delay *delay);

/*
 * Finds the causes of a wait.
 *
 * - before: the interval of the process's CPU before the wait; 0: none. cause: the interval that ended the wait, at
 * end. after: the interval that came then, 0: none did.
 * - delay->parts are then the causes; their seconds are those of the wait. None if it has none.
 */
void delay_find(struct delay *delay, uint32_t before, uint32_t cause, uint32_t after, double begin, double end);

static inline enum cause_kind delay_kind(const struct delay_part *part)
{
	return (enum cause_kind)(part->key % CAUSE_KINDS);
}

static inline uint32_t delay_site(const struct delay_part *part)
{
	return part->key / CAUSE_KINDS;
}

#endif
