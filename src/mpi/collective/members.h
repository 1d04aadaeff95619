#ifndef SONDE_MPI_COLLECTIVE_MEMBERS_H
#define SONDE_MPI_COLLECTIVE_MEMBERS_H

#include "mpi/collective/native.h"

/*
 * Which processes carry an operation out (setup.members): all, those of each node, or the first one of each.
 *
 * - Operations of nodes go on side by side.
 */

/*
 * Sets comm, rank and size of data; the communicator is made when it is first asked for.
 *
 * - False: this process is none of them. Collective over process->control.
 */
bool members_choose(struct process *process, enum collective_members members, struct collective_data *data);

/* Frees the communicators. Collective. */
void members_release(struct process *process);

#endif
