#include "mpi/timed/calls.h"

#include "mpi/portable.h"

/* Of what came in an exchange. */
static void check_one(struct side *side)
{
	side_check_lengths(side, 1, side->in.bytes);
}

/* The exchange of MPI_Send: the receive is posted before, since two sends may wait for each other. */
static void send_exchange(struct side *side)
{
	MPI_Comm data = side->process->data;

	side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA, data,
				   &side->requests[0]));
	side_send(side, &side->out);
	side_check(side, MPI_Wait(&side->requests[0], &side->statuses[0]));
	check_one(side);
}

static void ssend_send(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++)
		side_check(side, MPI_Ssend(ring_step(&side->out), side->out_count, side->out_type, side->peer, TAG_DATA,
					   side->process->data));
}

static void ssend_exchange(struct side *side)
{
	side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA,
				   side->process->data, &side->requests[0]));
	ssend_send(side, 1);
	side_check(side, MPI_Wait(&side->requests[0], &side->statuses[0]));
	check_one(side);
}

/* Up to SIDE_CHUNK messages are under way at once. */
static void isend_send(struct side *side, size_t n)
{
	while (n > 0) {
		size_t chunk = n < SIDE_CHUNK ? n : SIDE_CHUNK;

		for (size_t i = 0; i < chunk; i++)
			side_check(side, MPI_Isend(ring_step(&side->out), side->out_count, side->out_type, side->peer,
						   TAG_DATA, side->process->data, &side->requests[i]));
		side_check(side, MPI_Waitall((int)chunk, side->requests, side->statuses));
		n -= chunk;
	}
}

static void isend_receive(struct side *side, size_t n)
{
	while (n > 0) {
		size_t chunk = n < SIDE_CHUNK ? n : SIDE_CHUNK;

		for (size_t i = 0; i < chunk; i++)
			side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer,
						   TAG_DATA, side->process->data, &side->requests[i]));
		side_check(side, MPI_Waitall((int)chunk, side->requests, side->statuses));
		side_check_lengths(side, chunk, side->in.bytes);
		n -= chunk;
	}
}

static void isend_exchange(struct side *side)
{
	MPI_Comm data = side->process->data;

	side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA, data,
				   &side->requests[0]));
	side_check(side, MPI_Isend(ring_step(&side->out), side->out_count, side->out_type, side->peer, TAG_DATA, data,
				   &side->requests[1]));
	side_check(side, MPI_Waitall(2, side->requests, side->statuses));
	check_one(side);
}

static size_t at_most_a_chunk(size_t n)
{
	return n < SIDE_CHUNK ? n : SIDE_CHUNK;
}

/* The request for message i of the out ring (way 0) or the in ring (1). */
static void make_request(struct side *side, int way, size_t i)
{
	const struct ring *ring = way ? &side->in : &side->out;
	MPI_Comm data = side->process->data;
	unsigned char *place = ring->base + i % ring->slots * ring->stride;

	if (way)
		side_check(side, MPI_Recv_init(place, side->in_count, side->in_type, side->peer, TAG_DATA, data,
					       &side->requests[SIDE_CHUNK + i]));
	else
		side_check(side, MPI_Send_init(place, side->out_count, side->out_type, side->peer, TAG_DATA, data,
					       &side->requests[i]));
}

/* A request for every message of a timed section, or as many as there are; more messages start them again. */
static void persistent_open(struct side *side)
{
	side->made[0] = at_most_a_chunk(side->sends);
	side->made[1] = at_most_a_chunk(side->receives);
	for (size_t i = 0; i < side->made[0]; i++)
		make_request(side, 0, i);
	for (size_t i = 0; i < side->made[1]; i++)
		make_request(side, 1, i);
}

/* Between timed sections, and so long after the messages of the last one have arrived. */
static void persistent_ready(struct side *side)
{
	side->next[0] = side->next[1] = 0;
}

static void persistent_close(struct side *side)
{
	for (size_t i = 0; i < side->made[0]; i++)
		MPI_Request_free(&side->requests[i]);
	for (size_t i = 0; i < side->made[1]; i++)
		MPI_Request_free(&side->requests[SIDE_CHUNK + i]);
}

/* The next request of the out ring (way 0) or the in ring (1). */
static MPI_Request *next_request(struct side *side, int way)
{
	size_t most = side->made[way], i = side->next[way]++ % most;
	MPI_Request *request = &side->requests[way ? SIDE_CHUNK + i : i];

	if (!PORTABLE_RESTARTS && side->next[way] > most) {
		MPI_Request_free(request);
		make_request(side, way, i);
	}
	return request;
}

static void persistent_send(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		MPI_Request *request = next_request(side, 0);

		side_check(side, MPI_Start(request));
		side_check(side, MPI_Wait(request, MPI_STATUS_IGNORE));
	}
}

