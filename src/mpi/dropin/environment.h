#ifndef SONDE_MPI_DROPIN_ENVIRONMENT_H
#define SONDE_MPI_DROPIN_ENVIRONMENT_H

/* What the preloaded library reads: the path of the table of algorithms, and whether it says once what it does. */
#define DROPIN_TABLE "SONDE_COLLECTIVES"
#define DROPIN_VERBOSE "SONDE_VERBOSE"

/* What the files of these libraries begin with. */
#define DROPIN_FAMILY "libsonde-collective-"

#endif
