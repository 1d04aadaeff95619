#include "trace/call.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fields of a call by their kinds: values of those that it has, lists of which n is not 0. */
struct call_view {
	int64_t value[TRACE_FIELDS];
	const int64_t *list[TRACE_FIELDS];
	size_t n[TRACE_FIELDS];
	bool has[TRACE_FIELDS];
};

/* The requests of a call, as its fields have them. */
struct call_requests {
	bool has_one, has_done;
	bool begins; /* the one */
	int64_t one; /* slot */
	size_t n_done, n_started;
	const int64_t *done, *started;
};

/* A call whose fields stand in its signature: it is the same each time, but for its times and its requests. */
struct trace_known_call {
	struct trace_call call;
	struct call_requests requests;
	size_t communicators; /* that there were: a new one may have a number of these */
};

static bool view_fields(const struct trace_layout *layout, const struct trace_raw_call *raw, struct call_view *view)
{
	size_t i = 0;

	memset(view->n, 0, sizeof(view->n));
	memset(view->has, 0, sizeof(view->has));
	for (; i < layout->n_scalars && i < raw->n; i++) {
		view->value[layout->kind[i]] = raw->fields[i];
		view->has[layout->kind[i]] = true;
	}
	for (size_t list = 0; list < layout->n_lists && i < raw->n; list++) {
		uint8_t kind = layout->kind[layout->n_scalars + list];
		int64_t n = raw->fields[i++];

		if (n < 0 || (uint64_t)n > raw->n - i)
			return false;
		view->list[kind] = raw->fields + i;
		view->n[kind] = (size_t)n;
		view->has[kind] = true;
		i += (size_t)n;
	}
	return i == raw->n;
}

enum status trace_calls_state_communicator(struct trace_calls_state *state,
					   const struct trace_read_communicator *communicator, struct error *err)
{
	size_t at = state->n_communicators;
	struct trace_communicator **grown, *comm;
	const struct trace_members *members;
	enum status status = trace_members_find(state->members, communicator->lists, communicator->n_lists,
						state->processes, &members, err);

	if (status == OK && communicator->own >= members->n)
		status = error_set(err, ERR_INPUT, "a communicator has wrong members");
	if (status != OK)
		return status;
	grown = memory_grow(state->communicators, &state->room_communicators, at + 1, sizeof(*grown));
	if (grown)
		state->communicators = grown;
	comm = malloc(sizeof(*comm));
	if (!grown || !comm) {
		free(comm);
		return error_memory(err, "communicators of a trace");
	}
	*comm = (struct trace_communicator){.number = communicator->number,
					    .key = communicator->key,
					    .own = communicator->own,
					    .n = members->n,
					    .n_remote = members->n_remote,
					    .members = members->all,
					    .remote = members->n_remote > 0 ? members->all + members->n : NULL};
	for (; at > 0 && grown[at - 1]->number > comm->number; at--)
		grown[at] = grown[at - 1];
	grown[at] = comm;
	state->n_communicators++;
	return OK;
}

/* One that no file names: n ranks from first on. */
static enum status add_own(struct trace_calls_state *state, int number, int own, int first, int n, struct error *err)
{
	struct trace_bytes lists = {0};
	struct trace_read_communicator communicator = {.number = number, .own = own, .key = (uint64_t)number};
	enum status status;

	trace_bytes_put_varint(&lists, (uint64_t)n);
	trace_bytes_put_signed(&lists, first);
	trace_bytes_put_varint(&lists, (uint64_t)n);
	if (n > 1)
		trace_bytes_put_signed(&lists, 1);
	trace_bytes_put_varint(&lists, 0);
	communicator.lists = lists.data;
	communicator.n_lists = lists.n;
	status = lists.failed ? error_memory(err, "communicators of a trace")
			      : trace_calls_state_communicator(state, &communicator, err);
	trace_bytes_release(&lists);
	return status;
}

enum status trace_calls_state_init(struct trace_calls_state *state, int rank, int processes,
				   struct trace_members_pool *members, struct error *err)
{
	enum status status;

	*state = (struct trace_calls_state){.rank = rank, .processes = processes, .members = members};
	status = add_own(state, 0, rank, 0, processes, err);
	if (status == OK)
		status = add_own(state, 1, 0, rank, 1, err);
	return status;
}

void trace_calls_state_release(struct trace_calls_state *state)
{
	for (size_t i = 0; i < state->n_communicators; i++)
		free(state->communicators[i]);
	free(state->communicators);
	trace_slots_release(&state->slots);
	free(state->done);
	free(state->started);
	free(state->neighbours);
}