static void persistent_receive(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		MPI_Request *request = next_request(side, 1);

		side_check(side, MPI_Start(request));
		side_check(side, MPI_Wait(request, &side->statuses[0]));
		side_check_lengths(side, 1, side->in.bytes);
	}
}

static void persistent_exchange(struct side *side)
{
	MPI_Request *in = next_request(side, 1), *out = next_request(side, 0);

	side_check(side, MPI_Start(in));
	side_check(side, MPI_Start(out));
	side_check(side, MPI_Wait(out, MPI_STATUS_IGNORE));
	side_check(side, MPI_Wait(in, &side->statuses[0]));
	check_one(side);
}

static void sendrecv_exchange(struct side *side)
{
	side_check(side, MPI_Sendrecv(ring_step(&side->out), side->out_count, side->out_type, side->peer, TAG_DATA,
				      ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA,
				      side->process->data, &side->statuses[0]));
	check_one(side);
}

/* A communicator and windows of the two alone: memory is that of the messages. A put finds the peer's receive ring, a
 * get its send ring. */
static void open_windows(struct side *side, const struct ring *exposed)
{
	struct process *p = side->process;
	const int ranks[2] = {side->what->from, side->what->to};
	MPI_Group all, two;

	MPI_Comm_group(p->data, &all);
	MPI_Group_incl(all, 2, ranks, &two);
	side_check(side, MPI_Comm_create_group(p->data, two, TAG_DATA, &side->pair));
	MPI_Comm_set_errhandler(side->pair, MPI_ERRORS_RETURN);
	side_check(side, MPI_Win_create(exposed->base, (MPI_Aint)(exposed->slots * exposed->stride + 1), 1,
					MPI_INFO_NULL, side->pair, &side->window));
	MPI_Win_set_errhandler(side->window, MPI_ERRORS_RETURN);
	MPI_Group_free(&all);
	MPI_Group_free(&two);
}

static void close_windows(struct side *side)
{
	MPI_Win_free(&side->window);
	MPI_Comm_free(&side->pair);
}

static int peer_in_pair(const struct side *side)
{
	return side->process->rank == side->what->from ? 1 : 0;
}

static void open_put_fence(struct side *side)
{
	open_windows(side, &side->in);
	side_check(side, MPI_Win_fence(0, side->window));
}

static void open_get_fence(struct side *side)
{
	open_windows(side, &side->out);
	side_check(side, MPI_Win_fence(0, side->window));
}

static void open_put_lock(struct side *side)
{
	open_windows(side, &side->in);
	side_check(side, MPI_Win_lock_all(0, side->window));
}

static void open_get_lock(struct side *side)
{
	open_windows(side, &side->out);
	side_check(side, MPI_Win_lock_all(0, side->window));
}

static void close_fence(struct side *side)
{
	side_check(side, MPI_Win_fence(0, side->window));
	close_windows(side);
}

static void close_lock(struct side *side)
{
	side_check(side, MPI_Win_unlock_all(side->window));
	close_windows(side);
}

/* Both ends' places of a message are as far from the start of their rings, whose strides are the same. */
static void put_next(struct side *side)
{
	const unsigned char *place = ring_step(&side->out);
	MPI_Aint there = place - side->out.base;

	side_check(side, MPI_Put(place, side->out_count, side->out_type, peer_in_pair(side), there, side->peer_count,
				 side->peer_type, side->window));
}

static void get_next(struct side *side)
{
	unsigned char *place = ring_step(&side->in);
	MPI_Aint there = place - side->in.base;

	side_check(side, MPI_Get(place, side->in_count, side->in_type, peer_in_pair(side), there, side->peer_count,
				 side->peer_type, side->window));
}

static void fence(struct side *side)
{
	side_check(side, MPI_Win_fence(0, side->window));
}

static void sync_window(struct side *side)
{
	side_check(side, MPI_Win_sync(side->window));
}

/* Both know that the other one is here too, and see what it has written. */
static void meet_at_window(struct side *side)
{
	side_check(side, MPI_Win_sync(side->window));
	side_check(side, MPI_Sendrecv(NULL, 0, MPI_BYTE, side->peer, TAG_DATA, NULL, 0, MPI_BYTE, side->peer, TAG_DATA,
				      side->process->data, MPI_STATUS_IGNORE));
	side_check(side, MPI_Win_sync(side->window));
}

/* An empty message tells the other side that data are there: what a program must do too that goes on with them. */
static void notify(struct side *side)
{
	side_check(side, MPI_Send(NULL, 0, MPI_BYTE, side->peer, TAG_DATA, side->process->data));
}

