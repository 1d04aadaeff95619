#ifndef SONDE_RUNS_RESUME_H
#define SONDE_RUNS_RESUME_H

#include "sample/circumstances.h"
#include "store/store.h"

/*
 * Finds the run to go on with: the one of this name or number, or the newest interrupted one of the purpose on the
 * platform that the circumstances describe. *run is the caller's to release. ERR_INPUT: there is none (says which
 * interrupted runs there are), the run had ended, was for another purpose, was measured by another command, or on
 * another platform (says what differs). Local.
 */
enum status resume_find(struct store *store, const char *name, const char *purpose, const struct circumstances *here,
			struct run *run, struct error *err);

#endif
