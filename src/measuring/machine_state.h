#ifndef SONDE_MEASURING_MACHINE_STATE_H
#define SONDE_MEASURING_MACHINE_STATE_H

#include <stdbool.h>

#include "probe/watch.h"

/*
 * A state of the machine, as a campaign of its sentinels with one timing each, and as the text that is kept with a run:
 * how long the sentinels took in the quickest state that lasted. Local, as are all of these.
 */

enum { MACHINE_STATE_ROOM = 200 };

/* Adds a sentinel that took seconds; the least counts if it is there already. ERR_MEMORY. */
enum status machine_state_add(struct campaign *state, const struct experiment *sentinel, double seconds,
			      struct error *err);

/* The key of the fact that holds the state of a pair, "state 0:1"; key has room for MACHINE_STATE_ROOM bytes. */
void machine_state_key(int from, int to, char *key);

/* The quickest state that the watch has seen, as key and text; both have room for MACHINE_STATE_ROOM bytes. False if it
 * saw none for long enough. */
bool machine_state_format(const struct watch *watch, char *key, char *text);

/* Adds a state as machine_state_format wrote it; stops where the text is none. ERR_MEMORY. */
enum status machine_state_read(const char *text, int from, int to, struct campaign *state, struct error *err);

#endif
