#ifndef SONDE_ESTIMATE_METHOD_WAVES_H
#define SONDE_ESTIMATE_METHOD_WAVES_H

#include "estimate/method/options.h"

/* How a plan is followed: once; or, with a deadline, roughly first, by few repetitions and beginning with few sizes, so
 * that there is soon a whole model, and then again, finely, of all sizes that were wanted so far. */
enum wave_pass { PASS_ONLY, PASS_ROUGH, PASS_FINE };

enum { BEND_SIZES = 4 };

/* Where a size is wanted because a parameter bends: two measured sizes below it and two above; SIZE_MAX where there is
 * none. */
struct bend {
	size_t around[BEND_SIZES];
};

struct bends {
	struct bend *list; /* owned */
	size_t n, capacity;
};

/* An estimation under way between a pair, or several at the same time: sizes are measured in waves, and what a wave
 * shows decides on the next. */
struct waves {
	const struct estimate_options *options;
	struct prober *prober;
	struct link *links; /* the directions that are measured: those of together pairs, of different processes, then
			       those back if both directions are; owned */
	size_t n_links;
	size_t together;
	size_t *sizes; /* measured so far, ascending; owned */
	size_t n_sizes, capacity;
	bool begun; /* the first wave was measured by waves_begin */
	enum wave_pass pass;
	size_t long_size;     /* bytes: the options', or a shorter one where a deadline had no time for that */
	struct bends doubted; /* that later timings did not confirm */
};

/* The waves between these pairs, at the same time. ERR_MEMORY. waves_release frees what they hold. Local. */
enum status waves_init(struct waves *waves, const struct estimate_options *options, struct prober *prober,
		       int (*pairs)[2], size_t together, struct error *err);

/*
 * Measures a wave of n sizes (none for methods that have only fixed ones) and remembers those that are new. Round trips
 * and overheads come first, interleaved; then bursts where sends were too short to be timed one by one; then trains.
 * The first wave also takes what the method wants at fixed sizes, and begins to watch the machine. Runs on the
 * platform. ERR_* of the platform or the sink.
 */
enum status waves_measure(struct waves *waves, const size_t *sizes, size_t n, bool first, struct error *err);

/* The sizes of a wave. */
struct wave_sizes {
	const size_t *bytes; /* n of them */
	size_t n;
};

/*
 * Measures the first waves of n estimations between the same pairs together, as waves_measure does that of one: what
 * several of them need once. waves_measure then takes the first wave as measured. Runs on the platform. ERR_MEMORY,
 * ERR_* of the platform or the sink.
 */
enum status waves_begin(struct waves *list, const struct wave_sizes *sizes, size_t n, struct error *err);

/* Whether there are round trips of this size, of the kind that the method makes at sizes of waves. Local. */
bool waves_have(const struct waves *waves, size_t bytes);

/* Whether the long message of the method, if it has one, was measured: of trains a first one of several. Local. */
bool waves_have_long(const struct waves *waves);

/* Timings of a point that can be taken alone. */
enum { WAVES_FEW = 3 };

/*
 * Fits the model, whose links are those of the waves or one for any pair, to what was measured so far between the
 * waves' pairs.
 *
 * - draws: that find intervals; 0: none.
 * - since: s on the platform's clock: of points that were timed WAVES_FEW times or more since then only these timings
 *   count; INFINITY: all do.
 * - ERR_INPUT naming what is missing, ERR_MEMORY.
 * - Local.
 */
enum status waves_fit(const struct waves *waves, struct model *model, size_t draws, double since, struct error *err);

/* Whether an experiment is between the waves' processes. Local. */
bool waves_include(const struct waves *waves, const struct experiment *what);

void waves_release(struct waves *waves);

#endif
