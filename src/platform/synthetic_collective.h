#ifndef SONDE_PLATFORM_SYNTHETIC_COLLECTIVE_H
#define SONDE_PLATFORM_SYNTHETIC_COLLECTIVE_H

#include "base/random.h"
#include "model/model.h"
#include "sample/sample.h"

/* ERR_INPUT unless it is a scatter or gather by the linear algorithm (or the library's, which a model does not tell
 * from it) with a root that is there. Local, as are both. */
enum status synthetic_collective_check(const struct model *model, const struct experiment *what, struct error *err);

/*
 * Seconds without noise of such an operation of bytes per process (Lastovetsky, Rychkov, O'Flynn 2009, eq. 4.1-4.3).
 *
 * - C + m t of a process: what the model's cost has for sending and receiving; of LMO its parameters.
 * - Scatter: T = (n - 1)(C_r + m t_r) + max over i of (L_ri + m/beta_ri + C_i + m t_i); above the model's S the sum in
 *   place of the maximum.
 * - Gather: the same with i sending, the sum from M2 on; from M1 to M2 it escalates with the model's probability for
 *   the size.
 * - *escalation: what an escalation adds, drawn from the distribution whose deciles the model has; else 0.
 */
double synthetic_collective(const struct model *model, const struct experiment *what, struct random *random,
			    double *escalation);

#endif
