#ifndef SONDE_MPI_TRACER_AGREEMENT_H
#define SONDE_MPI_TRACER_AGREEMENT_H

#include "mpi/tracer/tracer.h"

/*
 * Whether all processes of the job are traced, without which none may send messages of the tracer's: the others would
 * not answer, or take them for messages of the program.
 *
 * Each process leaves a file in the folder before MPI_Init and takes it away afterwards. Rank 0 looks whose are there
 * and tells those. Where nodes have folders of their own it sees those of its node, and trusts the others to be there.
 */

/* Before MPI_Init; sets process->rank as far as it is known. *again: the folder has calls of this process already,
 * those of a program that ran before. ERR_IO. Local. */
enum status agreement_announce(struct tracer_process *process, bool *again, struct error *err);

/* Behind MPI_Init, by each process that announced itself. Waits 5 s at most for a rank 0 that is not traced. */
bool agreement_reach(const struct tracer_process *process);

/* Takes back what was announced. Local. */
void agreement_withdraw(const struct tracer_process *process);

#endif