/* The one that was noted last. */
static const struct trace_communicator *find_communicator(const struct trace_calls_state *state, int64_t number)
{
	size_t low = 0, high = state->n_communicators;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (state->communicators[middle]->number <= number)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && state->communicators[low - 1]->number == number ? state->communicators[low - 1] : NULL;
}

static int world_rank(const struct trace_communicator *comm, int64_t rank)
{
	const int *members = comm && comm->remote ? comm->remote : comm ? comm->members : NULL;
	int n = !comm ? 0 : comm->remote ? comm->n_remote : comm->n;

	if (rank == TRACE_ANY_SOURCE)
		return TRACE_ANY;
	return rank >= 0 && rank < n ? members[rank] : TRACE_NOBODY;
}

static uint64_t request_of(const struct trace_slot *slot)
{
	return slot ? (uint64_t)slot->generation << 32 | slot->number : 0;
}

/* Whether what a call completes, which began at this tick, is the request before the slot's newest. */
static bool is_of_before(const struct trace_calls_state *state, const struct trace_slot *slot, uint64_t begin)
{
	return slot && slot->generation > 1 && slot->thread != state->thread && begin < slot->end;
}

static enum status read_done(struct trace_calls_state *state, const struct call_requests *requests, uint64_t begin,
			     struct trace_call *call, struct error *err)
{
	size_t n = requests->n_done;
	struct trace_completion *done = memory_grow(state->done, &state->room_done, n + 1, sizeof(*done));

	if (!done)
		return error_memory(err, "requests of a trace");
	state->done = done;
	for (size_t i = 0; i < n; i++) {
		const int64_t *three = requests->done + 3 * i;
		const struct trace_slot *slot = trace_slots_find(&state->slots, three[0]);
		bool before = is_of_before(state, slot, begin);

		done[i] = (struct trace_completion){.source = -1, .tag = three[2]};
		done[i].request = request_of(slot) - ((uint64_t)before << 32);
		if (three[1] == TRACE_CANCELLED)
			done[i].source = TRACE_CANCELLED;
		else if (slot && three[1] >= 0)
			done[i].source = world_rank(before ? slot->before : slot->comm, three[1]);
	}
	call->done = done;
	call->n_done = n;
	return OK;
}

static struct call_requests requests_of(const struct call_view *view, bool begins)
{
	return (struct call_requests){.has_one = view->has[TRACE_REQUEST] && view->value[TRACE_REQUEST] >= 0,
				      .has_done = view->has[TRACE_DONE_LIST],
				      .begins = begins,
				      .one = view->has[TRACE_REQUEST] ? view->value[TRACE_REQUEST] : TRACE_NONE,
				      .n_done = view->n[TRACE_DONE_LIST] / 3,
				      .n_started = view->n[TRACE_REQUEST_LIST],
				      .done = view->has[TRACE_DONE_LIST] ? view->list[TRACE_DONE_LIST] : NULL,
				      .started = view->has[TRACE_REQUEST_LIST] ? view->list[TRACE_REQUEST_LIST] : NULL};
}

static enum status read_started(struct trace_calls_state *state, const struct call_requests *requests,
				struct trace_call *call, struct error *err)
{
	size_t n = requests->n_started;
	uint64_t *started = memory_grow(state->started, &state->room_started, n, sizeof(*started));

	if (!started)
		return error_memory(err, "requests of a trace");
	state->started = started;
	for (size_t i = 0; i < n; i++)
		started[i] = request_of(trace_slots_find(&state->slots, requests->started[i]));
	call->started = (struct trace_requests){n, started};
	return OK;
}

static enum status read_requests(struct trace_calls_state *state, const struct call_requests *requests,
				 const struct trace_raw_call *raw, struct trace_call *call, struct error *err)
{
	enum status status = OK;

	if (requests->has_one) {
		struct trace_slot *slot = trace_slots_find(&state->slots, requests->one);

		if (!slot && !state->slots.no_memory)
			return error_set(err, ERR_INPUT, "a request has no place");
		if (!slot)
			return error_memory(err, "requests of a trace");
		if (requests->begins)
			*slot = (struct trace_slot){slot->number, slot->generation + 1, state->thread,
						    raw->end,     call->comm,           slot->comm};
		call->request = request_of(slot);
	}
	if (requests->has_done)
		status = read_done(state, requests, raw->begin, call, err);
	if (status == OK && requests->n_started > 0)
		status = read_started(state, requests, call, err);
	if (status == OK && state->slots.no_memory)
		status = error_memory(err, "requests of a trace");
	return status;
}

