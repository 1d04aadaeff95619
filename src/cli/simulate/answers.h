#ifndef SONDE_CLI_SIMULATE_ANSWERS_H
#define SONDE_CLI_SIMULATE_ANSWERS_H

#include "base/option.h"
#include "base/table.h"
#include "explain/variation.h"

/* What sonde simulate is asked beside the times. Texts are borrowed. */
struct answers_options {
	bool sensitivity, tolerance;
	const char *curve, *plot; /* "L=0:20us"; an SVG file */
};

/* The lines of an option table for these (struct answers_options *); they end with a comma. */
#define ANSWERS_OPTIONS(options)                                                                       \
	OPT_FLAG(0, "sensitivity", &(options)->sensitivity,                                            \
		 "how much longer it takes with each parameter of the model, and with computation"),   \
		OPT_FLAG(0, "tolerance", &(options)->tolerance,                                        \
			 "the same, and at which values of the parameters it is 1, 2 and 5 % slower"), \
		OPT_TEXT(0, "curve", &(options)->curve, "L=0:20us",                                    \
			 "the time over the values of a parameter, at the corners of its curve"),      \
		OPT_TEXT(0, "plot", &(options)->plot, "FILE.svg", "with --curve: draw it"),

/* ERR_USAGE: options that do not go together. All functions are Local. */
enum status answers_check(const struct answers_options *options, struct error *err);
bool answers_asked(const struct answers_options *options);

/*
 * Answers as a table, which the caller prints; the plot is written.
 *
 * - compute_scale: of a trace, else 1.
 * - ERR_USAGE: --curve is wrong; ERR_INPUT: ports that are shared fairly; ERR_* of the simulation.
 */
enum status answers_find(const struct answers_options *options, const struct variation_base *asked,
			 double compute_scale, struct table **table, struct error *err);

#endif