static void await(struct side *side)
{
	side_check(side, MPI_Recv(NULL, 0, MPI_BYTE, side->peer, TAG_DATA, side->process->data, MPI_STATUS_IGNORE));
	side_check(side, MPI_Win_sync(side->window));
}

static void put_fence_send(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_next(side);
	fence(side);
}

static void fence_only(struct side *side, size_t n)
{
	(void)n;
	fence(side);
}

static void put_fence_exchange(struct side *side)
{
	put_next(side);
	fence(side);
}

static void get_fence_receive(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++)
		get_next(side);
	fence(side);
}

static void get_fence_exchange(struct side *side)
{
	get_next(side);
	fence(side);
}

static void put_lock_send(struct side *side, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_next(side);
	side_check(side, MPI_Win_flush(peer_in_pair(side), side->window));
	notify(side);
}

static void await_only(struct side *side, size_t n)
{
	(void)n;
	await(side);
}

static void put_lock_exchange(struct side *side)
{
	put_next(side);
	side_check(side, MPI_Win_flush(peer_in_pair(side), side->window));
	meet_at_window(side);
}

static void notify_only(struct side *side, size_t n)
{
	(void)n;
	side_check(side, MPI_Win_sync(side->window));
	notify(side);
}

static void get_lock_receive(struct side *side, size_t n)
{
	await(side);
	for (size_t i = 0; i < n; i++)
		get_next(side);
	side_check(side, MPI_Win_flush(peer_in_pair(side), side->window));
}

/* Each tells the other that it has its message, whose place may then be written again; that the first ones were there,
 * both knew when they were ready. */
static void get_lock_exchange(struct side *side)
{
	get_next(side);
	side_check(side, MPI_Win_flush(peer_in_pair(side), side->window));
	meet_at_window(side);
}

_Static_assert(EXPERIMENT_REQUESTS == SIDE_CHUNK, "a request for each place");

const struct calls *calls_of(enum mpi_operation operation)
{
	static const struct calls calls[] = {
		[OPERATION_SEND] = {.send = side_send_many, .receive = side_receive_many, .exchange = send_exchange},
		[OPERATION_SSEND] = {.send = ssend_send, .receive = side_receive_many, .exchange = ssend_exchange},
		[OPERATION_ISEND] = {.send = isend_send, .receive = isend_receive, .exchange = isend_exchange},
		[OPERATION_PERSISTENT] = {SIDE_CHUNK, persistent_open, persistent_ready, persistent_close,
					  persistent_send, persistent_receive, persistent_exchange},
		[OPERATION_SENDRECV] = {.send = side_send_many,
					.receive = side_receive_many,
					.exchange = sendrecv_exchange},
		[OPERATION_PUT_FENCE] = {0, open_put_fence, fence, close_fence, put_fence_send, fence_only,
					 put_fence_exchange},
		[OPERATION_PUT_LOCK] = {0, open_put_lock, sync_window, close_lock, put_lock_send, await_only,
					put_lock_exchange},
		[OPERATION_GET_FENCE] = {0, open_get_fence, fence, close_fence, fence_only, get_fence_receive,
					 get_fence_exchange},
		[OPERATION_GET_LOCK] = {0, open_get_lock, meet_at_window, close_lock, notify_only, get_lock_receive,
					get_lock_exchange},
	};

	return &calls[operation];
}

enum status calls_check(const struct experiment *what, struct error *err)
{
	enum mpi_operation operation = what->setup.operation;
	bool one_call = what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_RECEIVE ||
			what->kind == EXPERIMENT_RECEIVE_EXPECTED;

	if (operation > OPERATION_GET_LOCK)
		return error_set(err, ERR_INPUT, "an operation of number %d is not known", (int)operation);
	if (one_call && operation != OPERATION_SEND)
		return error_set(err, ERR_INPUT, "single calls are timed of MPI_Send and MPI_Recv only, not of %s",
				 operation_names[operation]);
	if (what->kind == EXPERIMENT_OVERLAP && operation != OPERATION_ISEND)
		return error_set(err, ERR_INPUT, "overlap is that of isend, not of %s", operation_names[operation]);
	if (what->kind == EXPERIMENT_TRAIN && operation == OPERATION_SENDRECV)
		return error_set(
			err, ERR_INPUT,
			"sendrecv goes both ways: it makes round trips and head-to-head exchanges, not trains one way");
	if (!PORTABLE_PACKS_AT_START && operation == OPERATION_PERSISTENT &&
	    (what->setup.layout[0].kind != LAYOUT_CONTIGUOUS || what->setup.layout[1].kind != LAYOUT_CONTIGUOUS))
		return error_set(err, ERR_INPUT,
				 "SMPI packs the data of a derived datatype when a persistent request is made, not "
				 "when it is started: it has persistent requests of contiguous data only, "
				 "and derived datatypes by the other operations");
	return OK;
}
