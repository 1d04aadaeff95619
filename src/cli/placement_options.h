#ifndef SONDE_CLI_PLACEMENT_OPTIONS_H
#define SONDE_CLI_PLACEMENT_OPTIONS_H

#include "base/option.h"
#include "base/table.h"
#include "simulate/simulate.h"

/* All of this is Local. */

/* Which processes share a node, and what messages cost within one and between them. Texts are borrowed, NULL: not
 * said. */
struct placement_options {
	const char *intra, *inter, *placement;
};

/* The lines of an option table for these (struct placement_options *); they end with a comma. */
#define PLACEMENT_OPTIONS(options, hosts)                                                                             \
	OPT_TEXT(0, "intra", &(options)->intra, "FILE", "what messages cost between processes of one node: a model"), \
		OPT_TEXT(0, "inter", &(options)->inter, "FILE",                                                       \
			 "what they cost between nodes, in place of the other model"),                                \
		OPT_TEXT(0, "placement", &(options)->placement, "PLACES",                                             \
			 "which processes share a node: block:4, cyclic:4 (4 of each node), a list as a,a,b,b, or a " \
			 "file of nodes" hosts),

/*
 * Which model holds between nodes.
 *
 * - useful: a placement says something of one model for all pairs too.
 * - *model: the one that was given in another way, or NULL; --inter then takes its place.
 * - ERR_USAGE if two are given, or --intra alone, or a placement that is of no use.
 */
enum status placement_options_model(const struct placement_options *options, bool useful, const char **model,
				    struct error *err);

/* A placement that is read. Zero-initialise it; placed_release frees it. */
struct placed {
	const struct placement_options *options;
	struct model *within; /* NULL: all pairs are alike */
	struct model_use use; /* of it */
	char *file;           /* the text of the file that the placement is in */
	int *node;            /* of each process; NULL until placed_nodes */
	size_t processes;
};

/* Reads the files that the options name, which must outlive it. ERR_USAGE, ERR_INPUT, ERR_IO, ERR_MEMORY. */
enum status placed_read(struct placed *placed, const struct placement_options *options, struct error *err);
void placed_release(struct placed *placed);

/*
 * Places so many processes.
 *
 * - hosts: where they are if the options do not say it; NULL: that is not known.
 * - ERR_USAGE: the placement is of another number of processes, or nothing says where they are though there are two
 *   models. ERR_MEMORY.
 */
enum status placed_nodes(struct placed *placed, size_t processes, const char *const *hosts, struct error *err);

/* Makes use, of the model between nodes, take the other one within them, where there is one; placed must outlive it. */
void placed_apply(struct placed *placed, struct model_use *use);

/* Says in a table's summary how many nodes there are, and which model holds within them. */
void placed_tell(const struct placed *placed, struct table *table);

#endif
