#ifndef SONDE_EXCHANGE_LOGGOPSIM_H
#define SONDE_EXCHANGE_LOGGOPSIM_H

#include <stdio.h>

#include "model/model.h"

/*
 * Writes a model's LogGOPS parameters: a line for sonde's own simulation, with all digits, and LogGOPSim's options, in
 * whole nanoseconds but for G.
 *
 * - model: loggp, or one that is converted to it (model_convert), with parameters that hold for every pair. o is the
 *   mean of o_s and o_r, O is 0.
 * - eager: S, the longest message that does not wait, UINT64_MAX for none that waits.
 * - *off: what rounding changes of a message of one byte, or of the time between two, as a part of the message's time.
 * - ERR_INPUT: the model is none of those. ERR_MEMORY. Local.
 */
enum status loggopsim_write(const struct model *model, uint64_t eager, FILE *out, double *off, struct error *err);

#endif
