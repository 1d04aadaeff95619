#include "mpi/user/call.h"

struct call user_call_what(const struct user_call *call)
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
			     .fanout = call->row->fanout,
			     .order = call->row->order};
}

int user_call_run(const struct user_call *call, const struct user_arguments *given)
{
	if (call->collective == COLLECTIVE_BARRIER)
		return user_call_barrier(call);
	if (call->collective == COLLECTIVE_BCAST)
		return user_call_bcast(call, given);
	if (collective_reduces(call->collective))
		return user_call_reduce(call, given);
	return collective_has_counts(call->collective) ? user_call_counted(call, given) : user_call_move(call, given);
}
