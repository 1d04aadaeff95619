#ifndef SONDE_PREDICT_SEGMENT_H
#define SONDE_PREDICT_SEGMENT_H

#include <stdbool.h>

#include "predict/predict.h"

/* All functions are Local. */

/* Simulations that a search has at most, and operations of schedules in all of them: after those no more are begun. */
enum { SEGMENT_SIMULATIONS_MOST = 1000, SEGMENT_OPERATIONS_MOST = 100000000 };

/* The segment by which an algorithm is quickest. */
struct segment_found {
	uint64_t segment;   /* bytes; 0: the message in one piece */
	uint64_t pieces;    /* so many segments the message has; 1 in one piece */
	double seconds;     /* predicted with it, */
	double whole;       /* and in one piece: both without escalations */
	double expected;    /* with it and its escalations, in the mean */
	size_t simulations; /* that were made */
	bool spent;         /* the search ended at one of its limits */
};

/* Segments that the message of a call has; 1 in one piece. */
uint64_t segment_pieces(const struct call *call);

/*
 * Whether segments of a size are worth a try for a message of so many bytes among so many processes: it has several,
 * and not more than SEGMENTS_ENOUGH and SEGMENTS_ENOUGH_EACH for each process. A chain of P processes with n segments
 * takes n + P - 2 of them in turn: with half of so many it takes 3 % more at most, with a quarter 10 %, and each costs
 * simulations. longest: of the segments that there are to try; it always is one.
 */
enum { SEGMENTS_ENOUGH = 1024, SEGMENTS_ENOUGH_EACH = 32 };
bool segment_is_tried(uint64_t segment, uint64_t longest, uint64_t bytes, int processes);

/*
 * Finds the segment by which the call takes least, of all sizes from a byte to the whole message, as MagPIe does for
 * broadcasts and scatters under PLogP (Kielmann, Bal, Gorlatch, Verstoep, Hofman 2001).
 *
 * - The call has been checked; its own segment is not looked at. An algorithm that takes no segments has one piece.
 * - Any model, ports, eager limit, arrivals and series: what is compared are simulated times, with what escalations add
 *   in the mean (none in series). Of equally quick ones that with the fewest pieces.
 * - In tests on models drawn at random, with messages to 2000 bytes, it is within 1 % of the best of all segments.
 * - At most SEGMENT_SIMULATIONS_MOST simulations. One is not made if what the root has to do takes
 *   longer than the best so far, and not ended if it takes a quarter longer.
 * - Errors: as predict_collective.
 */
enum status segment_find(const struct predict_options *options, const struct algorithm_use *use,
			 struct segment_found *found, struct error *err);

#endif
