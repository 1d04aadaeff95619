/*
 * What each event means for the call that its thread is in.
 *
 * - A region of MPI is a call; what happens in regions inside it belongs to it. Other regions are sonde's regions.
 * - A message outside of any call of MPI, and each message of MPI_Start and MPI_Startall, is a call of its own.
 */
#include "trace/otf2/events.h"

#include "trace/fields.h"
#include "trace/otf2/assembly.h"

static double seconds(const struct otf2_assembly *a, OTF2_TimeStamp time)
{
	return (double)(int64_t)(time - a->definitions->offset) * a->definitions->tick;
}

static OTF2_CallbackCode answer(const struct otf2_assembly *a)
{
	return a->err.status == OK ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static const struct otf2_region *region_of(const struct otf2_assembly *a, OTF2_RegionRef region)
{
	static const struct otf2_region unknown = {.name = "unknown", .function = TRACE_FUNCTIONS};
	size_t i = otf2_map_get(&a->definitions->region, region);
	return i == OTF2_MAP_NONE ? &unknown : &a->definitions->regions[i];
}

static void read_polls(const struct otf2_assembly *a, OTF2_AttributeList *attributes, struct trace_call *call)
{
	uint64_t value;
	if (!attributes || OTF2_AttributeList_GetNumberOfElements(attributes) == 0)
		return;
	if (OTF2_AttributeList_TestAttributeByID(attributes, a->definitions->polls) &&
	    OTF2_AttributeList_GetUint64(attributes, a->definitions->polls, &value) == OTF2_SUCCESS)
		call->polls = value;
	if (OTF2_AttributeList_TestAttributeByID(attributes, a->definitions->inside) &&
	    OTF2_AttributeList_GetUint64(attributes, a->definitions->inside, &value) == OTF2_SUCCESS)
		call->inside = (double)value * a->definitions->tick;
}

static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				  OTF2_AttributeList *attributes, OTF2_RegionRef number)
{
	struct otf2_assembly *a = data;
	struct otf2_thread *thread = otf2_assembly_thread(a, location);
	if (!thread)
		return OTF2_CALLBACK_SUCCESS;
	if (thread->depth) {
		thread->depth++;
		return OTF2_CALLBACK_SUCCESS;
	}
	const struct otf2_region *region = region_of(a, number);
	bool mpi = region->function != TRACE_FUNCTIONS;
	enum trace_function function = mpi ? region->function : trace_region_begin;
	struct otf2_entry *entry = otf2_assembly_append(a, thread, function, seconds(a, time));
	if (!entry)
		return OTF2_CALLBACK_ERROR;
	if (mpi) {
		thread->depth = 1;
		thread->entry = a->end - 1;
		entry->left = false;
		read_polls(a, attributes, &entry->call);
	} else {
		entry->call.region = region->name;
	}
	return OTF2_CALLBACK_SUCCESS;
}

static void leave_call(struct otf2_assembly *a, struct otf2_thread *thread, double time)
{
	struct trace_call *call = &otf2_assembly_current(a, thread)->call;
	if (!otf2_assembly_leave(a, thread, time))
		return;
	if (call->n_done)
		call->polls = 0; /* it tested others, too */
	if (!call->polls || call->inside <= 0)
		call->inside = call->end - call->begin;
}

static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				  OTF2_AttributeList *attributes, OTF2_RegionRef number)
{
	struct otf2_assembly *a = data;
	struct otf2_thread *thread = otf2_assembly_thread(a, location);
	(void)attributes;
	if (!thread)
		return OTF2_CALLBACK_SUCCESS;
	if (!thread->depth) {
		struct otf2_entry *entry = otf2_assembly_append(a, thread, trace_region_end, seconds(a, time));
		if (!entry)
			return OTF2_CALLBACK_ERROR;
		entry->call.region = region_of(a, number)->name;
		return OTF2_CALLBACK_SUCCESS;
	}
	if (thread->depth == 1)
		leave_call(a, thread, seconds(a, time));
	thread->depth--;
	return answer(a);
}

/* The call that an event belongs to: the one that its thread is in, or one made for it. NULL: of another process, or no
 * memory. */
static struct otf2_entry *subject(struct otf2_assembly *a, OTF2_LocationRef location, OTF2_TimeStamp time,
				  bool receives, bool begins)
{
	static const enum trace_function functions[2][2] = {{trace_Send, trace_Isend}, {trace_Recv, trace_Irecv}};
	struct otf2_thread *thread = otf2_assembly_thread(a, location);
	if (!thread)
		return NULL;
	struct otf2_entry *entry = otf2_assembly_current(a, thread);
	bool own = entry && trace_function_family(entry->call.function) != TRACE_PERSISTENT;
	if (own)
		own = receives ? !entry->call.receive.there : !entry->call.send.there;
	if (own && begins)
		own = !entry->call.request;
	return own ? entry : otf2_assembly_append(a, thread, functions[receives][begins], seconds(a, time));
}

