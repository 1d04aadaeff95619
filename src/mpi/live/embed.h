#ifndef SONDE_MPI_LIVE_EMBED_H
#define SONDE_MPI_LIVE_EMBED_H

#include <stdbool.h>

#include "mpi/process.h"
#include "platform/platform.h"

/* A process among those of an application's communicator. MPI is the application's: it is neither started nor ended
 * here. */
struct embedded {
	struct process process;    /* at process 0 the platform's own counts once there is one */
	struct platform *platform; /* at process 0, which drives; NULL elsewhere */
};

/* Joins the processes of comm. Collective over comm. ERR_INPUT if MPI is not running or comm is no intracommunicator of
 * two processes and more, ERR_PLATFORM, ERR_MEMORY; the same status everywhere. */
enum status embed_open(struct embedded *embedded, MPI_Comm comm, struct error *err);

/* Leaves them. Collective. */
void embed_close(struct embedded *embedded);

/*
 * Sees that all processes want the same and can do it: request[0 .. bytes-1] is compared with that of process 0, and
 * *mine is what this process has to object. Collective. OK, or at all processes the failure of the lowest rank that has
 * one; ERR_INPUT if a request differs. Nobody leaves before all have come.
 */
enum status embed_agree(const struct embedded *embedded, const void *request, size_t bytes, const struct error *mine,
			struct error *err);

/* Processes other than 0: carries out orders until live_dismiss. Runs while process 0 uses the platform. */
void embed_serve(struct embedded *embedded);

/* Gives this process the application's own collective operation; execute NULL takes it away. Local. */
void embed_set_operation(struct embedded *embedded, const struct user_operation *operation);

/* Gives bytes of process 0's data to all. Collective. */
void embed_share(const struct embedded *embedded, void *data, size_t bytes);

/* The same of another process' data. Collective. */
void embed_share_from(const struct embedded *embedded, int root, void *data, size_t bytes);

#endif
