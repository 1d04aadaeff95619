#ifndef SONDE_MEASURING_MEASUREMENT_H
#define SONDE_MEASURING_MEASUREMENT_H

#include "estimate/drift.h"
#include "measuring/measuring.h"
#include "measuring/pauses.h"
#include "probe/probe.h"
#include "sample/reduce.h"

/* Clocks and networks at a moment, by which is seen what disturbed them since. */
struct undisturbed {
	double now, ahead;      /* s on the platform's clock, and how far ahead of the other clock it is */
	size_t went_back;       /* platform->went_back */
	struct traffic traffic; /* of the hosts */
	struct cpu_time *cpu;   /* of the circumstances' processes; owned; NULL: not known */
};

/* What a deadline of the prober's does not end: see measurement_search. Both in s on the platform's clock. */
struct search_time {
	double until;       /* 0: there is no search */
	double batch_ended; /* when the search kept its last batch */
	/* Bytes: a search has found that linear gathers from the first on and below the second escalate; else both 0.
	 */
	double escalating[2];
};

/*
 * One run: what is measured for one purpose, with its circumstances, its history and its place in the archive.
 *
 * - Zero-initialise it, or measurement_begin; measurement_release frees it in any case.
 * - Functions are Local to the process that drives; what measures runs on the platform.
 */
struct measurement {
	struct measuring *measuring;             /* borrowed: platform and options, shared with other runs */
	const struct measuring_options *options; /* the same options */
	struct platform *platform;               /* the same platform */
	char *name;                              /* owned; NULL: the archive chose one */
	struct purpose purpose;
	int64_t run; /* its number in the archive */
	bool begun;
	/* After measurement_end: whether the machine changed, and its states, the main one first, if they were told
	 * apart. */
	enum machine_verdict machine;
	struct run_level levels[RUN_LEVELS_MOST];
	size_t n_levels;
	struct search_time search;
	bool late;                /* the deadline ended a search */
	bool stopped;             /* the user ended the run */
	struct undisturbed begin; /* when the run began */
	struct keeping keeping;
	struct circumstances circumstances;
	struct campaign campaign;
	struct history history;
	struct probe_sink sink;
	struct progress progress; /* notes are kept with the run, and handed on to the host */
};

/*
 * Whether measurement_begin would begin such a run, or resume one. Nothing is begun.
 *
 * - ERR_INPUT says why not; else as measurement_begin. Without an archive it would.
 */
enum status measurement_admit(struct measuring *measuring, const char *name, const struct purpose *purpose, bool resume,
			      struct error *err);

/*
 * Begins the run under the platform's circumstances, on an open platform.
 *
 * - name: of the run, or NULL.
 * - An interrupted run is resumed if the options say so: the campaign then holds what it had measured.
 * - From now on the host is asked between two batches whether to stop, which ends the run with ERR_STOPPED.
 * - ERR_IO, ERR_INPUT, ERR_MEMORY.
 */
enum status measurement_begin(struct measurement *m, struct measuring *measuring, const char *name,
			      const struct purpose *purpose, struct error *err);

/*
 * Loads earlier launches, those of m->options->launches but this one, into m->history.pool: the newest ended runs of
 * the same purpose on the same platform.
 *
 * - tracking: only what is of its main state, if it knows several; NULL: what is of each run's own main state.
 * - ERR_IO, ERR_MEMORY.
 */
enum status measurement_load_pool(struct measurement *m, const struct tracking *tracking, struct error *err);

/*
 * Loads the earlier runs that are pooled with this one, if launches were asked for; notes if there are fewer.
 *
 * - Call it after measuring.
 * - They are the newest ended runs of the same purpose on the same platform, in the main state of the machine of this
 *   one, during which it did not change.
 * - ERR_IO, ERR_MEMORY.
 */
enum status measurement_pool(struct measurement *m, const struct tracking *tracking, struct error *err);

/*
 * Takes the state of the machine that the model was fitted in for the machine's main one.
 *
 * - Call it after measurement_begin.
 * - Nothing is done if the model was fitted on another platform or does not say its state.
 * - ERR_MEMORY.
 */
enum status measurement_expect(struct measurement *m, const struct model *model, struct error *err);

/*
 * Tells the watch that the timings are of two states if the run was resumed in another one than that of its first
 * part.
 *
 * - Call it after measuring. measurement_end does so too, for its verdict alone.
 */
void measurement_join(const struct measurement *m, struct prober *prober);

/* The campaign of the run before, NULL if there is none. */
const struct campaign *measurement_before(const struct measurement *m);

/* The machine's main state, NULL if none is known. */
const struct campaign *measurement_main_state(const struct measurement *m);

/* How the samples become numbers: by the options' statistic and confidence, on the platform's clock. */
struct reduce_rule measurement_rule(const struct measurement *m);

/*
 * Each keeps something with the run: what a part of it took (seconds on the platform's clock, messages), or what it
 * found.
 *
 * - Nothing is kept without an archive.
 * - ERR_IO.
 */
enum status measurement_part(struct measurement *m, const char *name, double seconds, size_t messages,
			     struct error *err);
enum status measurement_keep(struct measurement *m, const struct findings *findings, struct error *err);

/*
 * Switch and thresholds that the run found, such as a resumed one has.
 *
 * - Ownership: the caller calls findings_release.
 * - ERR_IO, ERR_INPUT, ERR_MEMORY.
 */
enum status measurement_find(struct measurement *m, struct findings *findings, struct error *err);

/* Notes something: it is kept with the run, and handed on to the host. */
void measurement_note(struct measurement *m, enum note_severity severity, enum note_subject subject, const char *text);

/*
 * Begins or ends a search: experiments that a deadline of the prober's does not end.
 *
 * - share: of the time until the options' deadline that it may take; 0 ends it.
 * - Where another batch as long as the last would end after that, the search ends with ERR_STOPPED, and m->late is set.
 */
void measurement_search(struct measurement *m, double share);

/*
 * Returns how many points have timings of one short stretch of the time alone (probe/stretches.h), and notes it as a
 * warning, unless the user chose the number of repetitions.
 *
 * - since: s on the platform's clock; points that were timed before do not count.
 * - Local.
 */
size_t measurement_tell_single(struct measurement *m, double since);

/*
 * Keeps what was spent on each kind of experiment and the verdict on the machine, which is also noted, and ends the
 * run.
 *
 * - moved: how far the estimated parameters are from those before; or NULL.
 * - What a budget left is noted: how many points are less precise than was asked for, and how many without timings.
 * - ERR_* of the archive; ERR_INPUT if a budget left nothing but looks at the machine. The run is ended then, too.
 */
enum status measurement_end(struct measurement *m, const struct prober *prober, const struct parameter_drift *moved,
			    struct error *err);

/*
 * Ends the run and begins another with an empty campaign, because the machine went into another state for longer than
 * patience lasts, or into a quicker one.
 *
 * - Its name is the old one with "again" after it, if there was one.
 * - The main state is then the present one, or the quicker one that was found.
 * - ERR_* of the archive and of measurement_begin.
 */
enum status measurement_again(struct measurement *m, const struct prober *prober, struct error *err);

/*
 * Sets the circumstances' CPU times: of the run until now.
 *
 * - measurement_end does so, and keeps them.
 * - ERR_PLATFORM, ERR_MEMORY.
 */
enum status measurement_tell_cpu(struct measurement *m, struct error *err);

void measurement_release(struct measurement *m);

#endif
