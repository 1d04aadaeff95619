#include "mpi/live/embed.h"

#include "mpi/live/attach.h"
#include "mpi/live/crowd.h"
#include "mpi/live/platform.h"
#include "mpi/live/serve.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ALIKE_MOST = 256 }; /* bytes of a request */

static enum status check_running(struct error *err)
{
	int begun = 0, ended = 0;

	MPI_Initialized(&begun);
	MPI_Finalized(&ended);
	if (!begun || ended)
		return error_set(err, ERR_INPUT,
				 "MPI is not running: a context is made after MPI_Init and before MPI_Finalize");
	return OK;
}

static enum status check_communicator(MPI_Comm comm, struct error *err)
{
	int inter = 0, size = 0;

	if (comm == MPI_COMM_NULL)
		return error_set(
			err, ERR_INPUT,
			"the communicator is MPI_COMM_NULL: an intracommunicator of at least 2 processes is needed");
	if (MPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || MPI_Comm_size(comm, &size) != MPI_SUCCESS)
		return error_set(err, ERR_INPUT, "the communicator is not valid");
	if (inter)
		return error_set(err, ERR_INPUT,
				 "the communicator is an intercommunicator: an intracommunicator is needed");
	if (size < 2)
		return error_set(err, ERR_INPUT,
				 "the communicator has 1 process: messages are measured between at least 2");
	return OK;
}

enum status embed_open(struct embedded *e, MPI_Comm comm, struct error *err)
{
	struct error mine = {0};
	int rank = 0;

	*e = (struct embedded){.platform = NULL};
	if (check_running(err) != OK || check_communicator(comm, err) != OK)
		return ERR_INPUT;
	if (process_attach(&e->process, comm, err) != OK)
		return err->status;
	e->process.crowded = crowd_here(e->process.control);
	MPI_Comm_rank(comm, &rank);
	if (rank == 0)
		e->platform = live_new(&e->process, 0, &mine);
	if (embed_agree(e, NULL, 0, &mine, err) == OK)
		return OK;
	embed_close(e);
	return err->status;
}

void embed_close(struct embedded *e)
{
	if (e->platform)
		live_free(e->platform);
	else
		process_detach(&e->process);
	e->platform = NULL;
}

enum status embed_agree(const struct embedded *e, const void *request, size_t bytes, const struct error *mine,
			struct error *err)
{
	unsigned char first[ALIKE_MOST] = {0};
	struct error said = *mine;
	int rank = e->process.rank, objects, lowest = INT_MAX;

	if (bytes > 0 && rank == 0)
		memcpy(first, request, bytes);
	if (bytes > 0)
		MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, e->process.control);
	if (bytes > 0 && memcmp(first, request, bytes) != 0)
		error_set(&said, ERR_INPUT,
			  "process %d gave other arguments than process 0: they must be the same at all processes",
			  rank);
	objects = said.status == OK ? INT_MAX : rank;
	if (MPI_Allreduce(&objects, &lowest, 1, MPI_INT, MPI_MIN, e->process.control) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI failed while the processes agreed on what to do");
	if (lowest == INT_MAX)
		return OK;
	MPI_Bcast(&said, (int)sizeof(said), MPI_BYTE, lowest, e->process.control);
	return error_set(err, said.status, "%s", said.text);
}

void embed_serve(struct embedded *e)
{
	serve(&e->process);
}

void embed_set_operation(struct embedded *e, const struct user_operation *operation)
{
	if (e->platform)
		live_set_operation(e->platform, operation);
	else
		e->process.user = *operation;
}

void embed_share(const struct embedded *e, void *data, size_t bytes)
{
	embed_share_from(e, 0, data, bytes);
}

void embed_share_from(const struct embedded *e, int root, void *data, size_t bytes)
{
	MPI_Bcast(data, (int)bytes, MPI_BYTE, root, e->process.control);
}
