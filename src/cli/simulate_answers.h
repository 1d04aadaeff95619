#ifndef SONDE_CLI_SIMULATE_ANSWERS_H
#define SONDE_CLI_SIMULATE_ANSWERS_H

#include "base/table.h"
#include "cli/request_options.h"
#include "simulate/simulate.h"

/* What sonde simulate is asked beside the times. Texts are borrowed. */
struct answers_options {
	bool sensitivity, tolerance;
	const char *curve, *plot; /* "L=0:20us"; an SVG file */
};

/* What is simulated, and under what. */
struct answers_subject {
	const struct model *model; /* NULL: LogGOPS */
	const struct loggops *loggops;
	const struct port_options *ports;
	bool queued;          /* as struct costs */
	double compute_scale; /* of a trace, else 1 */
	enum status (*simulate)(void *self, const struct costs *costs, struct simulation *found, struct error *err);
	void *self;
};

/* ERR_USAGE: options that do not go together. All functions are Local. */
enum status answers_check(const struct answers_options *options, struct error *err);
bool answers_asked(const struct answers_options *options);

/*
 * Answers as a table, which the caller prints; the plot is written.
 *
 * - ERR_USAGE: --curve is wrong; ERR_INPUT: ports that are shared fairly; ERR_* of the simulation.
 */
enum status answers_find(const struct answers_options *options, const struct answers_subject *subject,
			 struct table **table, struct error *err);

#endif
