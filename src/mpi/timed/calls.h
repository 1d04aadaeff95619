#ifndef SONDE_MPI_TIMED_CALLS_H
#define SONDE_MPI_TIMED_CALLS_H

#include "mpi/timed/endpoint.h"

/* The calls of an operation. */
const struct calls *calls_of(enum mpi_operation operation);

/* ERR_INPUT if the experiment cannot be made by its operation; says what can. Local. */
enum status calls_check(const struct experiment *what, struct error *err);

#endif