/* One side of a message with this rank of a communicator; an intercommunicator's ranks are those of the other group. */
static struct trace_side message(const struct trace_communicator *c, uint32_t peer, uint32_t tag, uint64_t bytes)
{
	struct trace_side side = {.there = true,
				  .peer = TRACE_ANY,
				  .peer_in_comm = (int)peer,
				  .tag = tag,
				  .got_source = -1,
				  .got_tag = -1,
				  .bytes = bytes,
				  .contiguous = true};
	int n = c ? c->n_remote ? c->n_remote : c->n : 0;
	if (peer < (uint32_t)n)
		side.peer = c->n_remote ? c->remote[peer] : c->members[peer];
	if (side.peer < 0)
		side.peer = TRACE_ANY;
	return side;
}

/* The call that a thread is in; NULL: none. */
static struct otf2_entry *current(struct otf2_assembly *a, OTF2_LocationRef location)
{
	struct otf2_thread *thread = otf2_assembly_thread(a, location);
	return thread ? otf2_assembly_current(a, thread) : NULL;
}

static void set_send(struct otf2_assembly *a, struct trace_call *call, OTF2_CommRef comm, uint32_t receiver,
		     uint32_t tag, uint64_t bytes)
{
	call->comm = otf2_assembly_communicator(a, comm);
	call->send = message(call->comm, receiver, tag, bytes);
}

static void set_receive(struct otf2_assembly *a, struct trace_call *call, OTF2_CommRef comm, uint32_t sender,
			uint32_t tag, uint64_t bytes)
{
	call->comm = otf2_assembly_communicator(a, comm);
	call->receive = message(call->comm, sender, tag, bytes);
}

static OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				 OTF2_AttributeList *attributes, uint32_t receiver, OTF2_CommRef comm, uint32_t tag,
				 uint64_t bytes)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = subject(a, location, time, false, false);
	(void)attributes;
	if (entry)
		set_send(a, &entry->call, comm, receiver, tag, bytes);
	return answer(a);
}

static OTF2_CallbackCode on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				  OTF2_AttributeList *attributes, uint32_t receiver, OTF2_CommRef comm, uint32_t tag,
				  uint64_t bytes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = subject(a, location, time, false, true);
	(void)attributes;
	if (entry) {
		set_send(a, &entry->call, comm, receiver, tag, bytes);
		otf2_assembly_begin(a, entry, request);
	}
	return answer(a);
}

static OTF2_CallbackCode on_recv(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				 OTF2_AttributeList *attributes, uint32_t sender, OTF2_CommRef comm, uint32_t tag,
				 uint64_t bytes)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = subject(a, location, time, true, false);
	(void)attributes;
	if (entry)
		set_receive(a, &entry->call, comm, sender, tag, bytes);
	return answer(a);
}

static OTF2_CallbackCode on_irecv_request(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					  OTF2_AttributeList *attributes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = subject(a, location, time, true, true);
	(void)attributes;
	if (entry) {
		entry->call.receive = message(NULL, (uint32_t)TRACE_ANY, (uint32_t)TRACE_ANY_TAG, 0);
		entry->call.receive.tag = TRACE_ANY_TAG;
		entry->unresolved = true;
		otf2_assembly_begin(a, entry, request);
	}
	return answer(a);
}

/* The call in which a request completes; outside of any call it is a wait. */
static struct otf2_entry *waiting(struct otf2_assembly *a, OTF2_LocationRef location, OTF2_TimeStamp time)
{
	struct otf2_thread *thread = otf2_assembly_thread(a, location);
	if (!thread)
		return NULL;
	struct otf2_entry *entry = otf2_assembly_current(a, thread);
	return entry ? entry : otf2_assembly_append(a, thread, trace_Wait, seconds(a, time));
}

static OTF2_CallbackCode on_irecv(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				  OTF2_AttributeList *attributes, uint32_t sender, OTF2_CommRef comm, uint32_t tag,
				  uint64_t bytes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = waiting(a, location, time), *begun = NULL;
	if (!entry)
		return answer(a);
	if (otf2_map_get(&a->request, request) == OTF2_MAP_NONE)
		return on_recv(location, time, data, attributes, sender, comm, tag, bytes);
	if (otf2_assembly_complete(a, entry, request, TRACE_NONE, &begun) && begun) {
		set_receive(a, &begun->call, comm, sender, tag, bytes);
		begun->unresolved = false;
	}
	return answer(a);
}

static OTF2_CallbackCode on_isend_complete(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					   OTF2_AttributeList *attributes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = waiting(a, location, time), *begun = NULL;
	(void)attributes;
	if (entry)
		otf2_assembly_complete(a, entry, request, TRACE_NONE, &begun);
	return answer(a);
}

static OTF2_CallbackCode on_cancelled(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				      OTF2_AttributeList *attributes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = waiting(a, location, time), *begun = NULL;
	(void)attributes;
	if (entry && otf2_assembly_complete(a, entry, request, TRACE_CANCELLED, &begun) && begun)
		begun->unresolved = false;
	return answer(a);
}