static void read_bytes(const struct call_view *view, enum trace_field bytes, enum trace_field layout,
		       enum trace_field list, struct trace_side *side)
{
	side->peer = side->peer_in_comm = TRACE_NOBODY;
	side->got_source = -1;
	side->tag = side->got_tag = -1;
	side->contiguous = true;
	if (view->has[TRACE_BYTES]) {
		side->there = view->value[TRACE_BYTES] >= 0;
		side->bytes = side->there ? (uint64_t)view->value[TRACE_BYTES] : 0;
		side->contiguous = !view->has[TRACE_LAYOUT] || view->value[TRACE_LAYOUT] != 0;
	}
	if (view->has[bytes]) {
		side->there = view->value[bytes] >= 0;
		side->bytes = side->there ? (uint64_t)view->value[bytes] : 0;
	}
	if (view->has[layout])
		side->contiguous = view->value[layout] != 0;
	if (view->n[list] > 0) {
		side->there = true;
		side->each = view->list[list];
		side->n_each = view->n[list];
		side->bytes = 0;
		for (size_t i = 0; i < side->n_each; i++)
			side->bytes += side->each[i] > 0 ? (uint64_t)side->each[i] : 0;
	}
}

static enum status read_neighbours(struct trace_calls_state *state, const struct call_view *view,
				   struct trace_call *call, struct error *err)
{
	size_t n = view->n[TRACE_DEST_LIST], m = view->n[TRACE_SOURCE_LIST];
	int *ranks;

	if (n + m == 0)
		return OK;
	ranks = memory_grow(state->neighbours, &state->room_neighbours, n + m, sizeof(*ranks));
	if (!ranks)
		return error_memory(err, "neighbours of a trace");
	state->neighbours = ranks;
	for (size_t i = 0; i < n + m; i++)
		ranks[i] = world_rank(call->comm,
				      i < n ? view->list[TRACE_DEST_LIST][i] : view->list[TRACE_SOURCE_LIST][i - n]);
	call->send.neighbours = ranks;
	call->send.n_neighbours = n;
	call->receive.neighbours = ranks + n;
	call->receive.n_neighbours = m;
	return OK;
}

static void read_sides(const struct call_view *view, struct trace_call *call)
{
	struct trace_side *send = &call->send, *receive = &call->receive;

	read_bytes(view, TRACE_SEND_BYTES, TRACE_SEND_LAYOUT, TRACE_SEND_LIST, send);
	read_bytes(view, TRACE_RECEIVE_BYTES, TRACE_RECEIVE_LAYOUT, TRACE_RECEIVE_LIST, receive);
	if (view->has[TRACE_DEST]) {
		send->there = true;
		send->peer = world_rank(call->comm, view->value[TRACE_DEST]);
		send->peer_in_comm = (int)view->value[TRACE_DEST];
		send->tag = view->value[TRACE_SEND_TAG];
	}
	if (view->has[TRACE_SOURCE]) {
		receive->there = true;
		receive->peer = world_rank(call->comm, view->value[TRACE_SOURCE]);
		receive->peer_in_comm = (int)view->value[TRACE_SOURCE];
		receive->tag = view->value[TRACE_RECEIVE_TAG];
		if (view->has[TRACE_GOT_SOURCE] && view->value[TRACE_GOT_SOURCE] >= 0)
			receive->got_source = world_rank(call->comm, view->value[TRACE_GOT_SOURCE]);
		if (view->has[TRACE_GOT_TAG])
			receive->got_tag = view->value[TRACE_GOT_TAG];
	}
}

/* Ranks of a signature as the program gave them, once its communicator is known. */
static void resolve_peers(const struct trace_layout *layout, struct trace_read_node *node,
			  const struct trace_communicator *comm)
{
	const uint32_t peers = 1u << TRACE_DEST | 1u << TRACE_SOURCE | 1u << TRACE_GOT_SOURCE | 1u << TRACE_DEST_LIST |
			       1u << TRACE_SOURCE_LIST;
	size_t i = 0;

	node->relative = false;
	for (size_t k = 0; k < (size_t)layout->n_scalars + layout->n_lists && i < node->n; k++) {
		bool peer = peers >> layout->kind[k] & 1;
		int64_t n = 1;

		if (k >= layout->n_scalars)
			n = node->fields[i++];
		for (; n > 0 && i < node->n; n--, i++)
			if (peer && (!node->mask || node->mask[i]) && node->fields[i] >= 0 && node->fields[i] < comm->n)
				node->fields[i] = (node->fields[i] + comm->own) % comm->n;
	}
}

