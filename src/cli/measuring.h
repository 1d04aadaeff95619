#ifndef SONDE_CLI_MEASURING_H
#define SONDE_CLI_MEASURING_H

#include "base/progress.h"
#include "cli/command.h"
#include "estimate/moved.h"
#include "probe/probe.h"
#include "sample/reduce.h"
#include "store/store.h"

/* What the measuring commands have in common: the platform, the store with its run, progress. All of this is Local to
 * the process that drives; what measures runs on the platform. */
struct measuring {
	/* options */
	const char *store_path, *run_name, *platform_name;
	size_t seed, reps[2], train_most, launches;
	double confidence, error, patience;
	int statistic;
	int pair[2];
	double noise, outliers; /* of a synthetic platform */
	bool all_pairs; /* set by a command that can measure more than one pair: then pair may stay LINK_ANY or be
			   OPTION_PAIR_ALL */
	bool resume;
	bool exact_state; /* set by a command that holds models against the machine: a quicker state than the usual one
			     is waited out too */

	/* state */
	struct context *context;
	struct model *model;       /* behind a synthetic platform */
	struct platform *platform; /* borrowed from the context if live */
	struct store *store;
	int64_t run;
	bool begun;
	bool resumed; /* the campaign began with what an interrupted run had measured */
	struct circumstances circumstances;
	struct campaign campaign;
	struct campaign
		before; /* the interrupted run's own, or that of the newest earlier run of the store on this platform */
	bool has_before;
	struct campaign *pool; /* earlier launches of the same measurement, whose numbers are pooled with this one's */
	size_t n_pool;
	struct campaign usual; /* the sentinels of the machine's usual state: the quickest of the store's newest runs on
				  this platform, or what measuring_expect put in its place */
	struct probe_sink sink;
	struct progress progress;
	double last_shown;
};

/* The lines of an option table for these. */
#define MEASURING_OPTIONS(m)                                                                                           \
	OPT_TEXT(0, "store", &(m)->store_path, "FILE", "where every timing is kept (default sonde.db)"),               \
		OPT_TEXT(0, "run", &(m)->run_name, "NAME", "name of this run in the store (default run-<number>)"),    \
		OPT_FLAG(0, "resume", &(m)->resume,                                                                    \
			 "go on with the run --run that was interrupted (default: the newest such run of this "        \
			 "purpose on this platform)"),                                                                 \
		OPT_PAIR(0, "pairs", (m)->pair, "FROM:TO",                                                             \
			 "the two processes to measure; must be said if there are more than two; measure p2p and "     \
			 "estimate take all too (default 0:1)"),                                                       \
		OPT_RANGE(                                                                                             \
			0, "reps", (m)->reps, "MIN:MAX", 2, 1000000,                                                   \
			"repetitions of each point (default 20:60; large messages and trains at most 15 by default)"), \
		OPT_NUMBER(0, "error", &(m)->error, "E", 0, 1,                                                         \
			   "repeat until the relative error is below E (default 0.01)"),                               \
		OPT_NUMBER(0, "confidence", &(m)->confidence, "C", 0.5, 0.9999,                                        \
			   "confidence of errors and intervals (default 0.95)"),                                       \
		OPT_CHOICE(0, "statistic", &(m)->statistic, statistic_names,                                           \
			   "what stands for repeated timings (default median; min on a synthetic platform, and where " \
			   "measure p2p times messages that are alone)"),                                              \
		OPT_COUNT(0, "seed", &(m)->seed, "N", 0, 9e15,                                                         \
			  "of the order of measurements and of intervals (default 1)"),                                \
		OPT_COUNT(0, "max-train", &(m)->train_most, "N", 20, 1e9,                                              \
			  "most messages in a row to saturate a link (default 163840)"),                               \
		OPT_SECONDS(0, "patience", &(m)->patience, "TIME", 0, 86400,                                           \
			    "how long to wait, in all, while the machine is off its usual state (default 30s); 0: "    \
			    "never, and nothing is measured again"),                                                   \
		OPT_TEXT(0, "platform", &(m)->platform_name, "P",                                                      \
			 "mpi, or synthetic:MODEL.json, which behaves as the model says (default mpi)"),               \
		OPT_NUMBER(0, "noise", &(m)->noise, "S", 0, 10,                                                        \
			   "synthetic platform: mean positive perturbation, as a part of the time (default 0)"),       \
		OPT_NUMBER(0, "outliers", &(m)->outliers, "P", 0, 1,                                                   \
			   "synthetic platform: probability of a time five times as long (default 0)")

