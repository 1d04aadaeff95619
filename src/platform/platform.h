#ifndef SONDE_PLATFORM_PLATFORM_H
#define SONDE_PLATFORM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "platform/long_runs.h"
#include "sample/circumstances.h"
#include "sample/sample.h"
#include "sample/traffic.h"
#include "stats/statistic.h"

/* What the platform's clock can do, in seconds. */
struct clock {
	double resolution; /* the least difference that it shows; 0: exact */
	double cost;       /* one call; 0: free */
};

struct platform;

/*
 * Something that carries out an experiment and says how long it took.
 *
 * - To add one: a file here (or in mpi/) with the class at its foot and a function that opens it, called by
 *   measuring/measuring.c.
 * - All entries are required but where said.
 * - None is collective: they are called by the driving process only. The other processes of a live platform serve
 *   inside its open function.
 */
struct platform_class {
	const char *name;

	/*
	 * What stands best for repeated timings there, if the user does not say. Live: the median. On real machines
	 * averages over a loop have rare fast modes, which the minimum finds in one run and not in the next; medians of
	 * the same timings agree within 1 %. Synthetic: the minimum, since all perturbations are positive.
	 */
	enum statistic statistic;

	/*
	 * Makes ready for messages of up to bytes between all processes: room for the buffers on every process, refused
	 * with ERR_INPUT if memory cannot hold them or a message cannot be that large. Called before run, and again to
	 * raise the limit.
	 */
	enum status (*prepare)(struct platform *platform, size_t bytes, struct error *err);

	/* Optional: ERR_INPUT if the platform cannot carry out such experiments, whatever their sizes and processes;
	 * says what it can. Before anything is measured. */
	enum status (*check)(struct platform *platform, const struct experiment *what, struct error *err);

	/*
	 * Carries out the experiment n times and writes n observations. ERR_PLATFORM if a message arrived with wrong
	 * length or content or the platform failed; ERR_INPUT if a process of the experiment does not exist.
	 * Observations before a failure are not returned.
	 */
	enum status (*run)(struct platform *platform, const struct experiment *what, size_t n,
			   struct observation *observations, struct error *err);

	/*
	 * Optional: carries out k experiments of different processes n times, side by side: all beginning at the same
	 * time each time if their setups name the traffic beside them; observations[i * n + r] is the r-th of
	 * experiment i. Errors as run.
	 */
	enum status (*run_together)(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				    struct observation *observations, struct error *err);

	/* Seconds on the platform's own clock: simulated time where time is simulated. */
	double (*now)(struct platform *platform);

	/* Optional: lets seconds pass on the platform's own clock, where that costs nothing. */
	void (*pass)(struct platform *platform, double seconds);

	/* Optional: seconds on another clock of the same machine, by which is seen that the first one jumped. */
	double (*reference)(struct platform *platform);

	/* Fills in what the platform knows of the circumstances: platform, library, standard, processes, hosts,
	 * bindings, clock, buffers. */
	enum status (*describe)(struct platform *platform, struct circumstances *circumstances, struct error *err);

	/* Optional: the traffic of the hosts, if there are several. */
	enum status (*traffic)(struct platform *platform, struct traffic *traffic, struct error *err);

	/* Optional: what each process had of its CPUs while it was timed, from the platform's beginning on: of all its
	 * processes; times: of those, zeroed. None where time is computed or simulated. */
	enum status (*cpu)(struct platform *platform, struct cpu_time *times, struct error *err);

	/* Ends the serving processes and frees the platform. */
	void (*close)(struct platform *platform);
};

/* The common part; an implementation's struct begins with it. */
struct platform {
	const struct platform_class *class;
	size_t processes;
	struct clock clock;
	double spread; /* s that the timings of a measurement are spread over at least, if the user does not say: longer
			  than most disturbances where there are any, 0 where time is computed */
	size_t messages;  /* sent so far by experiments */
	size_t discarded; /* collective operations that did not begin together and were done again */
	size_t went_back; /* timings below 0, which were done again: a clock went back */
	double readied; /* s, of all runs so far, on what they need beside their repetitions: what is made once, clocks
			   that are read */
	struct long_runs long_runs; /* of all that it carried out, or since whoever measures cleared it */
};

/*
 * What is asked of a platform, whatever its class; the entries above say what each does and which errors there are.
 * Called by the driving process only.
 */
enum status platform_prepare(struct platform *platform, size_t bytes, struct error *err);

/* ERR_INPUT for what no platform can carry out (experiment_check); else what the class says, or OK if it checks
 * nothing.
 */
enum status platform_check(struct platform *platform, const struct experiment *what, struct error *err);

/*
 * Timings below 0 are none (observation_is_possible): they are done again, and counted in went_back. ERR_PLATFORM where
 * that does not help.
 */
enum status platform_run(struct platform *platform, const struct experiment *what, size_t n,
			 struct observation *observations, struct error *err);

/* True if it can carry out several experiments side by side. */
bool platform_runs_together(const struct platform *platform);

/* One experiment (k = 1) is run alone. ERR_INPUT for several on a platform that cannot. */
enum status platform_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				  struct observation *observations, struct error *err);

/* Returns the seconds that the clock can tell apart, one call included: 0 for an exact clock, whose calls are
 * subtracted exactly. */
double platform_tick(const struct platform *platform);
double platform_now(struct platform *platform);

/* Lets seconds pass on the platform's clock: by waiting where time is real. */
void platform_pass(struct platform *platform, double seconds);

/* Whether that costs nothing, as time is simulated. */
bool platform_passes(const struct platform *platform);

/* How far the platform's clock is ahead of the other one, in seconds; a jump changes it. 0 where there is no other. */
double platform_ahead(struct platform *platform);
enum status platform_describe(struct platform *platform, struct circumstances *circumstances, struct error *err);

/* The traffic of the hosts so far; 0 where it is not known, or all processes are on one host. */
enum status platform_traffic(struct platform *platform, struct traffic *traffic, struct error *err);

/* Whether there are CPU times of processes. */
bool platform_has_cpu(const struct platform *platform);

/* ERR_INPUT where there are none. */
enum status platform_cpu(struct platform *platform, struct cpu_time *times, struct error *err);

enum statistic platform_statistic(const struct platform *platform);
double platform_spread(const struct platform *platform);
void platform_close(struct platform *platform);

#endif
