#ifndef SONDE_MPI_TIMED_CALLS_H
#define SONDE_MPI_TIMED_CALLS_H

#include "mpi/timed/endpoint.h"

/* The calls of an operation. */
const struct calls *calls_of(enum mpi_operation operation);

/* Whether the experiment is an exchange of the application's own, which its setup names; and the calls of that. Local.
 */
bool calls_are_users(const struct experiment *what);
extern const struct calls calls_of_user;

/* ERR_INPUT if the experiment cannot be made by its operation; says what can. Local. */
enum status calls_check(const struct experiment *what, struct error *err);

#endif