/* The line of an option table for pooled launches. */
#define POOLING_OPTION(m)                                                                                              \
	OPT_COUNT(0, "launches", &(m)->launches, "N", 1, 1000,                                                         \
		  "pool with the N - 1 newest earlier runs of the same measurement in the store: intervals then hold " \
		  "what differs from launch to launch (default 1)")

/* The defaults of the options; call before the options are read. */
void measuring_init(struct measuring *m, struct context *context);

/* The statistic where the user has not said one, instead of the platform's; call before measuring_platform. */
void measuring_prefer(struct measuring *m, enum statistic statistic);

/* Opens the platform that the options ask for and sees that it has the pair's processes. ERR_INPUT, ERR_USAGE. */
enum status measuring_platform(struct measuring *m, struct error *err);

/* The file with the model of a synthetic platform, as the user named it; NULL for another platform. */
const char *measuring_model_path(const struct measuring *m);

/* After measuring_platform, where collective operations are measured: on a synthetic platform, a note on how it times
 * them, so that what predictions are off by without noise is understood. */
void measuring_note_collectives(const struct measuring *m);

/*
 * Opens the store and begins the run under the platform's circumstances. purpose: "estimate plogp fast". With resume
 * the interrupted run is gone on with (resume.h): the campaign then holds what it had measured. From now on SIGINT and
 * SIGTERM end the run between two batches, with ERR_STOPPED and a text that says how to resume.
 */
enum status measuring_begin(struct measuring *m, const char *purpose, struct error *err);

/*
 * After measuring_begin: loads the newest ended runs of the same purpose on the same platform, during which the machine
 * did not change, that are pooled with this one, if launches were asked for; says so if there are fewer. ERR_IO,
 * ERR_MEMORY.
 */
enum status measuring_pool(struct measuring *m, const char *purpose, struct error *err);

/*
 * After measuring_begin: takes the state of the machine that the model was fitted in, if it was fitted on this platform
 * and says so, for the machine's usual one. ERR_MEMORY.
 */
enum status measuring_expect(struct measuring *m, const struct model *model, struct error *err);

/* After measuring: tells the watch that the timings are of two states if the run was resumed in another one than that
 * of its first part. measuring_end does so too, for its verdict alone. */
void measuring_join(const struct measuring *m, struct prober *prober);

/* The campaign of the run before, NULL if there is none. */
const struct campaign *measuring_before(const struct measuring *m);

/* The machine's usual state, NULL if none is known. */
const struct campaign *measuring_usual(const struct measuring *m);

/* True if the user said how many repetitions there are to be: no others are then made. */
bool measuring_counts(const struct measuring *m);

/* The options as the probe takes them. */
struct probe_options measuring_probe(const struct measuring *m);

/* How this run's samples become numbers: by the options' statistic and confidence, on the platform's clock. */
struct reduce_rule measuring_rule(const struct measuring *m);

/*
 * Stores what was spent on each kind of experiment and the verdict on the machine, which is also printed as a remark,
 * and ends the run. moved: how far the parameters estimated are from those before; or NULL.
 */
enum status measuring_end(struct measuring *m, const struct prober *prober, const struct moved *moved,
			  struct error *err);

/*
 * Ends the run, in which the machine went into another state for longer than patience lasts, or into a quicker one, and
 * begins another (its name with "again" after it, if the user gave one) with an empty campaign; the usual state is then
 * the present one, or the quicker one that was found.
 */
enum status measuring_again(struct measuring *m, const char *purpose, const struct prober *prober, struct error *err);

void measuring_release(struct measuring *m);

#endif
