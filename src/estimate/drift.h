#ifndef SONDE_ESTIMATE_DRIFT_H
#define SONDE_ESTIMATE_DRIFT_H

#include <stdbool.h>

#include "estimate/method/options.h"

/* How far the link's parameters are from those of an earlier estimation. text: a sentence per parameter that moved,
 * each after a space, and how many more did if there is no room for all; empty if none did. */
struct parameter_drift {
	bool known;  /* what both campaigns measured sufficed for a fit */
	size_t more; /* parameters that moved and have no sentence */
	char text[600];
};

/*
 * Fits the model's class, by the options' method, to those experiments of options->before that the campaign has too,
 * and to those of the campaign that are in options->before, so that other sizes or another long message are not taken
 * for another machine, and holds the parameters of the link (not the processes' overheads) against each other. A
 * parameter moved if it differs by more than 10 %, one per size, from 4 KiB on, by more than 5 %. Not known if there is
 * no campaign before, or what both measured lacks an experiment, or many pairs are measured. ERR_MEMORY. Local.
 */
enum status drift_find(const struct model *like, const struct campaign *campaign,
		       const struct estimate_options *options, struct parameter_drift *drift, struct error *err);

#endif
