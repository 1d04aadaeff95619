#ifndef SONDE_MEASURING_MACHINE_STATE_H
#define SONDE_MEASURING_MACHINE_STATE_H

#include "probe/watch.h"

/*
 * Adds a sentinel that took seconds to a state of the machine.
 *
 * - state: a campaign of sentinels with one timing each. If the sentinel is there already the least counts.
 * - ERR_MEMORY.
 * - Local.
 */
enum status machine_state_add(struct campaign *state, const struct experiment *sentinel, double seconds,
			      struct error *err);

#endif
