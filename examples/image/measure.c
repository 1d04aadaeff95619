#include "measure.h"

#include "block.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 100, TRIALS = 200 };

static const int strides[] = {2, 8, 32};
static const int sizes[] = {400, 4000, 16000, 64000, 256000, 1000000, 4000000}; /* bytes */

/* The quickest trial of either, whose buffers are there from the one before. */
static void measure(int stride, int bytes)
{
	int block = bytes / BLOCKS / (int)sizeof(float);
	float *data = some((size_t)(block * BLOCKS) * (size_t)stride, sizeof(*data));
	char *packed = some((size_t)bytes, 1);
	double pack = INFINITY, unpack = INFINITY;
	MPI_Datatype type;

	MPI_Type_vector(BLOCKS, block, block * stride, MPI_FLOAT, &type);
	MPI_Type_commit(&type);
	for (int i = 0; i < TRIALS; i++) {
		double begin = MPI_Wtime(), middle;
		int at = 0;

		MPI_Pack(data, 1, type, packed, bytes, &at, MPI_COMM_SELF);
		middle = MPI_Wtime();
		at = 0;
		MPI_Unpack(packed, bytes, &at, data, 1, type, MPI_COMM_SELF);
		pack = fmin(pack, middle - begin);
		unpack = fmin(unpack, MPI_Wtime() - middle);
	}
	printf("%d %d %.9f %.9f\n", stride, bytes, pack, unpack);
	MPI_Type_free(&type);
	free(data);
	free(packed);
}

void measure_packs(void)
{
	printf("# stride bytes pack unpack\n");
	for (size_t s = 0; s < sizeof(strides) / sizeof(*strides); s++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
			measure(strides[s], sizes[i]);
}
