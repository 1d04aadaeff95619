#ifndef SONDE_CLI_COMPARE_STORED_H
#define SONDE_CLI_COMPARE_STORED_H

#include "cli/command.h"
#include "evaluate/model_list.h"
#include "cli/request_options.h"

/* How models are held against stored timings of a collective operation. Texts are borrowed. */
struct compare_stored_options {
	const char *store_path;
	const char *runs; /* names or numbers, separated by commas; NULL: the newest that has the operation by one of
			     sonde's algorithms */
	struct port_options ports;
	const char *machine_state;    /* whose timings are compared, as the first model calls it, or "each"; NULL: the
					 main one's */
	const char *const *paths;     /* of the models: each run has its own in its state of the machine */
	const struct progress *notes; /* where notes go */
	bool closed;                  /* the models' closed forms too */
};

/* Whether operands ask for a comparison with stored timings: the last of several names a collective operation. Local,
 * as are all of these. */
bool compares_stored(const char *const *operands, size_t n);

/* The same of arguments that have not been read; false if in doubt. */
bool arguments_compare_stored(int argc, char **argv);

/*
 * The rows model, operation, algorithm, processes, bytes, segment, fanout, root, timing, run, state, form,
 * relation (of closed forms), measured, predicted, relative_error (predicted / measured - 1), and per model
 * mean_relative_error and maximum_relative_error, of absolute values. The library's own operation has no prediction:
 * its algorithm is not known.
 *
 * - Timings of each run are of its main state of the machine, or of the one that is asked for, and models are taken in
 *   the state in which the sentinel took as long (model_take_level).
 * - Each: a table for each state of the first model that runs have timings of; a note says where there are none.
 * - ERR_USAGE: the first model has no such state. ERR_INPUT if no run has what is wanted, or a model does not hold for
 *   so many processes.
 */
enum status compare_stored(struct context *context, const struct compare_stored_options *options,
			   const struct model_list *list, const char *operation, struct error *err);

#endif
