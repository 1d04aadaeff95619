#include "mpi/dropin/call.h"

struct call dropin_what(const struct dropin_call *call)
{
	uint64_t segment = call->row->segment, unit = call->unit;

	return (struct call){.collective = call->collective,
			     .processes = call->comm->size,
			     .root = call->root,
			     .count = call->bytes / unit,
			     .counts = call->counts,
			     .segment = segment == 0     ? 0
					: segment > unit ? segment / unit
							 : 1,
			     .fanout = call->row->fanout};
}
