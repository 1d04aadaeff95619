#ifndef SONDE_CLI_MEASURE_SIZES_H
#define SONDE_CLI_MEASURE_SIZES_H

#include "base/table.h"
#include "cli/command.h"
#include "measuring/sizes.h"

/* The rows that fit a screen beside a title and a summary. */
#define SIZES_SCREEN 22

/* The sizes that a user asks for, and how many rows are printed. Starts as SIZES_DEFAULT. */
struct sizes_options {
	struct sizes_request request;
	size_t least; /* bytes: of the default sizes */
	bool all;     /* all rows are printed, also to a terminal */
};

#define SIZES_DEFAULT                    \
	{                                \
		.request = SIZES_REQUEST \
	}

/* The lines of an option table for these. */
#define SIZES_OPTIONS(s)                                                                                               \
	OPT_SIZES('s', "sizes", &(s)->request.sizes, "SIZES",                                                          \
		  "0,1K,64K or 1K:1M or auto:0:1M, which closes in on breaks (default powers of two from 0 to 1M)"),   \
		OPT_CHOICE(0, "size-rule", &(s)->request.rule, size_rule_names,                                        \
			   "auto: how it is decided where more sizes are needed (default midpoint)"),                  \
		OPT_NUMBER(0, "epsilon", &(s)->request.epsilon, "E", 1e-6, 1,                                          \
			   "auto: what deviates by less, as a part of the time, is agreement (default 0.025)"),        \
		OPT_COUNT(0, "max-sizes", &(s)->request.count_most, "N", 2, 100000,                                    \
			  "auto: at most so many sizes (default 200)"),                                                \
		OPT_SECONDS(0, "spread", &(s)->request.spread, "TIME", 0, 86400,                                       \
			    "spread the timings over at least so long, in rounds over all sizes (default 1s; 0 where " \
			    "time is computed, and with --reps)",                                                      \
			    OPTION_MAY_DIFFER),                                                                        \
		OPT_FLAG(0, "all", &(s)->all, "print all rows to a terminal too, not only as many as fit it",          \
			 OPTION_MAY_DIFFER)

/* Fills in the default for what was not said: powers of two from 0 to 1 MiB. ERR_USAGE for options of adaptive sizes
 * without these, ERR_MEMORY. Local. */
enum status sizes_choose(struct sizes_options *o, struct error *err);

/*
 * Adds to the table's summary, if the sizes were adaptive, how many there are and what breaks each curve of the family
 * has, for example "jump of +38 % between 4096 and 4097 B"; a family of several curves has a group for each. Of timings
 * of more than one state of the machine no breaks are told. Ascending; of more than 8 the largest are named.
 * ERR_MEMORY. Local.
 */
enum status sizes_summarise(const struct sizes_options *o, const struct explore_family *family,
			    const struct prober *prober, struct table *table, struct error *err);

/*
 * Chooses what is printed of n experiments in ascending order of size: all of them for files, with --all, and where
 * the output is no terminal, else at
 * most as many as fit a screen, first of all those beside a jump of the family's first curve, and the ends; the others
 * are evenly spread. list is shortened in place; returns how many are left. Local.
 */
size_t sizes_shorten(const struct sizes_options *o, const struct explore_family *family, const struct prober *prober,
		     const struct context *context, struct experiment *list, size_t n);

#endif
