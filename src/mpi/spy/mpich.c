#define _GNU_SOURCE /* RTLD_NEXT */
#include "mpi/spy/spy.h"

#include <dlfcn.h>
#include <string.h>

/*
 * MPICH over UCX sends every message by one of two functions, within a node as well (MPIDI_CH4_DIRECT_NETMOD). What
 * their parameters hold is that of ucp_request_param_t of UCX 1.13: a mask, whose bit 3 says that there is a datatype,
 * and three words before it; without one counts are bytes.
 */

spy_forget_function sonde_spy_forget;
spy_sent_function sonde_spy_sent;

typedef void *send_function(void *endpoint, const void *data, size_t count, uint64_t tag, const void *parameters);
send_function ucp_tag_send_nbx, ucp_tag_send_sync_nbx;

struct parameters {
	uint32_t mask, flags;
	void *request, *callback;
	uint64_t datatype;
};

enum { HAS_DATATYPE = 8, KIND = 7, SIZE_SHIFT = 3 };

static struct spy_message kept[SPY_MOST];
static size_t n_kept;

void sonde_spy_forget(void)
{
	n_kept = 0;
}

size_t sonde_spy_sent(const struct spy_message **list)
{
	*list = kept;
	return n_kept;
}

/* Rows of bytes are datatypes of kind 0. */
static size_t bytes_of(size_t count, const struct parameters *given)
{
	if (!(given->mask & HAS_DATATYPE))
		return count;
	return given->datatype & KIND ? SIZE_MAX : count * (size_t)(given->datatype >> SIZE_SHIFT);
}

static void keep(const void *endpoint, size_t bytes)
{
	if (n_kept < SPY_MOST)
		kept[n_kept++] = (struct spy_message){endpoint, bytes};
	else
		n_kept = SPY_MOST + 1;
}

/* UCX's function of a name; NULL if there is none, and the call then fails. */
static send_function *find(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);
	send_function *function;

	memcpy(&function, &symbol, sizeof(function));
	return function;
}

void *ucp_tag_send_nbx(void *endpoint, const void *data, size_t count, uint64_t tag, const void *parameters)
{
	static send_function *next;

	next = next ? next : find("ucp_tag_send_nbx");
	keep(endpoint, bytes_of(count, parameters));
	return next(endpoint, data, count, tag, parameters);
}

void *ucp_tag_send_sync_nbx(void *endpoint, const void *data, size_t count, uint64_t tag, const void *parameters)
{
	static send_function *next;

	next = next ? next : find("ucp_tag_send_sync_nbx");
	keep(endpoint, bytes_of(count, parameters));
	return next(endpoint, data, count, tag, parameters);
}
