#ifndef SONDE_ESTIMATE_HEAVY_NOISE_H
#define SONDE_ESTIMATE_HEAVY_NOISE_H

#include "base/progress.h"
#include "model/model.h"

/*
 * Warns where noise leaves parameters of a fitted model unknown: of how many links and processes which are, which most,
 * and what narrows it. Unknown is what may be off, by half the width of its interval,
 *
 * - by more than a quarter of its value, and
 * - by more than a twentieth of the message that it is a part of: what hardly counts may be as unknown as it likes. Of
 * a process that is its longest one; of a time per byte 1 MiB, or as much as goes without rendezvous.
 *
 * Of a parameter per size more than half of its sizes count, but for those that are known exactly. Without intervals,
 * or without memory, nothing is told.
 *
 * - Local.
 */
void heavy_noise_tell(const struct model *model, const struct progress *progress);

#endif
