#ifndef SONDE_CLI_DECOMPOSE_MAPPING_H
#define SONDE_CLI_DECOMPOSE_MAPPING_H

#include <stdio.h>

#include "base/option.h"
#include "decompose/planning.h"

/* A file by which a launcher puts the processes of the best plan's grid on nodes. All of this is Local. */

/* What the options say. Texts are borrowed; NULL: not said. */
struct mapping_options {
	const char *hosts, *format, *path;
};

/* The lines of an option table for these (struct mapping_options *); they end with a comma. */
#define MAPPING_OPTIONS(o)                                                                                             \
	OPT_TEXT(0, "mapping", &(o)->format, "FORMAT",                                                                 \
		 "where processes run, for a launcher: rankfile (Open MPI), hydra (MPICH), rank-order (Cray), slurm"), \
		OPT_TEXT(0, "hosts", &(o)->hosts, "HOSTS",                                                             \
			 "the nodes and how many processes each has: a:4,b:4 or a file"),                              \
		OPT_TEXT('o', "output", &(o)->path, "FILE", "the mapping's file"),

/* ERR_USAGE unless all three of them are given, or none, and the format is one. */
enum status mapping_options_check(const struct mapping_options *options, struct error *err);

/*
 * Writes the mapping of the grid on which the best plan spends the most time, if it was asked for.
 *
 * - chatter: what it says of bytes between nodes goes there; NULL: nowhere.
 * - ERR_USAGE: the hosts are not for so many processes; ERR_IO, ERR_MEMORY.
 */
enum status mapping_options_write(const struct mapping_options *options, const struct planning_request *request,
				  const struct planned *found, FILE *chatter, struct error *err);

#endif
