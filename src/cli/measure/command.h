#ifndef SONDE_CLI_MEASURE_COMMAND_H
#define SONDE_CLI_MEASURE_COMMAND_H

#include "cli/command.h"
#include "measuring/measurement.h"
#include "runs/archive.h"

/*
 * What the measuring commands have in common: the options of every measurement, the store, progress on the terminal.
 *
 * measure_command_init before the options are read, measure_command_release in any case. Local.
 */
struct measure_command {
	struct context *context;
	struct measuring measuring;
	struct store_archive archive;
	const char *platform; /* as the user gave it */
	double budget;        /* s that measuring may take; 0: as long as it takes; below 0:
				 the user said nothing */
	double usual_budget;  /* s: the budget then */
	const char *state;    /* of the machine, whose timings are printed; NULL: main */
	const char *switching, *drifting, *disturbances, *jump; /* likewise; NULL: not given */
	const char *loop;                                       /* likewise */
	double last_shown;                                      /* s, of progress */
};

/* The lines of an option table for these. least: repetitions; usual: the default of the budget, as --help says it. */
#define MEASURING_OPTIONS_FROM(c, least, usual)                                                                        \
	OPT_TEXT(0, "store", &(c)->archive.archive.name, "FILE", "where every timing is kept (default sonde.db)",      \
		 OPTION_MAY_DIFFER),                                                                                   \
		OPT_TEXT(0, "run", &(c)->measuring.options.run_name, "NAME",                                           \
			 "name of this run in the store (default run-<number>)", OPTION_MAY_DIFFER),                   \
		OPT_FLAG(0, "resume", &(c)->measuring.options.resume,                                                  \
			 "resume the run --run that was interrupted (default: the newest such run of this "            \
			 "purpose on this platform)",                                                                  \
			 OPTION_MAY_DIFFER),                                                                           \
		OPT_PAIR(0, "pairs", (c)->measuring.options.pair, "FROM:TO",                                           \
			 "the two processes to measure; measure p2p and estimate take all too (default 0:1)"),         \
		OPT_RANGE(                                                                                             \
			0, "reps", (c)->measuring.options.reps, "MIN:MAX", least, 1000000,                             \
			"repetitions of each point (default 20:60; large messages and trains at most 15 by default)",  \
			OPTION_MAY_DIFFER),                                                                            \
		OPT_NUMBER(0, "error", &(c)->measuring.options.error, "E", 0, 1,                                       \
			   "repeat until the relative error is below E (default 0.01)", OPTION_MAY_DIFFER),            \
		OPT_NUMBER(0, "confidence", &(c)->measuring.options.confidence, "C", 0.5, 0.9999,                      \
			   "confidence of errors and intervals (default 0.95)"),                                       \
		OPT_CHOICE(0, "statistic", &(c)->measuring.options.statistic, statistic_names,                         \
			   "what stands for repeated timings (default median; min on a synthetic platform, and where " \
			   "measure p2p times messages that are alone)"),                                              \
		OPT_COUNT(0, "seed", &(c)->measuring.options.seed, "N", 0, 9e15,                                       \
			  "of the order of measurements and of intervals (default 1)"),                                \
		OPT_COUNT(0, "max-train", &(c)->measuring.options.train_most, "N", 20, 1e9,                            \
			  "most messages in a row to saturate a link (default 163840)"),                               \
		OPT_TEXT(0, "loop", &(c)->loop, "N|TIME",                                                              \
			 "how long a timing is: N messages in a row, or operations in a row until TIME is over "       \
			 "(default: 1000 times what the clock can tell apart; calls 16 at most)"),                     \
		OPT_SECONDS(0, "patience", &(c)->measuring.options.patience, "TIME", 0, 86400,                         \
			    "how long to wait, in all, for the machine's quickest known state (default 0); 0: it is "  \
			    "measured in whichever state it is in",                                                    \
			    OPTION_MAY_DIFFER),                                                                        \
		OPT_SECONDS(0, "budget", &(c)->budget, "TIME", 1e-6, 86400,                                            \
			    "how long to measure at most, or none: as long as it takes; what is less precise then is " \
			    "said (default " usual ")",                                                                \
			    OPTION_MAY_DIFFER, OPTION_OR_NONE),                                                        \
		OPT_TEXT(0, "platform", &(c)->platform, "P",                                                           \
			 "mpi; synthetic:MODEL.json, which behaves as the model says; or equations:MODEL.json, the "   \
			 "same with scatter and gather by LMO's equations (default mpi)"),                             \
		OPT_NUMBER(0, "noise", &(c)->measuring.options.noise.spread, "S", 0, 10,                               \
			   "synthetic platform: mean positive perturbation, as a part of the time (default 0)"),       \
		OPT_NUMBER(0, "outliers", &(c)->measuring.options.noise.outliers, "P", 0, 1,                           \
			   "synthetic platform: probability of a time five times as long (default 0)"),                \
		OPT_SECONDS(0, "tick", &(c)->measuring.options.noise.tick, "TIME", 0, 1,                               \
			    "synthetic platform: the least difference that its clock shows (default 0)"),              \
		OPT_TEXT(0, "switching", &(c)->switching, "FACTOR:DWELL",                                              \
			 "synthetic platform: two states, one FACTOR times as slow, each left after a random time of " \
			 "mean DWELL, for example 2.7:3s (default: one state)"),                                       \
		OPT_TEXT(0, "drifting", &(c)->drifting, "PART:TIME",                                                   \
			 "synthetic platform: it becomes slower by PART within each TIME (default: it does not)"),     \
		OPT_TEXT(0, "disturbances", &(c)->disturbances, "FACTOR:LENGTH:APART",                                 \
			 "synthetic platform: FACTOR times as slow for moments of mean LENGTH, which are APART on "    \
			 "average (default: none)"),                                                                   \
		OPT_TEXT(0, "clock-jump", &(c)->jump, "JUMP:AT",                                                       \
			 "synthetic platform: its clock goes on by JUMP, or back, AT after it began, for example "     \
			 "10s:1s or -10s:1s (default: it does not)")

