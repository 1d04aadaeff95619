#ifndef SONDE_PREDICT_PREDICT_H
#define SONDE_PREDICT_PREDICT_H

#include "algorithm/algorithm.h"
#include "base/progress.h"
#include "model/model.h"
#include "sample/sample.h"
#include "simulate/simulate.h"

/* All functions are Local. */

struct tree_mapping_options;

/* How operations are predicted. */
struct predict_options {
	struct model_use use;            /* by which model, and how its ports serve messages */
	uint64_t eager_most;             /* bytes: a longer message waits for its receiver; UINT64_MAX: none does */
	bool segmented_only;             /* of all algorithms those that take segments */
	bool best_segment;               /* of predict_operation: each algorithm has the segment by which it is
					    quickest, in place of the call's */
	bool closed;                     /* by the formulas of the literature in place of simulated schedules */
	const struct progress *progress; /* told how far a simulation is; NULL: nobody; borrowed */
	const char *arrival; /* when processes come, as sample/arrival.h has it: of calls, borrowed; NULL: at once */
	size_t series;       /* times that an operation is carried out in a row, each process going on as soon as it is
				done; 0: once */
	const struct tree_mapping_options
		*mapping; /* NULL: processes are at the places that the call has for them; else at
			the best ones that are found, of predict_operation alone; borrowed */
};

/* The options as the model itself says. */
struct predict_options predict_options_default(const struct model *model);

/*
 * Simulates any schedule of bytes, each message of which costs what the model says.
 *
 * - The model is complete.
 * - ERR_INPUT if the model holds for single pairs and not for so many processes, and as simulate; *simulation is then
 *   untouched.
 */
enum status predict_schedule(const struct predict_options *options, const struct schedule *schedule,
			     struct simulation *simulation, struct error *err);

/*
 * Simulates the schedule of a call: times of each process, with simulation->record also what each did when
 * (simulation_spent, simulation_path).
 *
 * - The call has been checked (algorithm_check). Its counts are bytes.
 * - Reductions and copies cost nothing but what the model says of messages.
 * - *largest: the bytes of its largest message.
 * - With options->arrival times are from the first process that comes on.
 * - With options->series they are of the whole series.
 * - Errors: as predict_schedule.
 */
enum status predict_simulation(const struct predict_options *options, const struct algorithm_use *use,
			       struct simulation *simulation, uint64_t *largest, struct error *err);

/*
 * The seconds from a common start, or the first process that comes, until the last process has finished the same call.
 *
 * - Errors: as predict_simulation.
 */
enum status predict_collective(const struct predict_options *options, const struct algorithm_use *use, double *seconds,
			       struct error *err);

/*
 * What is timed of a simulated operation whose processes come with these delays in seconds (arrival_delays).
 *
 * - Global timing, and by acknowledgements: from the first arrival to the last end.
 * - Root timing: from the arrival of process what->from until all have ended, as the barrier that confirms it does.
 * - The longest time of any process: each from its own arrival to its own end.
 */
double predict_timing(const struct simulation *found, const struct experiment *what, const double *delays);

/*
 * The seconds that a measurement of the call has, by its timing, with its arrivals and its series (count) in place of
 * the options'.
 *
 * - Errors: as predict_simulation, ERR_INPUT if its setup's arrivals are none.
 */
enum status predict_measured(const struct predict_options *options, const struct algorithm_use *use,
			     const struct experiment *what, double *seconds, struct error *err);

/*
 * The largest size in bytes that a model was fitted at.
 *
 * - SIZE_MAX if it has no parameter by size whose last line goes on beyond.
 */
size_t predict_largest_fitted(const struct model *model);

#endif
