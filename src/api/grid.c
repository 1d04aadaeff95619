#include "api/context.h"
#include "decompose/dims.h"

enum sonde_status sonde_dims_create(int nprocs, int ndims, int *dims)
{
	struct error err = {0};

	if (!dims)
		error_set(&err, ERR_INPUT, "dims is NULL");
	else
		dims_create(nprocs, ndims, dims, &err);
	return context_give(&err, NULL);
}
