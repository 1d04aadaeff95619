#ifndef SONDE_API_REQUEST_H
#define SONDE_API_REQUEST_H

#include <sonde.h>

#include "algorithm/request.h"

/* What an application says of a collective operation by sonde's own algorithms; all borrowed. */
struct request_numbers {
	const char *operation, *algorithm; /* algorithm NULL: all of them */
	int processes, root, fanout;
	size_t segment;
	const int *order, *group;
};

/* Makes the request. ERR_INPUT says what cannot be; collective_request_release in any case. Local. */
enum status request_make(struct collective_request *request, const struct request_numbers *numbers, struct error *err);

/* The same of a call among so many processes. */
enum status request_of_call(struct collective_request *request, const struct sonde_call *call, int processes,
			    struct error *err);

#endif
