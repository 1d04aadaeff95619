#ifndef SONDE_ESTIMATE_IN_TURN_H
#define SONDE_ESTIMATE_IN_TURN_H

#include "estimate/method/options.h"

/*
 * Finds up to which size messages leave a fair port in turn: those that TCP sends whole before it waits for an answer,
 * its initial window, go into the port's queue one behind the other; of longer ones the rest comes when answers do, and
 * they share the port.
 *
 * - T_q and T_s: a message begun by MPI_Isend to the quicker and to the slower of two receivers, with an empty answer;
 *   S_1 and S_2: until the first and the second answer, to messages of that size sent at once, to the quicker one first
 *   (EXPERIMENT_ONE_TO_TWO). The port holds one up by S_2 - T_s less what a call takes, after which the second begins.
 *   They go in turn if S_1 - T_q, by which the first is held up, is less than half of that.
 * - Nothing follows where that is within a tenth of T_s.
 * - The sender is the first of the first n processes whose port holds up the longest message. One whose slower receiver
 *   is process 0 is passed over.
 * - Sizes are halved from most (64 KiB at most) to 1 KiB until messages go in turn, then bisected in three steps.
 * - MODEL_IN_TURN is set to the longest that was seen to go in turn, if longer ones share, as was seen or as longer
 *   says of those that are longer than all tried. Its text says what was seen.
 * - most: bytes; has been prepared for.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status in_turn_find(struct prober *prober, const int processes[3], size_t n, size_t most, bool longer,
			 struct model *model, struct error *err);

#endif
