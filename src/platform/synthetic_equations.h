#ifndef SONDE_PLATFORM_SYNTHETIC_EQUATIONS_H
#define SONDE_PLATFORM_SYNTHETIC_EQUATIONS_H

#include "model/model.h"
#include "sample/sample.h"

/* All functions are Local. */

/* ERR_INPUT unless it is a scatter or gather by the linear algorithm: the paper has no other equations. */
enum status synthetic_equations_check(const struct experiment *what, struct error *err);

/*
 * Seconds of such an operation by one equation (O'Flynn, thesis, 2009, eq. 4.1-4.3), without noise and
 * escalations.
 *
 * - C + m t of a process: what the model's cost has for sending and receiving; of LMO its parameters.
 * - Scatter: T = (n - 1)(C_r + m t_r) + max over i of (L_ri + m/beta_ri + C_i + m t_i); above the model's S the sum in
 *   place of the maximum.
 * - Gather: the same with i sending, the sum from M2 on.
 */
double synthetic_equations(const struct model *model, const struct experiment *what);

#endif
