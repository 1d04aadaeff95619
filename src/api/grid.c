#include "api/context.h"
#include "api/model.h"
#include "api/options.h"
#include "decompose/dims.h"
#include "decompose/dims_domain.h"
#include "base/locale.h"

enum { ELEMENT = 4 };

enum sonde_status sonde_dims_create(int nprocs, int ndims, int *dims)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (!dims)
		error_set(&err, ERR_INPUT, "dims is NULL");
	else
		dims_create(nprocs, ndims, dims, &err);
	return context_give(&err, NULL);
}

/* The domain's first dimension is the one that is stored in a row, the array's last one. */
static enum status create_for(const struct sonde_model *model, const struct sonde_array *array, int n, int ndims,
			      int *dims, struct error *err)
{
	struct domain domain = {
		.ndims = (size_t)ndims, .extent = {1, 1, 1}, .element = array->element > 0 ? array->element : ELEMENT};
	size_t border[DOMAIN_DIMS] = {0}, found[DOMAIN_DIMS];
	enum status status;

	if (n < 1 || array->border > DOMAIN_EXTENT_MOST)
		return error_set(err, ERR_INPUT, "%d processes and a border of %zu elements: at least 1 and at most %u",
				 n, array->border, DOMAIN_EXTENT_MOST);
	for (int d = 0; d < ndims; d++) {
		if (dims[d] < 0)
			return error_set(err, ERR_INPUT,
					 "dimension %d is %d: it is 0 if it is to be found, else 1 or more", d,
					 dims[d]);
		domain.extent[ndims - 1 - d] = array->length[d];
		domain.periodic[ndims - 1 - d] = array->periodic[d] != 0;
		border[d] = array->border;
		found[ndims - 1 - d] = (size_t)dims[d];
	}
	status = dims_create_for(model ? model->model : NULL, &domain, border, (size_t)n, found, err);
	for (int d = 0; status == OK && d < ndims; d++)
		dims[d] = (int)found[ndims - 1 - d];
	return status;
}

enum sonde_status sonde_dims_create_for(const struct sonde_model *model, const struct sonde_array *given, int nprocs,
					int ndims, int *dims, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct sonde_array array;
	struct error err = {0};

	if (!dims || ndims < 1 || ndims > DOMAIN_DIMS)
		error_set(&err, ERR_INPUT, "dims is NULL, or ndims, %d, is not one of 1 to %d", ndims, DOMAIN_DIMS);
	else if (options_take(&array, sizeof(array), given, "sonde_array", &err) == OK)
		create_for(model, &array, nprocs, ndims, dims, &err);
	return context_give(&err, error);
}
