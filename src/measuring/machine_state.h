#ifndef SONDE_MEASURING_MACHINE_STATE_H
#define SONDE_MEASURING_MACHINE_STATE_H

#include "probe/watch.h"

/* Adds a sentinel that took seconds to a state of the machine, a campaign of sentinels with one timing each; the least
 * counts if it is there already. ERR_MEMORY. Local. */
enum status machine_state_add(struct campaign *state, const struct experiment *sentinel, double seconds,
			      struct error *err);

#endif