/* The fields of a call, whose communicator *comm is; ERR_INPUT. */
static enum status view_call(const struct trace_calls_state *state, const struct trace_read_function *function,
			     struct trace_read_node *node, const struct trace_raw_call *raw, struct call_view *view,
			     const struct trace_communicator **comm, struct error *err)
{
	bool sound = view_fields(&function->layout, raw, view);

	*comm = sound && view->has[TRACE_COMM] ? find_communicator(state, view->value[TRACE_COMM]) : NULL;
	if (node->relative && *comm && (*comm)->own >= 0) {
		resolve_peers(&function->layout, node, *comm);
		for (size_t i = 0; node->mask && i < raw->n; i++)
			if (node->mask[i])
				((int64_t *)raw->fields)[i] = node->fields[i];
		sound = view_fields(&function->layout, raw, view);
	}
	return sound && !node->relative ? OK : error_set(err, ERR_INPUT, "a call has wrong fields");
}

/* The call as it is each time. Where memory does not suffice, it is read again. */
static void remember(const struct trace_calls_state *state, struct trace_read_node *node, const struct trace_call *call,
		     const struct call_requests *requests)
{
	if (!node->known)
		node->known = malloc(sizeof(*node->known));
	if (node->known)
		*node->known = (struct trace_known_call){*call, *requests, state->n_communicators};
}

static void read_rest(const struct trace_calls_state *state, const struct trace_structure *structure,
		      const struct call_view *view, struct trace_call *call)
{
	if (view->has[TRACE_MADE] && view->value[TRACE_MADE] >= 0)
		call->made = find_communicator(state, view->value[TRACE_MADE]);
	if (view->has[TRACE_ROOT])
		call->root = (int)view->value[TRACE_ROOT];
	if (view->has[TRACE_OPERATION])
		call->operation = trace_operation_name(view->value[TRACE_OPERATION]);
	if (view->has[TRACE_POLLS] && view->value[TRACE_POLLS] > 0)
		call->polls = (uint64_t)view->value[TRACE_POLLS];
	if (view->has[TRACE_REGION])
		call->region = trace_structure_region(structure, view->value[TRACE_REGION]);
	if (view->has[TRACE_NUMBER])
		call->number_given = view->value[TRACE_NUMBER];
	if (view->has[TRACE_INSIDE])
		call->inside = (double)view->value[TRACE_INSIDE]; /* ticks: the caller knows how long they take */
}

static enum status read_anew(struct trace_calls_state *state, struct trace_structure *structure,
			     const struct trace_raw_call *raw, struct trace_call *call, struct error *err)
{
	struct trace_read_node *node = &structure->nodes[raw->number];
	const struct trace_read_function *function = &structure->functions[node->function];
	bool constant = !node->mask && node->form != TRACE_FORM_GENERIC;
	struct call_requests requests;
	struct call_view view;
	enum status status;

	*call = (struct trace_call){.function = function->function, .root = -1, .before.cpu = NAN};
	if (function->function == TRACE_FUNCTIONS)
		return error_set(err, ERR_INPUT, "a function is not known");
	status = view_call(state, function, node, raw, &view, &call->comm, err);
	if (status != OK)
		return status;
	read_sides(&view, call);
	read_rest(state, structure, &view, call);
	requests = requests_of(&view, function->begins);
	if (constant && node->seen && view.n[TRACE_DEST_LIST] + view.n[TRACE_SOURCE_LIST] == 0)
		remember(state, node, call, &requests);
	node->seen = true;
	status = read_requests(state, &requests, raw, call, err);
	return status == OK ? read_neighbours(state, &view, call, err) : status;
}

enum status trace_call_read(struct trace_calls_state *state, struct trace_structure *structure,
			    const struct trace_raw_call *raw, struct trace_call *call, struct error *err)
{
	const struct trace_known_call *known = structure->nodes[raw->number].known;

	if (!known || known->communicators != state->n_communicators)
		return read_anew(state, structure, raw, call, err);
	*call = known->call;
	return read_requests(state, &known->requests, raw, call, err);
}
