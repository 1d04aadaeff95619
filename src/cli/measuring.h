#ifndef SONDE_CLI_MEASURING_H
#define SONDE_CLI_MEASURING_H

#include "base/progress.h"
#include "cli/command.h"
#include "estimate/moved.h"
#include "probe/probe.h"
#include "store/store.h"

/* What the measuring commands have in common: the platform, the store with its run, progress. All of this is Local to the process that drives; what measures runs on the platform. */
struct measuring {
	/* options */
	const char *store_path, *run_name, *platform_name;
	size_t seed, reps[2], train_most, launches;
	double confidence, error, patience;
	int statistic;
	int pair[2];
	double noise, outliers; /* of a synthetic platform */
	bool all_pairs;         /* set by a command that can measure more than one pair: then pair may stay LINK_ANY or be OPTION_PAIR_ALL */
	bool resume;
	bool exact_state;       /* set by a command that holds models against the machine: a quicker state than the usual one is waited out too */

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
	struct campaign before; /* the interrupted run's own, or that of the newest earlier run of the store on this platform */
	bool has_before;
	struct campaign *pool; /* earlier launches of the same measurement, whose numbers are pooled with this one's */
	size_t n_pool;
	struct campaign usual; /* the sentinels of the machine's usual state: the quickest of the store's newest runs on this platform, or what measuring_expect put in its place */
	struct probe_sink sink;
	struct progress progress;
	double last_shown;
};

/* The lines of an option table for these. */
/* clang-format off */
#define MEASURING_OPTIONS(m) \
	{.name = "store", .type = OPTION_TEXT, .value = &(m)->store_path, .argument = "FILE", .help = "where every timing is kept (default sonde.db)"}, \
	{.name = "run", .type = OPTION_TEXT, .value = &(m)->run_name, .argument = "NAME", .help = "name of this run in the store (default run-<number>)"}, \
	{.name = "resume", .type = OPTION_FLAG, .value = &(m)->resume, .help = "go on with the run --run that was interrupted (default: the newest such run of this purpose on this platform)"}, \
	{.name = "pairs", .type = OPTION_PAIR, .value = (m)->pair, .argument = "FROM:TO", .help = "the two processes to measure; must be said if there are more than two; measure p2p and estimate take all too (default 0:1)"}, \
	{.name = "reps", .type = OPTION_RANGE, .value = (m)->reps, .argument = "MIN:MAX", .help = "repetitions of each point (default 20:60; large messages and trains at most 15 by default)", .least = 2, .most = 1000000}, \
	{.name = "error", .type = OPTION_NUMBER, .value = &(m)->error, .argument = "E", .help = "repeat until the relative error is below E (default 0.01)", .least = 0, .most = 1}, \
	{.name = "confidence", .type = OPTION_NUMBER, .value = &(m)->confidence, .argument = "C", .help = "confidence of errors and intervals (default 0.95)", .least = 0.5, .most = 0.9999}, \
	{.name = "statistic", .type = OPTION_CHOICE, .value = &(m)->statistic, .choices = statistic_names, .help = "what stands for repeated timings (default median; min on a synthetic platform, and where measure p2p times messages that are alone)"}, \
	{.name = "seed", .type = OPTION_COUNT, .value = &(m)->seed, .argument = "N", .help = "of the order of measurements and of intervals (default 1)", .least = 0, .most = 9e15}, \
	{.name = "max-train", .type = OPTION_COUNT, .value = &(m)->train_most, .argument = "N", .help = "most messages in a row to saturate a link (default 163840)", .least = 20, .most = 1e9}, \
	{.name = "patience", .type = OPTION_SECONDS, .value = &(m)->patience, .argument = "TIME", .help = "how long to wait, in all, while the machine is off its usual state (default 30s); 0: never, and nothing is measured again", .least = 0, .most = 86400}, \
	{.name = "platform", .type = OPTION_TEXT, .value = &(m)->platform_name, .argument = "P", .help = "mpi, or synthetic:MODEL.json, which behaves as the model says (default mpi)"}, \
	{.name = "noise", .type = OPTION_NUMBER, .value = &(m)->noise, .argument = "S", .help = "synthetic platform: mean positive perturbation, as a part of the time (default 0)", .least = 0, .most = 10}, \
	{.name = "outliers", .type = OPTION_NUMBER, .value = &(m)->outliers, .argument = "P", .help = "synthetic platform: probability of a time five times as long (default 0)", .least = 0, .most = 1}
/* clang-format on */

/* The line of an option table for pooled launches. */
#define POOLING_OPTION(m) {.name = "launches", .type = OPTION_COUNT, .value = &(m)->launches, .argument = "N", .help = "pool with the N - 1 newest earlier runs of the same measurement in the store: intervals then hold what differs from launch to launch (default 1)", .least = 1, .most = 1000}

/* The defaults of the options; call before the options are read. */
void measuring_init(struct measuring *m, struct context *context);

/* The statistic where the user has not said one, instead of the platform's; call before measuring_platform. */
void measuring_prefer(struct measuring *m, enum statistic statistic);

/* Opens the platform that the options ask for and sees that it has the pair's processes. ERR_INPUT, ERR_USAGE. */
enum status measuring_platform(struct measuring *m, struct error *err);

/* After measuring_platform, where collective operations are measured: on a synthetic platform, a note on how it times them, so that what predictions are off by without noise is understood. */
void measuring_note_collectives(const struct measuring *m);

/*
 * Opens the store and begins the run under the platform's circumstances. purpose: "estimate plogp fast". With resume the interrupted run is gone on with (resume.h): the campaign then holds what
 * it had measured. From now on SIGINT and SIGTERM end the run between two batches, with ERR_STOPPED and a text that says how to resume.
 */
enum status measuring_begin(struct measuring *m, const char *purpose, struct error *err);

/*
 * After measuring_begin: loads the newest ended runs of the same purpose on the same platform, during which the machine did not change, that are pooled with this one, if launches were asked for; says so if there are fewer. ERR_IO, ERR_MEMORY.
 */
enum status measuring_pool(struct measuring *m, const char *purpose, struct error *err);

/*
 * After measuring_begin: takes the state of the machine that the model was fitted in, if it was fitted on this platform and says so, for the machine's usual one. ERR_MEMORY.
 */
enum status measuring_expect(struct measuring *m, const struct model *model, struct error *err);

/* After measuring: tells the watch that the timings are of two states if the run was resumed in another one than that of its first part. measuring_end does so too, for its verdict alone. */
void measuring_join(const struct measuring *m, struct prober *prober);

/* The campaign of the run before, NULL if there is none. */
const struct campaign *measuring_before(const struct measuring *m);

/* The machine's usual state, NULL if none is known. */
const struct campaign *measuring_usual(const struct measuring *m);

/* True if the user said how many repetitions there are to be: no others are then made. */
bool measuring_counts(const struct measuring *m);

/* The options as the probe takes them. */
struct probe_options measuring_probe(const struct measuring *m);

/*
 * Stores what was spent on each kind of experiment and the verdict on the machine, which is also printed as a remark, and ends the run. moved: how far the parameters estimated are from
 * those before; or NULL.
 */
enum status measuring_end(struct measuring *m, const struct prober *prober, const struct moved *moved, struct error *err);

/*
 * Ends the run, in which the machine went into another state for longer than patience lasts, or into a quicker one, and begins another (its name with "again" after it, if the user gave one) with an
 * empty campaign; the usual state is then the present one, or the quicker one that was found.
 */
enum status measuring_again(struct measuring *m, const char *purpose, const struct prober *prober, struct error *err);

void measuring_release(struct measuring *m);

#endif