static OTF2_CallbackCode on_test(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
				 OTF2_AttributeList *attributes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = current(a, location);
	(void)time;
	(void)attributes;
	(void)request;
	if (entry && !entry->call.polls)
		entry->call.polls = 1;
	return OTF2_CALLBACK_SUCCESS;
}

static void set_collective(struct otf2_assembly *a, struct trace_call *call, OTF2_CollectiveOp operation,
			   OTF2_CommRef comm, uint32_t root, uint64_t sent, uint64_t received)
{
	const struct trace_communicator *c = otf2_assembly_communicator(a, comm);
	call->comm = c;
	call->root = root == OTF2_COLLECTIVE_ROOT_NONE         ? -1
		     : root == OTF2_COLLECTIVE_ROOT_SELF       ? TRACE_THIS_ROOT
		     : root == OTF2_COLLECTIVE_ROOT_THIS_GROUP ? TRACE_NOBODY
							       : (int)root;
	struct otf2_seat seat = {.is_root = call->root == TRACE_THIS_ROOT};
	if (c) {
		seat.n = c->n_remote ? c->n_remote : c->n;
		seat.own = c->own;
		seat.is_root |= !c->n_remote && call->root >= 0 && call->root == c->own;
	}
	otf2_collective_sides(operation, &seat, a->counting, sent, received, call);
}

static OTF2_CallbackCode on_collective_end(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					   OTF2_AttributeList *attributes, OTF2_CollectiveOp operation,
					   OTF2_CommRef comm, uint32_t root, uint64_t sent, uint64_t received)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = current(a, location);
	OTF2_CollectiveOp own;
	(void)time;
	(void)attributes;
	/* EZTrace writes such ends in MPI_Waitall, too, without an operation that began. */
	if (!entry)
		return OTF2_CALLBACK_SUCCESS;
	if (otf2_collective_of(entry->call.function, &own) && own == operation)
		set_collective(a, &entry->call, operation, comm, root, sent, received);
	else if (trace_function_family(entry->call.function) == TRACE_COMMUNICATOR && !entry->call.comm)
		entry->call.comm = otf2_assembly_communicator(a, comm);
	return answer(a);
}

static OTF2_CallbackCode on_collective_request(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					       OTF2_AttributeList *attributes, uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = current(a, location);
	(void)time;
	(void)attributes;
	if (entry && !entry->call.request) {
		entry->unresolved = true;
		otf2_assembly_begin(a, entry, request);
	}
	return answer(a);
}

static OTF2_CallbackCode on_collective_complete(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
						OTF2_AttributeList *attributes, OTF2_CollectiveOp operation,
						OTF2_CommRef comm, uint32_t root, uint64_t sent, uint64_t received,
						uint64_t request)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = waiting(a, location, time), *begun = NULL;
	(void)attributes;
	if (entry && otf2_assembly_complete(a, entry, request, TRACE_NONE, &begun) && begun) {
		set_collective(a, &begun->call, operation, comm, root, sent, received);
		begun->unresolved = false;
	}
	return answer(a);
}

static OTF2_CallbackCode on_comm_create(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					OTF2_AttributeList *attributes, OTF2_CommRef comm)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = current(a, location);
	(void)time;
	(void)attributes;
	if (entry && trace_function_family(entry->call.function) != TRACE_ENVIRONMENT)
		entry->call.made = otf2_assembly_communicator(a, comm);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm_destroy(OTF2_LocationRef location, OTF2_TimeStamp time, void *data,
					 OTF2_AttributeList *attributes, OTF2_CommRef comm)
{
	struct otf2_assembly *a = data;
	struct otf2_entry *entry = current(a, location);
	(void)time;
	(void)attributes;
	if (entry && trace_function_family(entry->call.function) != TRACE_ENVIRONMENT)
		entry->call.comm = otf2_assembly_communicator(a, comm);
	return OTF2_CALLBACK_SUCCESS;
}

OTF2_GlobalEvtReaderCallbacks *otf2_event_callbacks(void)
{
	OTF2_GlobalEvtReaderCallbacks *c = OTF2_GlobalEvtReaderCallbacks_New();
	if (!c)
		return NULL;
	OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(c, on_enter);
	OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(c, on_leave);
	OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(c, on_send);
	OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(c, on_isend);
	OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCompleteCallback(c, on_isend_complete);
	OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(c, on_recv);
	OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvRequestCallback(c, on_irecv_request);
	OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(c, on_irecv);
	OTF2_GlobalEvtReaderCallbacks_SetMpiRequestTestCallback(c, on_test);
	OTF2_GlobalEvtReaderCallbacks_SetMpiRequestCancelledCallback(c, on_cancelled);
	OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(c, on_collective_end);
	OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(c, on_collective_request);
	OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(c, on_collective_complete);
	OTF2_GlobalEvtReaderCallbacks_SetCommCreateCallback(c, on_comm_create);
	OTF2_GlobalEvtReaderCallbacks_SetCommDestroyCallback(c, on_comm_destroy);
	return c;
}
