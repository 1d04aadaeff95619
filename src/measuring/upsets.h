#ifndef SONDE_MEASURING_UPSETS_H
#define SONDE_MEASURING_UPSETS_H

#include <stdbool.h>

#include "probe/prober.h"
#include "sample/sample.h"

/* All functions are Local. */

/*
 * Timings that something has upset: a link that was down, packets that were lost and sent again after a timeout, a
 * process that was stopped, a clock that jumped. They are outliers of a kind that no noise of a running machine makes.
 */
struct upsets {
	size_t upset, timings;  /* how many timings, of how many */
	double longest;         /* s: the most that one took beyond the median of its point, all operations of its loop
				   together; negative: less, where a barrier was subtracted */
	struct experiment what; /* of that timing */
	double at;              /* s on the platform's clock: when it was taken */
	bool beside;            /* it was the empty round trip behind the timing that took so long */
};

/*
 * Those of a campaign.
 *
 * - A timing is upset if it took at least 0.15 s longer than the median of its point, and thrice as long: TCP sends a
 *   lost packet again after 0.2 s at the earliest where nothing follows it. Loops are taken as a whole. So is a timing
 *   whose empty round trip behind it, by which the machine's state is told, took so long.
 * - Points with fewer than 3 timings have none. Timings before since, in s on the platform's clock, are told of no
 *   more: those that a resumed run had before.
 */
struct upsets upsets_find(const struct campaign *campaign, double since);

/* A sentence about them, with begin for the platform's clock when measuring began; "" if there are none. Returns text.
 */
const char *upsets_text(const struct upsets *upsets, double begin, char *text, size_t room);

/* A sentence about pauses between timings, with begin for the platform's clock when measuring began: whether there are
 * any. */
bool upsets_pauses_text(const struct pauses *pauses, double begin, char *text, size_t room);

/*
 * A sentence about a clock that jumped, if it did: whether it did.
 *
 * - passed: s on the clock; ahead: by how much more than on another clock of the machine; went_back: timings that came
 *   out below 0.
 * - A jump is told from 0.1 s and a thousandth of the time on: clocks that are corrected differ by less.
 */
bool upsets_clock_text(double passed, double ahead, size_t went_back, char *text, size_t room);

/*
 * A sentence about packets that were lost between hosts, if they were: whether they were.
 *
 * - segments: of TCP, that the hosts sent meanwhile; again: of these, those that were sent once more.
 * - From 3 and a thousandth of all on: TCP also sends some again that were only late.
 */
bool upsets_lost_text(double segments, double again, char *text, size_t room);

#endif
