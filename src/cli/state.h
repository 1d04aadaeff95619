#ifndef SONDE_CLI_STATE_H
#define SONDE_CLI_STATE_H

#include "probe/watch.h"
#include "store/store.h"

/*
 * The machine's states as the store remembers them: with each run how long the sentinels took in the quickest state
 * that lasted. Local, as are all of these.
 */

/* Adds a sentinel that took seconds to a campaign that stands for a state; the least counts if it is there already.
 * ERR_MEMORY. */
enum status state_add(struct campaign *state, int from, int to, size_t bytes, double seconds, struct error *err);

/* Keeps with the run the quickest state that the watch has seen; nothing if it saw none for long enough. ERR_IO. */
enum status state_store(struct store *store, int64_t run, const struct watch *watch, struct error *err);

/*
 * Adds to the campaign the quickest state of the newest eight ended runs on the platform that the circumstances
 * describe which watched from -> to. So many, and not all: a machine that has become slower for good is not waited for
 * for ever. A note of a state that cannot be read is passed over. ERR_IO, ERR_MEMORY.
 */
enum status state_usual(struct store *store, const struct circumstances *here, int from, int to, struct campaign *state,
			struct error *err);

#endif
