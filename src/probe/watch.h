#ifndef SONDE_PROBE_WATCH_H
#define SONDE_PROBE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sample/sample.h"

struct prober;

#define WATCH_SENTINELS 2

/* Timings of a sentinel in a look: their median counts. */
#define WATCH_LOOK 3

/* Looks in a row that make a state: what lasts shorter is a disturbance. */
#define WATCH_STATE 20

/* The usual size of the larger sentinel, in bytes. */
#define WATCH_LARGE 65536

/*
 * Watches the machine through fixed points, the sentinels: round trips with an empty answer, of 0 bytes and of a larger
 * size. A virtual machine can be in one of several regimes for seconds, in which everything takes, say, 2.7 times as
 * long; a model made of both would hold in neither. So the sentinels are looked at again and again, at most a tenth of
 * the time, and while they are above their level nothing else is measured, until patience is used up. The usual state
 * is the quickest that is known: what others do to the machine only makes it slower, and it is the one state that runs
 * can agree upon.
 */
struct watch {
	struct experiment sentinels[WATCH_SENTINELS];
	double level[WATCH_SENTINELS];    /* s: what counts as the machine's usual state */
	double quickest[WATCH_SENTINELS]; /* s: the least median of WATCH_STATE looks in a row so far; INFINITY before
					     there are so many */
	double recent[WATCH_SENTINELS][WATCH_STATE]; /* the newest looks, look k at k % WATCH_STATE */
	size_t looks;
	bool quicker; /* it went into a state quicker than its usual one, and stayed there: the timings before are of
			 another state; never without patience */
	size_t n;     /* 0: not watching */
	struct campaign seen; /* every look, also those while the machine was off its level */
	struct campaign good; /* the looks that found the level or were on it: the state in which was measured */
	bool gives_up;        /* patience is used up: measuring goes on whatever the sentinels say */
	bool told;            /* that it waits */
	double waited;        /* s, on the platform's clock, in all */
	double looked;        /* when the last look ended */
	double cost;          /* s that it took */
};

/*
 * Begins to watch the way from -> to by messages of 0 and of large bytes (large 0: of 0 only), which the platform is
 * prepared for. The usual state is that of the campaign usual, if it is not NULL, knows these sentinels, and the
 * machine gets back to it within patience; else, or if that is quicker, the present one. Runs on the platform. ERR_* of
 * the platform or the sink.
 */
enum status watch_begin(struct prober *prober, int from, int to, size_t large, const struct campaign *usual,
			struct error *err);

/*
 * Looks at the sentinels if that is due, and waits while they are above their level by more than 10 %. Looks on the
 * level are added to the prober's campaign too, for sentinels that are points of it. Runs on the platform.
 */
enum status watch_look(struct prober *prober, struct error *err);

void watch_release(struct watch *watch);

#endif
