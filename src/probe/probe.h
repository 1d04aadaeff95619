#ifndef SONDE_PROBE_PROBE_H
#define SONDE_PROBE_PROBE_H

#include "probe/prober.h"

/* ERR_INPUT if so many experiments are to be made at the same time, and the platform cannot. Local. */
enum status probe_can_group(const struct prober *prober, size_t together, struct error *err);

/*
 * Exchanges messages between the two processes both ways that are not counted: the first ones open connections. With a
 * deadline as many as take a small part of the time that is left; unless the options are lenient nothing: finding out
 * what fits does it. Runs on the platform.
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

/* Takes up again what was put off by options.brief, until each point is precise and its timings are spread. *any:
 * whether there was something. Errors as probe_points. */
enum status probe_put_off(struct prober *prober, bool *any, struct error *err);

/* How often a point is repeated at most. Local. */
size_t probe_most(const struct prober *prober, const struct experiment *what);

/* How often a point is repeated in a visit: less where the machine's state is to be looked at beside a call. Local. */
size_t probe_repetitions(const struct prober *prober, const struct experiment *what);

/*
 * One more round over points that were measured, arranged as for probe_groups: each gets so many more repetitions,
 * however precise it is. Those that were not measured, since a deadline left no time for them, get none. Errors as
 * probe_points.
 */
enum status probe_more(struct prober *prober, const struct experiment *points, size_t together, size_t n,
		       size_t repetitions, struct error *err);

/*
 * What comes last of a measurement on a machine with several states: a look after the last observations, and more of
 * the points that have lost some by it, so that each has as many of the main state as the rule asks for. The campaign
 * is then as it will be loaded from a store (tracking_settle).
 *
 * - ERR_* of the platform or the sink.
 */
enum status probe_complete(struct prober *prober, struct error *err);

/* Messages of the first train that is longer than one. */
enum { PROBE_FIRST_TRAIN = 10 };

/*
 * Measures trains of messages of bytes from -> to with 1, 10, 20, 40, ... messages until the gap per message, (RTT_n -
 * RTT_1) / (n - 1), changes by less than epsilon and RTT_1 < epsilon * RTT_n (Kielmann et al. 2000, section 3); of
 * empty messages, where time is computed, until two doublings in a row change it by less. It stops at train_most
 * messages, and when a train 8 times longer than the second condition asks still has a gap that changes (messages that
 * pile up at the receiver cost more and more). It then counts the train as unsaturated and says so through progress,
 * unless the change is no more than the intervals of the trains.
 */
enum status probe_saturate(struct prober *prober, int from, int to, size_t bytes, struct error *err);

/* The same between several pairs of different processes at the same time, of which trains names processes and sizes:
 * until each is saturated, or stops as above. */
enum status probe_saturate_group(struct prober *prober, const struct experiment *trains, size_t together,
				 struct error *err);

/*
 * As probe_saturate_group, but only until a stream's time per message settles: trains grow until the gap changes by
 * less than three times epsilon, or until RTT_1 is less than that part of RTT_n.
 *
 * - trains: their setup counts too, such as layouts.
 * - The first train of long messages holds about 1 MiB, 2 messages at least.
 */
enum status probe_stream_group(struct prober *prober, const struct experiment *trains, size_t together,
			       struct error *err);

/* Sets *computed: whether the sample looks like those of a platform whose time is computed: steady timings or more, all
 * the same to a third of the error that is allowed. ERR_MEMORY. Local. */
enum status probe_is_computed(const struct prober *prober, const struct sample *sample, bool *computed,
			      struct error *err);

#endif
