#include "trace/fields.h"

#include <string.h>

#define BIT(kind) (UINT32_C(1) << (kind))

/* What a parameter with a role adds to the fields of its function. Other roles add none. */
static const struct role {
	const char *name;
	uint32_t fields;
} roles[] = {
	{"sendtype", BIT(TRACE_SEND_BYTES) | BIT(TRACE_SEND_LAYOUT)},
	{"recvtype", BIT(TRACE_RECEIVE_BYTES) | BIT(TRACE_RECEIVE_LAYOUT)},
	{"type", BIT(TRACE_BYTES) | BIT(TRACE_LAYOUT)},
	{"sendeachtype", BIT(TRACE_SEND_LIST) | BIT(TRACE_SEND_LAYOUT)},
	{"recveachtype", BIT(TRACE_RECEIVE_LIST) | BIT(TRACE_RECEIVE_LAYOUT)},
	{"sendtypes", BIT(TRACE_SEND_LIST) | BIT(TRACE_SEND_LAYOUT)},
	{"recvtypes", BIT(TRACE_RECEIVE_LIST) | BIT(TRACE_RECEIVE_LAYOUT)},
	{"dest", BIT(TRACE_DEST)},
	{"source", BIT(TRACE_SOURCE)},
	{"sendtag", BIT(TRACE_SEND_TAG)},
	{"recvtag", BIT(TRACE_RECEIVE_TAG)},
	{"root", BIT(TRACE_ROOT)},
	{"op", BIT(TRACE_OPERATION)},
	{"number", BIT(TRACE_NUMBER)},
	{"region", BIT(TRACE_REGION)},
	{"comm", BIT(TRACE_COMM)},
	{"neighbours", BIT(TRACE_COMM) | BIT(TRACE_DEST_LIST) | BIT(TRACE_SOURCE_LIST)},
	{"newcomm*", BIT(TRACE_MADE)},
	{"newsamecomm*", BIT(TRACE_MADE)},
	{"freecomm*", BIT(TRACE_COMM)},
	{"newrequest*", BIT(TRACE_REQUEST)},
	{"newpersistent*", BIT(TRACE_REQUEST)},
	{"startrequest*", BIT(TRACE_REQUEST)},
	{"freerequest*", BIT(TRACE_REQUEST)},
	{"cancelrequest*", BIT(TRACE_REQUEST)},
	{"request", BIT(TRACE_REQUEST)},
	{"startrequests*", BIT(TRACE_REQUEST_LIST)},
	{"donerequest*", BIT(TRACE_DONE_LIST)},
	{"donerequests*", BIT(TRACE_DONE_LIST)},
	{"flag*", BIT(TRACE_FLAG) | BIT(TRACE_POLLS) | BIT(TRACE_INSIDE)},
	{"outflag*", BIT(TRACE_FLAG) | BIT(TRACE_POLLS) | BIT(TRACE_INSIDE)},
	{"gotstatus*", BIT(TRACE_GOT_SOURCE) | BIT(TRACE_GOT_TAG)},
	{"message*", BIT(TRACE_COMM) | BIT(TRACE_SOURCE) | BIT(TRACE_RECEIVE_TAG)},
};

static uint32_t role_fields(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++)
		if (strlen(roles[i].name) == length && memcmp(roles[i].name, name, length) == 0)
			return roles[i].fields;
	return 0;
}

uint32_t trace_function_fields(enum trace_function function)
{
	uint32_t fields = 0;
	for (const char *at = trace_function_parameters(function); *at;) {
		fields |= role_fields(at, strcspn(at, " @"));
		at += strcspn(at, " ");
		at += strspn(at, " ");
	}
	return fields;
}

bool trace_field_is_list(enum trace_field field)
{
	return field >= TRACE_SEND_LIST;
}

const char *trace_operation_name(int64_t operation)
{
	static const char *const names[] = {"user, not commutative",
					    "user",
					    "MPI_MAX",
					    "MPI_MIN",
					    "MPI_SUM",
					    "MPI_PROD",
					    "MPI_LAND",
					    "MPI_BAND",
					    "MPI_LOR",
					    "MPI_BOR",
					    "MPI_LXOR",
					    "MPI_BXOR",
					    "MPI_MINLOC",
					    "MPI_MAXLOC",
					    "MPI_REPLACE",
					    "MPI_NO_OP"};
	const int64_t n = sizeof(names) / sizeof(*names);
	return operation >= -2 && operation + 2 < n ? names[operation + 2] : NULL;
}
