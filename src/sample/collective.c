#include "sample/collective.h"

#include <stdint.h>
#include <string.h>

const struct collective_kind collective_kinds[] = {
	{"bcast", true, false},          {"scatter", true, true},          {"scatterv", true, true},
	{"gather", true, true},          {"gatherv", true, true},          {"reduce", true, false},
	{"allreduce", false, false},     {"allgather", false, true},       {"alltoall", false, true},
	{"reduce_scatter", false, true}, {"barrier", false, false},        {"scan", false, false},
	{"exscan", false, false},        {"reduce_scatterv", false, true}, {NULL, false, false},
};

const char *const collective_names[] = {
	"bcast",    "scatter",        "scatterv", "gather", "gatherv", "reduce",          "allreduce", "allgather",
	"alltoall", "reduce_scatter", "barrier",  "scan",   "exscan",  "reduce_scatterv", NULL,
};

const struct collective_kind *collective_find(const char *name)
{
	for (const struct collective_kind *kind = collective_kinds; kind->name; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}

size_t collective_room(const struct collective_kind *kind, size_t bytes, size_t processes)
{
	if (!kind->per_process)
		return bytes;
	return bytes <= SIZE_MAX / processes ? bytes * processes : SIZE_MAX;
}
