#ifndef SONDE_CLI_COMPARE_STATE_H
#define SONDE_CLI_COMPARE_STATE_H

#include "base/progress.h"
#include "model/model.h"
#include "probe/prober.h"

/* The number of the state in which the machine was while it was measured, and which the model calls by this name;
 * levels.n with ERR_INPUT if there is none. Local. */
size_t compare_state_find(const struct tracking *tracking, const struct model *model, const char *name,
			  struct error *err);

/*
 * Takes the model in its state in which the sentinel takes so many seconds; says so if it is not its main one, and if
 * it has none, or knows nothing of it: then it stays as it is.
 *
 * - ERR_MEMORY. Local.
 */
enum status compare_state_take(struct model **model, const char *name, double seconds, const struct progress *progress,
			       struct error *err);

#endif
