#ifndef SONDE_RENDER_PICTURE_H
#define SONDE_RENDER_PICTURE_H

#include <stddef.h>

#include "base/error.h"

/*
 * Drawings of many small things, as SVG documents that need no other file and no other program. Each is as wide as
 * PICTURE_WIDTH, and as high as its own "viewBox" says. Names and units stand in them; the page has their titles.
 *
 * The caller frees what they return. NULL: ERR_MEMORY. All functions are Local.
 */

enum { PICTURE_WIDTH = 1060 };

struct picture_class {
	const char *name;
	const char *colour; /* "#0066a1" */
};

/* Rows of bands over time: at each place a row shows how large a part of that time each class has. */
struct picture_bands {
	const char *const *rows; /* names */
	size_t n_rows, n_columns;
	const struct picture_class *classes; /* the first is drawn lowest */
	size_t n_classes;
	const double *shares;      /* parts of one, of class k at (row * n_columns + column) * n_classes + k */
	double first, last;        /* s at both ends */
	struct picture_class mark; /* name NULL: nothing is marked */
	const double *marked;      /* parts of one that are marked below a row, at row * n_columns + column */
	const struct picture_hop *hops;
	size_t n_hops;
};

/* Where what is marked goes on from one row to another. */
struct picture_hop {
	size_t from, to;        /* rows */
	double leaves, arrives; /* s */
};

char *picture_bands(const struct picture_bands *bands, struct error *err);

/* A matrix of sizes in bytes: darker is more, on a logarithmic scale of a decade at least; 0 is left free. Cells have
 * about how many, and exactly that where a pointer rests. */
struct picture_matrix {
	const char *const *names; /* of rows, and of columns */
	size_t n;
	const double *bytes; /* row, column at row * n + column */
	const char *row_title, *column_title;
};

char *picture_matrix(const struct picture_matrix *matrix, struct error *err);

enum { PICTURE_SERIES = 2 };

/* Groups of bars, of whole numbers, on a logarithmic scale. */
struct picture_bars {
	const char *const *names; /* of the groups */
	size_t n;
	struct picture_class series[PICTURE_SERIES];
	const double *values[PICTURE_SERIES]; /* of each group */
	const char *title;                    /* of the groups */
};

char *picture_bars(const struct picture_bars *bars, struct error *err);

#endif
