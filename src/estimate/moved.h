#ifndef SONDE_ESTIMATE_MOVED_H
#define SONDE_ESTIMATE_MOVED_H

#include <stdbool.h>

#include "estimate/estimate.h"

/* How far the link's parameters are from those of an earlier estimation. text: a sentence per parameter that moved, each after a space; empty if none did. */
struct moved {
	bool known; /* the earlier campaign sufficed for a fit */
	char text[300];
};

/*
 * Fits the model's class to options->before by the same method and holds the parameters of the link (not the processes' overheads) against the model's, those per size at the sizes that both
 * measured. A parameter moved if it differs by more than 10 %, one per size, from 4 KiB on, by more than 5 %. Not known if there is no campaign before, or it lacks an experiment, or many pairs are measured. ERR_MEMORY. Local.
 */
enum status moved_find(const struct model *model, const struct estimate_options *options, struct moved *moved, struct error *err);

#endif
