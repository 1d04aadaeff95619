#ifndef SONDE_PLATFORM_SYNTHETIC_MESSAGE_H
#define SONDE_PLATFORM_SYNTHETIC_MESSAGE_H

#include "model/model.h"
#include "sample/sample.h"

/* All functions are Local. */

/* What one operation takes without noise: all of it, and its send calls alone, NAN where they are not timed. Seconds.
 */
struct message_time {
	double seconds, send_seconds;
};

/* Whether experiments between two processes take what their calls do in simulated time (model_class.handshakes): not
 * of one-to-twos and exchanges. */
bool synthetic_message_is_simulated(const struct model *model, const struct experiment *what);

/*
 * What such an experiment takes: a schedule of what its two processes call, simulated under the model's costs.
 *
 * - Computation and delays count in whole nanoseconds.
 * - Trains of more than 64 messages go on at the pace of the last two of these.
 * - ERR_MEMORY; ERR_INPUT if the model does not hold for the processes.
 */
enum status synthetic_message_time(const struct model *model, const struct experiment *what, struct message_time *time,
				   struct error *err);

#endif
