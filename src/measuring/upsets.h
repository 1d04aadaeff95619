#ifndef SONDE_MEASURING_UPSETS_H
#define SONDE_MEASURING_UPSETS_H

#include <stdbool.h>

#include "sample/sample.h"

/* All functions are Local. */

/* s: what befalls processes takes so long at least, and no noise of a running machine does. TCP on Linux sends again
 * after 0.2 s, in ticks of up to 10 ms. */
#define UPSET_LEAST 0.15

/* And so many times as long as usual. */
#define UPSET_TIMES 3

/* Timings of a point, at least, whose median is what is usual. */
#define UPSET_TIMINGS 3

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
	bool alone;             /* it is of a point with too few timings for a median */
};

/*
 * Returns those of a campaign.
 *
 * - escalating: bytes; linear gathers from the first on and below the second escalate, as a search has found
 *   (estimate/thresholds): their long timings are what it looked for, and do not count. NULL: none.
 * - tracked: timings in every state of the machine (probe/tracking.h), or NULL. Of a point that both have, the more
 *   timings are looked at.
 * - A timing is upset if it took at least 0.15 s longer than the median of its point, and thrice as long: TCP sends a
 *   lost packet again after 0.2 s at the earliest where nothing follows it. Loops are taken as a whole. So is a timing
 *   whose empty round trip behind it, by which the machine's state is told, took so long.
 * - Points with fewer than 3 timings have none. Timings before since, in s on the platform's clock, are told of no
 *   more: those that a resumed run had before.
 */
struct upsets upsets_find(const struct campaign *campaign, const struct campaign *tracked, double since,
			  const double escalating[2]);

/* Another one, of a point with too few timings for a median: beyond what it usually takes by so many s. */
void upsets_add(struct upsets *upsets, const struct experiment *what, double beyond, double at);

/* The timings of a point that are looked at: of the campaign, or of those that are tracked (or NULL). NULL: none. */
const struct sample *upsets_sample(const struct campaign *campaign, const struct campaign *tracked,
				   const struct experiment *what);

/* s: the median of all timings of a sample; NAN of fewer than 3, of NULL, or without memory. */
double upsets_median(const struct sample *sample);

/* "roundtrip of 64K between processes 2 and 5". Returns text. */
const char *upsets_point(const struct experiment *what, char *text, size_t room);

/* A sentence about them, with begin for the platform's clock when measuring began; "" if there are none. Returns text.
 */
const char *upsets_text(const struct upsets *upsets, double begin, char *text, size_t room);

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
