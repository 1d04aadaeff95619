#include "mpi/tracer/types.h"

#include <stddef.h>

struct tracer_type types_ask(struct tracer_types *types, MPI_Datatype type)
{
	struct tracer_type answer = {0, 1};
	MPI_Count size;
	MPI_Aint lower, extent, true_lower, true_extent;
	if (type == MPI_DATATYPE_NULL)
		return answer;
	tracer_own.Type_size_x(type, &size);
	tracer_own.Type_get_extent(type, &lower, &extent);
	tracer_own.Type_get_true_extent(type, &true_lower, &true_extent);
	answer.bytes = size > 0 ? (int64_t)size : 0;
	answer.layout = size == extent && size == true_extent;
	map_add(&types->types, tracer_key_type(type), answer.bytes << 1 | answer.layout);
	return answer;
}

struct tracer_type types_look(struct tracer_types *types, MPI_Datatype type)
{
	const int64_t known = map_value(&types->types, tracer_key_type(type));
	if (known < 0)
		return types_ask(types, type);
	types->last = tracer_key_type(type);
	types->last_known = known;
	return (struct tracer_type){known >> 1, known & 1};
}

void types_drop(struct tracer_types *types, MPI_Datatype type)
{
	struct map_entry *entry = map_find(&types->types, tracer_key_type(type));
	types->last_known = -1;
	if (entry)
		map_remove(&types->types, entry);
}

int64_t types_operation(struct tracer_types *types, MPI_Op operation)
{
	const int64_t number = map_value(&types->operations, (uint64_t)(uintptr_t)operation);
	if (number != MAP_NONE)
		return number;
	int commutes = 0;
	if (operation != MPI_OP_NULL)
		tracer_own.Op_commutative(operation, &commutes);
	return commutes ? -1 : -2;
}

bool types_begin(struct tracer_types *types)
{
	const MPI_Op operations[] = {MPI_MAX, MPI_MIN,  MPI_SUM,  MPI_PROD,   MPI_LAND,   MPI_BAND,    MPI_LOR,
				     MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
	bool good = true;
	types->last_known = -1;
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		good = good && map_add(&types->operations, (uint64_t)(uintptr_t)operations[i], (int64_t)i);
	return good;
}

void types_release(struct tracer_types *types)
{
	map_release(&types->types);
	map_release(&types->operations);
}
