#ifndef SONDE_MPI_DATATYPE_H
#define SONDE_MPI_DATATYPE_H

#include <mpi.h>

#include "sample/setup.h"

/*
 * The type and count by which a message of bytes lies as the layout says: MPI_BYTE for a contiguous one, else a
 * committed type of MPI_Type_vector, MPI_Type_indexed or MPI_Type_create_subarray, with a last, shorter block beside it
 * where the bytes do not come out even. datatype_free frees it. What MPI says. Local.
 */
int datatype_make(const struct layout *layout, size_t bytes, MPI_Datatype *type, int *count);
void datatype_free(MPI_Datatype *type);

#endif
