#ifndef SONDE_MPI_LIVE_PLATFORM_H
#define SONDE_MPI_LIVE_PLATFORM_H

#include "mpi/process.h"
#include "platform/platform.h"

/*
 * The live platform of process 0, which takes over *process; the others must serve (serve.h) whenever it is used.
 * patience: see LIVE_PATIENCE, 0 for no alarm. NULL with ERR_MEMORY. Local. live_free detaches the process, which is
 * collective, and frees the platform; its class' close is for live_open only.
 */
struct platform *live_new(const struct process *process, unsigned patience, struct error *err);
void live_free(struct platform *platform);

/* Process 0 as it takes part in what its live platform does. Local. */
struct process *live_process(struct platform *platform);

/* Ends the service of the other processes: each returns from serve. Local to process 0. */
void live_dismiss(struct platform *platform);

/* Gives process 0 the application's own collective operation (execute NULL: takes it away); the others set theirs in
 * struct process. Local. */
void live_set_operation(struct platform *platform, const struct user_operation *operation);

#endif
