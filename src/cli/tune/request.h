#ifndef SONDE_CLI_TUNE_REQUEST_H
#define SONDE_CLI_TUNE_REQUEST_H

#include "cli/command.h"
#include "tune/tune.h"
#include "tune/libraries.h"

/* What is asked of sonde tune. Texts are borrowed. */
struct tune_request {
	const struct tune_library *library; /* that reads the rules */
	bool named;                         /* the user said so */
	const struct tune_library *newer;   /* in whose place rules go by an older one's decisions; NULL: none */
	bool exhaustive;                    /* everything is measured, to tell what rules lose */
	const char *model, *state, *file, *operations;
	const char *plot;                            /* where a figure goes; NULL: nowhere */
	const char *trace;                           /* of the program that rules are for; NULL: for any */
	double budget;                               /* s; 0: as long as it takes; below 0: not said */
	int computation;                             /* of the trace: an index of computation_words; -1: not said */
	const char *placement;                       /* which processes share a node; NULL: not said */
	const char *intra, *inter;                   /* models within a node and between nodes; NULL: not said */
	struct size_list processes, sizes, segments; /* owned; n 0: chosen by tune_request_options */
	struct size_list ppn;  /* owned: processes of each node, a file of rules for each; n 0: all pairs are alike */
	struct size_list also; /* measured: numbers of processes that get rules by corrected predictions */
};

/* The lines of an option table for where results go (struct tune_request *); they end with a comma. */
#define TUNE_OUTPUT_OPTIONS(request)                                                                             \
	OPT_TEXT('o', "output", &(request)->file, "FILE", "where the rules go", OPTION_MAY_DIFFER),              \
		OPT_TEXT(0, "plot", &(request)->plot, "FILE.svg",                                                \
			 "draw what each operation takes by size and number of processes: by the library's own " \
			 "decision, with the rules, by the best that a rule can choose",                         \
			 OPTION_MAY_DIFFER),

/* The lines of an option table for rules that are measured (struct tune_request *); they end with a comma. */
#define TUNE_MEASURED_OPTIONS(request)                                                                                 \
	OPT_SIZES(0, "also", &(request)->also, "LIST",                                                                 \
		  "under mpirun: other numbers of processes that get rules, by predictions that are corrected by "     \
		  "what was measured"),                                                                                \
		OPT_FLAG(0, "exhaustive", &(request)->exhaustive,                                                      \
			 "under mpirun: when the rules are made, measure all that they could choose, however long it " \
			 "takes, and print what they lose against the best"),

/*
 * Refuses what does not go together, rules and a figure that would replace what is read, and a figure that cannot be
 * drawn, before anything is measured.
 *
 * - checked, verified: files of rules that are only looked at; NULL: none.
 * - store: its file, which no figure replaces.
 * - ERR_USAGE, and as output_plot_check. Local.
 */
enum status tune_request_check(const struct tune_request *request, const char *checked, const char *verified,
			       const char *store, struct error *err);

/* Refuses all options but these (NULL-terminated), and those of every command, that were given beside --check or
 * --verify, and would do nothing. why: what is looked at. ERR_USAGE. Local. */
enum status tune_request_only(const struct context *context, const char *const *allowed, const char *why,
			      struct error *err);

/* Refuses options of measurements where nothing is measured and they would do nothing. how: why, "by --trace".
 * ERR_USAGE. Local. */
enum status tune_request_without_measuring(const struct context *context, const char *how, struct error *err);

/* What the request means: all but how messages are predicted and whom progress is told. The lists are the request's.
 * ERR_USAGE, ERR_MEMORY. Local. */
enum status tune_request_options(struct tune_request *request, struct tune_options *tune, struct error *err);

/* Sets the library: of tune_libraries the one that was named, -1: none was; then the one that the model was measured
 * with, unless live; then that of this command; without any Open MPI. Tables for sonde run are beside that one.
 * ERR_INPUT, ERR_MEMORY. Local. */
enum status tune_request_library(struct tune_request *request, int named, bool live, struct error *err);
void tune_request_release(struct tune_request *request);

#endif