/* Of what is only measured: a point may be timed once, and has no interval then. */
#define MEASURING_OPTIONS(c) MEASURING_OPTIONS_FROM(c, 1, "none")

/* Of what is fitted: of a single timing the intervals of parameters would know nothing. */
#define MEASURING_OPTIONS_WITHIN(c, usual) MEASURING_OPTIONS_FROM(c, 2, usual)

/* The line of an option table for pooled launches. */
#define POOLING_OPTION(c)                                                                                              \
	OPT_COUNT(0, "launches", &(c)->measuring.options.launches, "N", 1, 1000,                                       \
		  "pool with the N - 1 newest earlier runs of the same measurement in the store: intervals then hold " \
		  "what differs from launch to launch (default 1)")

/* The line of an option table for the state of the machine whose timings are printed. */
#define STATE_OPTION(c)                                                                                           \
	OPT_TEXT(0, "machine-state", &(c)->state, "main|NAME|each",                                               \
		 "whose timings are printed: those of the main state of the machine, of another one that it was " \
		 "in, or of each (default main, with the times in the others beside)",                            \
		 OPTION_MAY_DIFFER)

/* Sets the defaults of the options. */
void measure_command_init(struct measure_command *c, struct context *context);

/* The seconds that measuring may take: as the user said, or the usual ones; 0: as long as it takes. */
double measure_command_budget(const struct measure_command *c);

/* Opens the platform that the options ask for and sees that it has the pair's processes. ERR_INPUT, ERR_USAGE. */
enum status measure_command_open(struct measure_command *c, struct error *err);

/* The same for all processes: no pair is asked for, and the machine is watched by 0:1. */
enum status measure_command_open_all(struct measure_command *c, struct error *err);

/*
 * Whether the user asks to resume, and a run of this purpose was interrupted that the command resumes, or has ended if
 * the options allow that: one of those that it makes beside its own, whose names the store chose.
 *
 * - ERR_* of measurement_admit but ERR_INPUT.
 */
enum status measure_command_interrupted(struct measure_command *c, const struct purpose *purpose, bool *interrupted,
					struct error *err);

/* Returns status; to the text of a run that was stopped it adds how the run is resumed. */
enum status measure_command_ended(const struct measure_command *c, enum status status, struct error *err);

void measure_command_release(struct measure_command *c);

/*
 * A whole command without operands: reads its options and, unless help is asked for, measures what they ask for.
 *
 * - options: of this c, which needs no init; request: what they were read into, handed on to run.
 * - ERR_* of the options and of run.
 */
enum status measure_command_run(struct measure_command *c, struct context *context, const struct option *options,
				enum status (*run)(struct measure_command *c, void *request, struct error *err),
				void *request, struct error *err);

#endif
