#ifndef SONDE_MPI_LIVE_ATTACH_H
#define SONDE_MPI_LIVE_ATTACH_H

#include "mpi/process.h"

/*
 * Makes this process one that measures among those of comm: duplicates comm, which must have been given by the same
 * call at all of them. Whether processes are crowded is for the caller to find out. Collective over comm. ERR_PLATFORM
 * if MPI fails, ERR_MEMORY, at all of them and with nothing held, if memory does not suffice at one. process_detach,
 * collective too, gives back what it holds; MPI itself is left as it was.
 */
enum status process_attach(struct process *process, MPI_Comm comm, struct error *err);
void process_detach(struct process *process);

#endif
