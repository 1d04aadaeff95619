#ifndef SONDE_MPI_DROPIN_ENVIRONMENT_H
#define SONDE_MPI_DROPIN_ENVIRONMENT_H

#include "algorithm/choice.h"

/* What the preloaded library reads: the path of the table of algorithms, and whether it says what it does and, at the
 * end, what became of the calls; "0": not even that no row is for the program's processes. */
#define DROPIN_TABLE "SONDE_COLLECTIVES"
#define DROPIN_VERBOSE "SONDE_VERBOSE"

/* The most bytes of a table. */
enum { DROPIN_TABLE_MOST = 1 << 24 };

/* Whether a row can change what is done: not one that leaves all to the library, in one piece. Local. */
static inline bool dropin_row_acts(const struct algorithm_choice *row)
{
	return row->algorithm || row->split > 1;
}

/* What the files of these libraries begin with. */
#define DROPIN_FAMILY "libsonde-collective-"

#endif
