#ifndef SONDE_PROBE_PROBE_H
#define SONDE_PROBE_PROBE_H

#include <stdint.h>

#include "base/progress.h"
#include "base/random.h"
#include "platform/platform.h"
#include "sample/sample.h"
#include "probe/deadline.h"
#include "probe/watch.h"
#include "stats/stopping.h"

/* Repetitions of a point before the next one's turn. */
#define PROBE_VISIT 2

/* How the points of a campaign are measured. */
struct probe_options {
	struct stopping stopping;
	size_t steady; /* repetitions that suffice if all came out the same to a millionth (several at the same time: to
			  a third of the error that is allowed): time is then computed, not measured; 0: no such thing
			*/
	bool computed; /* time is known to be computed: steady suffices wherever all came out the same to a third of the
			  error */
	size_t large;  /* bytes: messages of this size and more, and trains, are repeated at most large_most times
			  (Kielmann et al. 2000: 60 small, 15 large) */
	size_t large_most;
	double epsilon;    /* trains: doubled until the gap changes by less, and until RTT_1 < epsilon * RTT_n */
	size_t train_most; /* messages in the longest train */
	double deadline;   /* s on the platform's clock: nothing is begun that would probably end later, see deadline.h;
			      the machine is then not watched. 0: none */
	double patience;   /* s: how long to wait, in all, for a machine that is off its usual state; 0: not at all,
			      whatever it does is measured once */
	bool exact_state;  /* the state that the watch began with is wanted, and a quicker one is waited out too */
	uint64_t seed;
};

/* The usual: 20 to 60 repetitions (5 if all are the same, 15 from 512 KiB on, and of trains), 1 % at 95 %, minimum;
 * trains to 1 % and at most 163840 messages; patience of 30 s. Local. */
struct probe_options probe_options_default(void);

/* Where observations go as they are made, for example into a store; ERR_* ends the probing. */
struct probe_sink {
	enum status (*take)(void *context, const struct experiment *what, const struct observation *observations,
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

/* Measures on a platform into a campaign. Everything but the state at the end is borrowed. */
struct prober {
	struct platform *platform;
	struct campaign *campaign;
	const struct probe_options *options;
	const struct probe_sink *sink;   /* or NULL */
	const struct progress *progress; /* or NULL */
	struct random random;
	struct watch watch;
	struct deadline deadline;
	struct probe_account spent[EXPERIMENT_KINDS];
	struct probe_account preparing; /* warming up, finding loops and delays: never counted among the observations */
	struct probe_account watching;
	size_t unsaturated; /* trains that reached train_most, or the deadline, first */
	double began;       /* when it was initialised, on the platform's clock */
	size_t unfinished;  /* points that the deadline left less precise than was asked for, or without any timing */
};

/* Local. */
void prober_init(struct prober *prober, struct platform *platform, struct campaign *campaign,
		 const struct probe_options *options, const struct probe_sink *sink, const struct progress *progress);
void prober_release(struct prober *prober);

/* The prober's options, but, if they have a deadline, with one after this part (0 to 1) of the time that is left.
 * Local.
 */
struct probe_options prober_part(const struct prober *prober, double part);

/*
 * Exchanges messages between the two processes both ways that are not counted: the first ones open connections. With a
 * deadline nothing: finding out what fits does it. Runs on the platform.
 */
enum status probe_warm(struct prober *prober, int from, int to, struct error *err);

/* The same between n pairs, of different processes, at the same time. ERR_INPUT if the platform cannot run them
 * together and there are several. */
enum status probe_warm_group(struct prober *prober, int (*pairs)[2], size_t n, struct error *err);

/*
 * Measures n points until each is precise enough or has had its most repetitions. The points are visited in rounds, in
 * seeded random order, a few repetitions at a time, so that each is spread over the whole time (Gropp, Lusk 1999, 3.3),
 * and the machine is watched in between (watch.h). Points that the campaign holds already are continued under its
 * settings. loop, warmup and delay of the experiments are chosen here and need not be set: round trips and trains
 * shorter than 1000 ticks of the clock (the larger of its resolution and cost) are timed in a loop as long as that;
 * single calls (SEND, RECEIVE*) shorter than 100 ticks in a burst of at most 16. ERR_* of the platform or the sink;
 * what was measured before stays in the campaign. With a deadline points for a visit of which there is no time are left
 * as they are, and the others go on.
 */
enum status probe_points(struct prober *prober, const struct experiment *points, size_t n, struct error *err);

/*
 * The same for n groups of together points each, points[i * together + k], whose processes are all different: the
 * points of a group are carried out at the same time, under the settings of its first (delays are their own), until all
 * of them are precise enough. ERR_INPUT if the platform cannot run them together.
 */
enum status probe_groups(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			 struct error *err);

/*
 * One more round over points that were measured, arranged as for probe_groups: each gets so many more repetitions,
 * however precise it is. Errors as probe_points.
 */
enum status probe_more(struct prober *prober, const struct experiment *points, size_t together, size_t n,
		       size_t repetitions, struct error *err);

/*
 * Measures trains of messages of bytes from -> to with 1, 10, 20, 40, ... messages until the gap per message, (RTT_n -
 * RTT_1) / (n - 1), changes by less than epsilon and RTT_1 < epsilon * RTT_n (Kielmann et al. 2000, section 3). It
 * stops at train_most messages, and when a train 8 times longer than the second condition asks still has a gap that
 * changes (messages that pile up at the receiver cost more and more); it then counts the train as unsaturated and says
 * so through progress.
 */
enum status probe_saturate(struct prober *prober, int from, int to, size_t bytes, struct error *err);

/* The same between several pairs of different processes at the same time, of which trains names processes and sizes:
 * until each is saturated, or stops as above. */
enum status probe_saturate_group(struct prober *prober, const struct experiment *trains, size_t together,
				 struct error *err);

/* What stands for the timings of a point of the campaign: by the statistic and at the confidence of the options, on the
 * platform's clock. NULL: no such point. Local. */
struct estimate probe_estimate(const struct prober *prober, const struct sample *sample);

/* Sets *computed: whether the sample looks like those of a platform whose time is computed: steady timings or more, all
 * the same to a third of the error that is allowed. ERR_MEMORY. Local. */
enum status probe_is_computed(const struct prober *prober, const struct sample *sample, bool *computed,
			      struct error *err);

/* Adds n observations made under these settings to the campaign and gives them to the sink. ERR_MEMORY, or what the
 * sink said. */
enum status probe_keep(struct prober *prober, const struct experiment *what, const struct observation *observations,
		       size_t n, struct error *err);

#endif
