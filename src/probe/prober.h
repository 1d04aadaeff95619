#ifndef SONDE_PROBE_PROBER_H
#define SONDE_PROBE_PROBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "base/random.h"
#include "platform/platform.h"
#include "sample/reduce.h"
#include "sample/sample.h"
#include "stats/regimes.h"
#include "stats/stopping.h"

#define WATCH_SENTINELS 2

/* Timings of a sentinel in a look: their median counts. */
#define WATCH_LOOK 3

/* Looks in a row that make a state: what lasts shorter is a disturbance. */
#define WATCH_STATE 20

/* The default size of the larger sentinel, in bytes. */
#define WATCH_LARGE 65536

#define DEADLINE_RUNGS 9

/* Repetitions of a point before the next one's turn. */
#define PROBE_VISIT 2

/* Bytes of a short message at most. */
#define PROBE_SHORT 1024

/* How long a timing is: so many messages in a row, or operations in a row that take so many seconds together. Both 0:
 * as long as the clock needs. */
struct probe_loop {
	size_t messages;
	double seconds;
};

/* How the points of a campaign are measured. */
struct probe_options {
	struct stopping stopping;
	size_t steady; /* repetitions that suffice if all came out the same to a millionth (several at the same time: to
			  a third of the error that is allowed): time is then computed, not measured; 0: no such thing
			*/
	bool computed; /* time is known to be computed: steady suffices wherever all came out the same to a third of the
			  error */
	size_t large;  /* bytes: messages of this size and more, and trains, are repeated at most large_most times
			  (Kielmann et al. 2000: 60 small, 15 large), or as often as the statistic takes */
	size_t large_most;
	size_t short_most; /* repetitions of a message of at most PROBE_SHORT bytes, where whole options hold; 0: as
			      others */
	double epsilon;    /* trains: doubled until the gap changes by less, and until RTT_1 < epsilon * RTT_n */
	size_t train_most; /* messages in the longest train */
	struct probe_loop loop;
	double deadline; /* s on the platform's clock: nothing is begun that would probably end later, see deadline.h;
			    the machine is then not watched, and links are not warmed up. 0: none */
	double part;     /* of the whole time, which ends with the deadline: prober_part; 0: all of it */
	bool lenient; /* with a deadline: links are warmed up, and the machine is watched, all the same, which may end
			 a little later */
	double patience;  /* s: how long to wait, in all, for a machine that is off its main state; 0: not at all,
			     whatever it does is measured once */
	bool states;      /* what is measured is told apart by the machine's state, see tracking.h; the watch does not
			     wait then */
	double spread;    /* s: the time over which timings of a point are spread (stretches.h); 0: they are not */
	bool brief;       /* points get timings of a first stretch, and are put off: probe_put_off */
	bool optional;    /* what a deadline leaves of these points makes no result less precise */
	bool exact_state; /* the state that the watch began with is wanted, and a quicker one is waited out too */
	uint64_t seed;
};

/* The defaults: 20 to 60 repetitions (5 if all are the same, 15 from 512 KiB on, and of trains), 1 % at 95 %, minimum;
 * trains to 1 % and at most 163840 messages; patience of 30 s. Local. */
struct probe_options probe_options_default(void);

/* Where observations go as they are made, for example into a store; ERR_* ends the probing. */
struct probe_sink {
	enum status (*take)(void *context, const struct experiment *what, const struct observation *observations,
			    size_t n, struct error *err);
	/* Of the n newest observations of a point that were taken, all of this prober, the states of the machine have
	 * turned out. NULL: they are not wanted. */
	enum status (*mark)(void *context, const struct experiment *what, const struct observation *observations,
			    size_t n, struct error *err);
	enum status (*pause)(void *context, struct error *err); /* called while the machine is waited for; ERR_* ends
								   the probing. NULL: nothing to ask */
	void *context;
};

/* What one kind of experiment has cost so far, on the platform's clock. */
struct probe_account {
	double seconds;
	size_t messages;
};

/*
 * Watches the machine through fixed points, the sentinels: round trips with an empty answer, of 0 bytes and of a larger
 * size. A virtual machine can be in one of several regimes for seconds, in which everything takes, say, 2.7 times as
 * long; a model made of both would hold in neither. So the sentinels are looked at again and again, at most a tenth of
 * the time, and while they are above their level nothing else is measured, until patience is used up. The main state
 * is the quickest that is known: what others do to the machine only makes it slower, and it is the one state that runs
 * can agree upon.
 */
