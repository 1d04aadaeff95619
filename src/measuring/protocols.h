#ifndef SONDE_MEASURING_PROTOCOLS_H
#define SONDE_MEASURING_PROTOCOLS_H

#include "measuring/measurement.h"
#include "model/facts.h"

/*
 * Makes the platform ready for the messages by which it is found out how it treats them.
 *
 * - ERR_* of the platform.
 * - Runs on the platform.
 */
enum status protocols_prepare(struct platform *platform, struct error *err);

/*
 * Finds out how the platform treats messages between the pair of the options, and among all (protocol_find), for a run
 * that has begun, and ends it.
 *
 * - facts: zero-initialised; what was found, as a model has it (MODEL_EAGER and others), each with what was seen of it.
 *   facts_release frees it.
 * - The platform was made ready.
 * - ERR_* of the platform and the archive, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status protocols_run(struct measurement *m, struct facts *facts, struct error *err);

#endif
