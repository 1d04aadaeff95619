#ifndef SONDE_MEASURING_PAUSES_H
#define SONDE_MEASURING_PAUSES_H

#include <stdbool.h>

#include "measuring/upsets.h"
#include "platform/long_runs.h"

/* All functions are Local. */

/* Times in which far more passed than the timings that are kept tell: a process was stopped, a link was down or a disk
 * was slow while what is searched for, tried or kept took its time. No timing that is kept is wrong by it. */
struct pauses {
	size_t n;
	bool more;              /* there may be more */
	double longest;         /* s: by which the longest took longer than usual */
	struct experiment what; /* what was measured then */
	double at;              /* s on the platform's clock: when it had ended */
};

/* What keeping a point's timings usually takes, and when it took longer. Zero-initialised at the beginning. */
struct keeping {
	bool known;
	double usual; /* s: the least so far */
	struct pauses pauses;
};

/* Timings were kept, which took so many s, until now on the platform's clock: it is a pause from UPSET_LEAST on if it
 * is UPSET_TIMES as long as usual. The first tells of none. */
void pauses_keep(struct keeping *keeping, const struct experiment *what, double seconds, double now);

/* What a measurement knows in the end. All borrowed. */
struct pauses_evidence {
	const struct long_runs *runs;
	const struct campaign *campaign, *tracked; /* tracked: as upsets_find has it, or NULL */
	const struct campaign *seen;               /* looks at the machine, or NULL */
	const struct experiment *sentinel;         /* by which its states are told, or NULL */
	double look;                               /* s: what that takes */
	size_t processes;                          /* of the platform */
};

/*
 * The pauses among the runs of a platform.
 *
 * - A run usually takes its repetitions, each with as many operations as it times and prepares, and with all that
 *   it waits for.
 * - An operation takes the longest of these: the median of its point, what the quickest of the run takes, and what
 *   other sizes tell, of a message there and its answer, or of the same collective operation.
 * - A run is a pause if it took UPSET_TIMES as long, and UPSET_LEAST longer. If its timings are kept they are not
 *   counted: upsets_find has them.
 * - A timing that is kept, of a point with too few for a median, is no pause either: it is added to upsets.
 * - Where more than a tenth of all runs would be pauses, as far as the list tells, that is how long they take.
 *   Then only what is UPSET_TIMES as long as these is a pause.
 */
struct pauses pauses_find(const struct pauses_evidence *evidence, struct upsets *upsets);

/* Both together. */
struct pauses pauses_join(struct pauses a, struct pauses b);

/* A sentence about them, with begin for the platform's clock when measuring began: whether there are any. */
bool pauses_text(const struct pauses *pauses, double begin, char *text, size_t room);

#endif
