#ifndef SONDE_MEASURING_MEASUREMENT_H
#define SONDE_MEASURING_MEASUREMENT_H

#include "estimate/drift.h"
#include "measuring/measuring.h"
#include "probe/probe.h"
#include "sample/reduce.h"

/*
 * One run: what is measured for one purpose, with its circumstances, its history and its place in the archive.
 *
 * Zero-initialise it, or measurement_begin; measurement_release frees it in any case. Local to the process that drives;
 * what measures runs on the platform.
 */
struct measurement {
	struct measuring *measuring;             /* borrowed: platform and options, shared with other runs */
	const struct measuring_options *options; /* the same options */
	struct platform *platform;               /* the same platform */
	char *name;                              /* owned; NULL: the archive chose one */
	struct purpose purpose;
	int64_t run; /* its number in the archive */
	bool begun;
	bool machine_changed; /* after measurement_end */
	struct circumstances circumstances;
	struct campaign campaign;
	struct history history;
	struct probe_sink sink;
	struct progress progress; /* notes are kept with the run, and handed on to the host */
};

/*
 * Begins the run under the platform's circumstances, on an open platform. name: of the run, or NULL. If the options say
 * so an interrupted run is resumed: the campaign then holds what it had measured. From now on the host is asked between
 * two batches whether to stop, which ends the run with ERR_STOPPED. ERR_IO, ERR_INPUT.
 */
enum status measurement_begin(struct measurement *m, struct measuring *measuring, const char *name,
			      const struct purpose *purpose, struct error *err);

/*
 * After measurement_begin: loads the newest ended runs of the same purpose on the same platform, during which the
 * machine did not change, that are pooled with this one, if launches were asked for; notes if there are fewer. ERR_IO,
 * ERR_MEMORY.
 */
enum status measurement_pool(struct measurement *m, struct error *err);

/*
 * After measurement_begin: takes the state of the machine that the model was fitted in, if it was fitted on this
 * platform and says so, for the machine's main one. ERR_MEMORY.
 */
enum status measurement_expect(struct measurement *m, const struct model *model, struct error *err);

/*
 * After measuring: tells the watch that the timings are of two states if the run was resumed in another one than that
 * of its first part. measurement_end does so too, for its verdict alone.
 */
void measurement_join(const struct measurement *m, struct prober *prober);

/* The campaign of the run before, NULL if there is none. */
const struct campaign *measurement_before(const struct measurement *m);

/* The machine's main state, NULL if none is known. */
const struct campaign *measurement_main_state(const struct measurement *m);

/* How the samples become numbers: by the options' statistic and confidence, on the platform's clock. */
struct reduce_rule measurement_rule(const struct measurement *m);

/* Keep with the run what a part of it took, and what it found; nothing without an archive. ERR_IO. */
enum status measurement_part(struct measurement *m, const char *name, double seconds, size_t messages,
			     struct error *err);
enum status measurement_keep(struct measurement *m, const struct findings *findings, struct error *err);

/* Switch and thresholds that the run found, such as a resumed one has; the caller calls findings_release. ERR_IO,
 * ERR_INPUT, ERR_MEMORY. */
enum status measurement_find(struct measurement *m, struct findings *findings, struct error *err);

/* Notes something: it is kept with the run, and handed on to the host. */
void measurement_note(struct measurement *m, enum note_severity severity, enum note_subject subject, const char *text);

/*
 * Keeps what was spent on each kind of experiment and the verdict on the machine, which is also noted, and ends the
 * run. moved: how far the parameters estimated are from those before; or NULL.
 */
enum status measurement_end(struct measurement *m, const struct prober *prober, const struct parameter_drift *moved,
			    struct error *err);

/*
 * Ends the run, in which the machine went into another state for longer than patience lasts, or into a quicker one, and
 * begins another (its name with "again" after it, if it had one) with an empty campaign; the main state is then the
 * present one, or the quicker one that was found.
 */
enum status measurement_again(struct measurement *m, const struct prober *prober, struct error *err);

void measurement_release(struct measurement *m);

#endif
