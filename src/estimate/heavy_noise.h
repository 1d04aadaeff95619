#ifndef SONDE_ESTIMATE_HEAVY_NOISE_H
#define SONDE_ESTIMATE_HEAVY_NOISE_H

#include "base/progress.h"
#include "model/model.h"

/*
 * Warns where noise leaves parameters of a fitted model unknown: of how many links and processes which are, which most,
 * and what narrows it. Unknown is what may be off, by half the width of its interval,
 *
 * - by more than a quarter of its value, and
 * - by more than a twentieth of the message that it is a part of: what hardly counts may be as unknown as it likes. A
 *   process's message is the longest of all.
 *
 * Of a parameter per size more than half of its sizes count. Without intervals nothing is told.
 *
 * - Local.
 */
void heavy_noise_tell(const struct model *model, const struct progress *progress);

#endif
