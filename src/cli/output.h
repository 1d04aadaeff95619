#ifndef SONDE_CLI_OUTPUT_H
#define SONDE_CLI_OUTPUT_H

#include <stddef.h>

#include "base/error.h"

/* A file that a command reads. */
struct output_input {
	const char *path; /* NULL: none */
	const char *what; /* "the store": what the user knows it as */
};

/*
 * Whether a result can be written to path ("-" and NULL always): seen before anything is measured.
 *
 * - ERR_USAGE: it is one of the n inputs, which would be lost.
 * - ERR_IO with the cause: it cannot be written (base/file.h).
 *
 * Local.
 */
enum status output_check(const char *path, const struct output_input *inputs, size_t n, struct error *err);

/*
 * The same for the figure of --plot (NULL: none), which is not written to "-".
 *
 * - ERR_PLATFORM if gnuplot cannot draw it (plot_check).
 */
enum status output_plot_check(const char *path, const struct output_input *inputs, size_t n, struct error *err);

#endif
