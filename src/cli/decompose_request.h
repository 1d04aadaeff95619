#ifndef SONDE_CLI_DECOMPOSE_REQUEST_H
#define SONDE_CLI_DECOMPOSE_REQUEST_H

#include "base/option.h"
#include "decompose/planning.h"

/* What the options say about a domain and what is done with it. Texts are borrowed. */
struct decompose_options {
	const char *extent, *operations, *periodic, *compute;
	size_t element, border, exchanges, processes;
	bool all, scatter, one_grid;
};

/* How often borders are exchanged if nothing says it. */
#define DECOMPOSE_OPTIONS_DEFAULT                         \
	{                                                 \
		.exchanges = SIZE_MAX, .border = SIZE_MAX \
	}

/* The lines of an option table for these (struct decompose_options *); they end with a comma. */
#define DECOMPOSE_OPTIONS(o)                                                                                           \
	OPT_TEXT(0, "domain", &(o)->extent, "WxH",                                                                     \
		 "elements in each of 1 to 3 dimensions, the first stored in a row"),                                  \
		OPT_BYTES(0, "element", &(o)->element, "SIZE", 1, DOMAIN_ELEMENT_MOST,                                 \
			  "bytes of an element (default 4)"),                                                          \
		OPT_COUNT('n', "processes", &(o)->processes, "P", 1, SEQUENCE_PROCESSES_MOST,                          \
			  "among how many processes; fewer are taken where computation is given and that is quicker"), \
		OPT_TEXT(0, "operations", &(o)->operations, "FILE",                                                    \
			 "what is done, a line for each operation (doc/decomposition.md); default: scatter, exchange " \
			 "and computation, gather"),                                                                   \
		OPT_COUNT(0, "border", &(o)->border, "N", 0, DOMAIN_EXTENT_MOST,                                       \
			  "elements of its neighbours that a part keeps on every side (default 0)"),                   \
		OPT_COUNT(0, "exchanges", &(o)->exchanges, "N", 0, 1e9,                                                \
			  "how often borders are exchanged between scatter and gather (default 1)"),                   \
		OPT_TEXT(0, "compute", &(o)->compute, "TIME",                                                          \
			 "computation for each element after each exchange: 12ns, or by elements of a process: "       \
			 "4K:3ns,1M:5ns"),                                                                             \
		OPT_TEXT(0, "periodic", &(o)->periodic, "none|all|xyz",                                                \
			 "dimensions in which the last part is a neighbour of the first (default none)"),              \
		OPT_FLAG(0, "all-processes", &(o)->all, "take all processes, also where fewer are quicker"),           \
		OPT_FLAG(0, "no-broadcast", &(o)->scatter, "scatter the domain, never broadcast it as a whole"),       \
		OPT_FLAG(0, "one-grid", &(o)->one_grid, "the same grid for all operations"),

/*
 * Makes the sequence that the options ask for, and says whether fewer processes may be taken.
 *
 * - sequence: zero-initialised; sequence_release frees it, also after an error.
 * - ERR_USAGE names the option, ERR_INPUT a line of the file. ERR_IO, ERR_MEMORY.
 * - Local.
 */
enum status decompose_request(const struct decompose_options *options, struct sequence *sequence, bool *fewer,
			      struct error *err);

#endif