struct watch {
	struct experiment sentinels[WATCH_SENTINELS];
	double level[WATCH_SENTINELS];    /* s: what counts as the machine's main state */
	double quickest[WATCH_SENTINELS]; /* s: the least median of WATCH_STATE looks in a row so far; INFINITY before
					     there are so many */
	double recent[WATCH_SENTINELS][WATCH_STATE]; /* the newest looks, look k at k % WATCH_STATE */
	size_t looks;
	bool quicker; /* it went into a state quicker than its main one, and stayed there: the timings before are of
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

/* Observations of a sample that the sentinel was not timed after yet: n from first. */
struct waiting {
	struct sample *sample;
	size_t first, n;
};

struct waiting_list {
	struct waiting *list; /* owned */
	size_t n, capacity;
};

/* What is known of the looks beside the states. */
struct looks {
	double ended, cost; /* of the last one, in s on the platform's clock; cost: without one that was made again */
	double spent;       /* s on all of them, but for what processes were stopped meanwhile */
	size_t *after;      /* what each followed: 1 + the position in tracking.all; 0: nothing; owned */
	size_t capacity;
	struct regimes made; /* all levels, if measuring makes some of them (causes.h); n below 2: it does not */
	double inelastic[2]; /* s: from which on what is measured takes as long in each state (elastic.h) */
};

/* The states of the machine so far: see tracking.h. */
struct tracking {
	bool on;
	struct experiment sentinel;
	double *at, *seconds; /* n looks: when each began, and what the sentinel took; owned */
	double *firsts;       /* what it took at first, where it was timed once more; owned */
	size_t n, capacity_at, capacity_seconds, capacity_firsts;
	size_t judged; /* how many there were when levels were looked for; SIZE_MAX: they are not any more */
	struct regimes levels;
	size_t main;  /* the number of the main state's level */
	bool several; /* there have been levels, of states or made, if there are none any more */
	bool turned;  /* since points were last completed what is of the main state has changed */
	bool completing;
	double slowest; /* s: what the sentinel took in the slowest state so far, which delays allow for; 0: there was
			   one */
	struct campaign all; /* every observation since it began */
	struct looks looks;
	struct waiting_list waiting;
	bool merged; /* the states became one, since they cannot be told apart: tracking_take */
};

/*
 * What is known of how long things take between two processes, to tell beforehand whether something would end after the
 * deadline: round trips of 0, 1 KiB, 8 KiB, 64 KiB, ... bytes, each tried only if the one before shows that it will be
 * in time. Between them a message of m bytes takes at most T(k) (m + 1024) / (k + 1024), which holds wherever a message
 * takes alpha + beta m with alpha / beta, Hockney's half-performance length, at least 1 KiB.
 */
struct climb {
	int low, high;               /* the processes */
	size_t climbed;              /* rungs */
	double trip[DEADLINE_RUNGS]; /* s */
	double overhead; /* s: what ordering an experiment takes beside the experiment, of an empty message */
	double beside[DEADLINE_RUNGS]; /* s: the same of each rung: its data are written and checked too */
	size_t again;                  /* how often a rung that seemed to take too long was tried once more */
};

/* What a prober knows of that: a climb for each pair, by which deadline_release frees them. */
struct deadline {
	struct climb **climbs; /* n of them, ascending by low and high */
	size_t n, capacity;
	size_t refused; /* how often something was not begun */
	double part;    /* the least part of the time that something without timings was not begun in; 0: none */
};

/* The points that a deadline has left less precise than was asked for, or without any timing: see unfinished.h. */
struct unfinished {
	struct campaign points; /* without timings; those that are finished by now among them */
	size_t n;               /* that are not */
};

/* Points that are measured at the same time: see groups.h. */
struct point_group {
	struct experiment *points; /* together of them; owned */
	size_t together;
};
struct point_groups {
	struct point_group *list;
	size_t n, capacity;
	struct campaign points;  /* of all groups, without timings */
	struct campaign put_off; /* of all, those of which more is to be timed in other stretches (stretches.h) */
};

/* How timings of the same points compare: see sameness.h. */
struct sameness {
	size_t recurring, other; /* timings that came out exactly as in the visit before, or did not */
};

/* Measures on a platform into a campaign. Everything but the state at the end is borrowed. */
struct prober {
	struct platform *platform;
	struct campaign *campaign;
	const struct probe_options *options, *whole; /* now, and those that it began with */
	const struct probe_sink *sink;               /* or NULL */
	const struct progress *progress;             /* or NULL */
	struct random random;
	struct watch watch;
	struct tracking tracking;
	struct deadline deadline;
	struct probe_account spent[EXPERIMENT_KINDS];
	struct probe_account preparing; /* warming up, finding loops and delays: never counted among the observations */
	struct probe_account watching;
	bool cut;           /* a loop was cut to what lies side by side, and a note says so */
	size_t unsaturated; /* trains that reached train_most, or the deadline, first */
	double began;       /* when it was initialised, on the platform's clock */
	struct unfinished unfinished;
	struct point_groups groups;
	struct sameness sameness;
	bool behind; /* points were completed in the main state by other options than the prober's own */
};

/* Frees the climbs. Local. */
void deadline_release(struct deadline *deadline);

/* Local. */
void prober_init(struct prober *prober, struct platform *platform, struct campaign *campaign,
		 const struct probe_options *options, const struct probe_sink *sink, const struct progress *progress);
void prober_release(struct prober *prober);

/* The prober's options, but, if they have a deadline, with one after this part (0 to 1) of the time that is left.
 * Local.
 */
struct probe_options prober_part(const struct prober *prober, double part);

/* The prober's options for a rough pass: few repetitions, which tell whether time is computed, in half of the time
 * until a deadline. Local. */
struct probe_options prober_rough(const struct prober *prober);

void watch_release(struct watch *watch);
void tracking_release(struct tracking *tracking);

/* What stands for the timings of a point of the campaign: by the statistic and at the confidence of the options, on the
 * platform's clock. NULL: no such point. Local. */
struct estimate probe_estimate(const struct prober *prober, const struct sample *sample);

#endif
