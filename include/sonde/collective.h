/* Collective operations carried out as a model has them quickest; included by sonde.h, which says what holds for all
 * functions. */
#ifndef SONDE_COLLECTIVE_H
#define SONDE_COLLECTIVE_H

#include <sonde/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * MPI's collective operations among the processes of a context, by sonde's algorithms (model-based collective
 * operations: O'Flynn, thesis, 2009, chapter 6). Of each kind of call the first one chooses algorithm, segment and,
 * between unlike processes, who is at which place of the algorithm's tree: what the model predicts to be the quickest.
 * The others follow the same plan.
 *
 * - Collective, as MPI's: all processes give the same root, operation, amount of data and model (sonde_estimate and
 *   sonde_model_share give it to all). Each call compares that before data move, by one MPI_Allreduce of 24 bytes: no
 *   process returns before all have made the call, and where one's arguments are wrong all return its error.
 * - In the first call of a kind the processes wait while process 0 chooses: it simulates, between some milliseconds of
 *   a model that holds for any pair and a few seconds of hundreds of unlike processes. A kind is the operation, its
 * root, its bytes (of scatterv and gatherv each block's), whether a reduction commutes, and the model's parameters. The
 * last 64 kinds are kept.
 * - Buffers, counts, datatypes and MPI_IN_PLACE are as MPI has them, derived datatypes and operations of one's own
 *   included, and so are results. Where an operation does not commute, the order of operands is kept. A sum of floating
 *   point numbers may be rounded otherwise than by MPI, and is the same at each call of a kind.
 * - scatterv and gatherv: counts, and the type of the root's buffer, are looked at at all processes, since blocks are
 *   part of what is chosen by; displacements and the root's buffer at the root alone.
 * - The algorithms are sonde's own. Which is the quickest of them says nothing of what the MPI library takes: measure
 *   (sonde_measure_collective).
 * - SONDE_ERROR_ARGUMENT, at all processes: a NULL model or counts, no such root, a NULL buffer where a process has
 *   data (but for types whose data lie at addresses of their own, as from MPI_BOTTOM), MPI_IN_PLACE where MPI has none,
 *   more than 2 GB in all blocks together, other arguments than process 0's, or a model of fewer processes.
 * - SONDE_ERROR_MEMORY, at all processes: one had no memory for the call, and nothing was sent.
 * - SONDE_ERROR_PLATFORM: MPI failed; its error handler of the communicator was called.
 * - A NULL context is an error at this process alone. It has no communicator by which the others could learn of it:
 *   they wait, as in MPI for a process that does not make the call.
 */
enum sonde_status sonde_bcast(struct sonde *context, const struct sonde_model *model, void *buffer, int count,
			      MPI_Datatype type, int root, struct sonde_error *error);
enum sonde_status sonde_scatter(struct sonde *context, const struct sonde_model *model, const void *send,
				int send_count, MPI_Datatype send_type, void *receive, int receive_count,
				MPI_Datatype receive_type, int root, struct sonde_error *error);
enum sonde_status sonde_gather(struct sonde *context, const struct sonde_model *model, const void *send, int send_count,
			       MPI_Datatype send_type, void *receive, int receive_count, MPI_Datatype receive_type,
			       int root, struct sonde_error *error);
enum sonde_status sonde_scatterv(struct sonde *context, const struct sonde_model *model, const void *send,
				 const int *counts, const int *displacements, MPI_Datatype send_type, void *receive,
				 int receive_count, MPI_Datatype receive_type, int root, struct sonde_error *error);
enum sonde_status sonde_gatherv(struct sonde *context, const struct sonde_model *model, const void *send,
				int send_count, MPI_Datatype send_type, void *receive, const int *counts,
				const int *displacements, MPI_Datatype receive_type, int root,
				struct sonde_error *error);
enum sonde_status sonde_reduce(struct sonde *context, const struct sonde_model *model, const void *send, void *receive,
			       int count, MPI_Datatype type, MPI_Op op, int root, struct sonde_error *error);

/* How the last of these calls was done. */
struct sonde_choice {
	const char *algorithm; /* the library's own */
	size_t segment;        /* bytes, 0: in one piece */
	const int *order;      /* the process at each place of the tree, the root first; NULL: the algorithm's own. As
				  long as the context, or 64 more kinds of calls */
	double seconds;        /* predicted */
	double plain;          /* of the quickest algorithm in its own order */
};

/* Writes it to *choice; returns 1, or 0 if there was none, or it had no data. Local. */
int sonde_chosen(const struct sonde *context, struct sonde_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
