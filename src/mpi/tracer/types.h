#ifndef SONDE_MPI_TRACER_TYPES_H
#define SONDE_MPI_TRACER_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/tracer/functions.h"
#include "mpi/tracer/map.h"
#include "trace/fields.h"

/* All functions are Local. */

/* What is known of datatypes and predefined operations, by their handles. */
struct tracer_types {
	struct map types;      /* twice the bytes, and 1 if contiguous */
	struct map operations; /* number as trace_operation_name counts them */
	uint64_t last;         /* type that was asked for, and what is known of it; -1: of none */
	int64_t last_known;
};

struct tracer_type {
	int64_t bytes;  /* of one, TRACE_NONE: of no interest */
	int64_t layout; /* 1: contiguous, 0: not, TRACE_NONE */
};

static inline uint64_t tracer_key_type(MPI_Datatype type)
{
	return (uint64_t)(uintptr_t)type;
}

/* Asks MPI for a datatype and keeps the answer. */
struct tracer_type types_ask(struct tracer_types *types, MPI_Datatype type);

/* The type is not the last one. */
struct tracer_type types_look(struct tracer_types *types, MPI_Datatype type);

static inline struct tracer_type types_find(struct tracer_types *types, MPI_Datatype type)
{
	const int64_t known = types->last_known;
	if (__builtin_expect(types->last == tracer_key_type(type) && known >= 0, 1))
		return (struct tracer_type){known >> 1, known & 1};
	return types_look(types, type);
}

/* The datatype is freed: another one may get its handle. */
void types_drop(struct tracer_types *types, MPI_Datatype type);

/* As TRACE_OPERATION has it. */
int64_t types_operation(struct tracer_types *types, MPI_Op operation);

/* False: memory is out. */
bool types_begin(struct tracer_types *types);
void types_release(struct tracer_types *types);

#endif
