#ifndef SONDE_CLI_ESTIMATE_PLACES_H
#define SONDE_CLI_ESTIMATE_PLACES_H

#include "cli/measure/command.h"
#include "report/state_tables.h"

/* All of this is Local. */

/*
 * The pairs that stand for all where processes are on several nodes, and several of them on one: two processes of a
 * node, and two of different nodes. Each is estimated by itself, one after the other: a model of either.
 */
struct estimate_places {
	bool two;       /* there are both */
	bool never;     /* one of the models is of all pairs: one pair watches the machine */
	int now;        /* 0: within a node, 1: between nodes */
	int pair[2][2]; /* of either */
	double deadline;
	const char *run_name; /* as it was given */
	char name[200];       /* of the run of this pair */
	struct state_tables tables;
};

/* Finds the pairs, once the platform is open and nobody has said which pair is to be measured; then, at either time,
 * makes the options measure the pair whose turn it is. ERR_* of platform_describe. */
enum status estimate_places_choose(struct estimate_places *places, struct measure_command *c, struct error *err);

/* "intra" or "inter", NULL: one pair stands for all. */
const char *estimate_places_name(const struct estimate_places *places);

/* The file of the model of the pair whose turn it is: "m.json" becomes "m-intra.json", a directory is kept as its name
 * with that. The caller frees it. NULL with *status OK if output is NULL or "-", ERR_MEMORY. */
char *estimate_places_output(const struct estimate_places *places, const char *output, enum status *status,
			     struct error *err);

/* Says in a model which pairs it stands for. ERR_MEMORY. */
enum status estimate_places_tell(const struct estimate_places *places, struct model *model, struct error *err);

#endif
