#ifndef SONDE_MPI_USER_BYTES_H
#define SONDE_MPI_USER_BYTES_H

#include "mpi/user/call.h"

/* All functions are Local, and return MPI error codes. */

/* Elements in a user's buffer: n blocks of count, one after the other; or of counts, at displacements, but those that
 * are longer than call->longest. */
struct user_blocks {
	char *buffer;
	int n, count;
	const int *counts, *displacements; /* NULL: none */
	MPI_Datatype type;
	size_t bytes; /* of all together */
};

/* A user's data as bytes, block after block: those themselves, or a copy. */
struct user_bytes {
	char *at;
	bool copied;
	size_t n;
};

/* Whether elements lie in memory as they are sent: those that MPI predefines and that have no gaps. */
bool user_type_is_plain(MPI_Datatype type);

/* The bytes of a datatype's data, also where they are more than an int holds: of more than 4 GiB it is 4 GiB that is
 * said. False: MPI refuses the type. */
bool user_type_size(MPI_Datatype type, uint64_t *bytes);

/* Room for the data of blocks. filled: with what they hold; own: in memory of its own, whatever they are. */
int user_bytes_open(const struct user_call *call, const struct user_blocks *blocks, bool filled, bool own,
		    struct user_bytes *bytes);

/* Puts the bytes into the user's blocks, if take says so, and frees them. Blocks with room for more keep what they have
 * there. */
int user_bytes_close(const struct user_call *call, struct user_bytes *bytes, const struct user_blocks *blocks,
		     bool take);

#endif
