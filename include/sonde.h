/*
 * sonde inside an application: measures messages on a communicator of its own at run time, within a budget of time,
 * fits communication models to what it measured, predicts messages and collective operations with them and ranks
 * algorithms, so that the application can choose.
 *
 * What holds for all of it.
 *
 * - Times are seconds, sizes are bytes, processes are ranks of the communicator that the context was made from.
 * - MPI must be initialised, by the application and at any thread level; calls on one context must not overlap.
 * - The library keeps nothing global, prints nothing, ends no process, sets no signal handler, looks at no environment
 *   variable; files are read and written only by sonde_model_read and sonde_model_write.
 * - All its messages go through communicators of its own, and none is under way when a call returns.
 *
 * A Collective function is called by all processes of the communicator, with the same arguments, in the same order as
 * MPI's own collectives; the others may be anywhere else. It returns the same status, text and results at all of them.
 * Processes that take no part in a measurement wait inside the call, mostly asleep. A Local function needs nobody else.
 *
 * Where a function takes an error (NULL is allowed), it is written at every call: SONDE_OK and an empty text, or what
 * went wrong: what, where, what is allowed. Results are written only with SONDE_OK. A failure of MPI itself goes to the
 * error handler of the application's communicator first; what it lets pass becomes SONDE_ERROR_PLATFORM.
 *
 * Options are structs that may get more members at their end. Their first member is their size, by which the library
 * knows what the application was compiled with; the others mean the default if they are 0 or NULL:
 *
 *   struct sonde_estimation what = {.size = sizeof(what), .model = "lmo", .budget = {.seconds = 0.5, .error = 0.05}};
 *
 * The size must be set; members that this library does not know must be 0. Structs without a size change with
 * SONDE_INTERFACE alone.
 */
#ifndef SONDE_H
#define SONDE_H

/*
 * Grows by one when something is added or changed here. 2: options are structs. 3: messages by other MPI calls, layouts
 * and partners, overlap, explored curves, thresholds, classes of processes, facts of models, closed forms, paths,
 * grids, conversions. 4: sonde_dims_create,
 * sonde_dims_create_for. 5: sonde_bcast and its like, sonde_chosen, sonde_best_order. 6:
 * SONDE_TIMING_ACKNOWLEDGED, sonde_predict_receives, sonde_predict_series, sonde_best_segment. 7: repetitions in struct
 * sonde_budget, the clock's resolution in struct sonde_result (programs have to be compiled anew); struct
 * sonde_exchange, struct sonde_timer, sonde_interval, adaptive sizes of a line, sonde_measure_triplets, layouts of
 * scatters and gathers.
 */
#define SONDE_INTERFACE 7

#include <sonde/collective.h>
#include <sonde/context.h>
#include <sonde/decompose.h>
#include <sonde/measure.h>
#include <sonde/model.h>
#include <sonde/predict.h>

#endif
