#include "mpi/timed/calls.h"

#include "mpi/portable.h"

/* Of what came in an exchange. */
static void check_one(struct endpoint *endpoint)
{
	endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
}

/* The exchange of MPI_Send: the receive is posted before, since two sends may wait for each other. */
static void send_exchange(struct endpoint *endpoint)
{
	MPI_Comm data = endpoint->process->data;

	endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
					   endpoint->peer, TAG_DATA, data, &endpoint->requests[0]));
	endpoint_send(endpoint, &endpoint->out);
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[0], &endpoint->statuses[0]));
	check_one(endpoint);
}

static void ssend_send(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++)
		endpoint_check(endpoint, MPI_Ssend(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type,
						   endpoint->peer, TAG_DATA, endpoint->process->data));
}

static void ssend_exchange(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
					   endpoint->peer, TAG_DATA, endpoint->process->data, &endpoint->requests[0]));
	ssend_send(endpoint, 1);
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[0], &endpoint->statuses[0]));
	check_one(endpoint);
}

/* With statuses of its own: those of receives are looked at later, and gcc takes MPICH's MPI_STATUSES_IGNORE for an
 * array of none. */
static void wait_for_sends(struct endpoint *endpoint, MPI_Request *requests, size_t n)
{
	MPI_Status ended[ENDPOINT_CHUNK];

	endpoint_check(endpoint, MPI_Waitall((int)n, requests, ended));
}

/* Up to ENDPOINT_CHUNK messages are under way at once. */
static void isend_send(struct endpoint *endpoint, size_t n)
{
	while (n > 0) {
		size_t chunk = n < ENDPOINT_CHUNK ? n : ENDPOINT_CHUNK;

		for (size_t i = 0; i < chunk; i++)
			endpoint_check(endpoint, MPI_Isend(ring_step(&endpoint->out), endpoint->out_count,
							   endpoint->out_type, endpoint->peer, TAG_DATA,
							   endpoint->process->data, &endpoint->requests[i]));
		wait_for_sends(endpoint, endpoint->requests, chunk);
		n -= chunk;
	}
}

/* The lengths of the last chunk are for after the timed section: asking for 64 of them takes as long as 5 short
 * messages. Those of operations before, and of the first of two windows, are wrong only if the content is, which is
 * compared as far as their memory was not written again. */
static void isend_receive(struct endpoint *endpoint, size_t n)
{
	size_t whole = n;

	while (n > 0) {
		size_t chunk = n < ENDPOINT_CHUNK ? n : ENDPOINT_CHUNK;

		if (n < whole)
			endpoint_check_lengths(endpoint, ENDPOINT_CHUNK, endpoint->in.bytes);
		for (size_t i = 0; i < chunk; i++)
			endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count,
							   endpoint->in_type, endpoint->peer, TAG_DATA,
							   endpoint->process->data, &endpoint->requests[i]));
		endpoint_check(endpoint, MPI_Waitall((int)chunk, endpoint->requests, endpoint->statuses));
		endpoint->unchecked = chunk;
		n -= chunk;
	}
}

static void isend_exchange(struct endpoint *endpoint)
{
	MPI_Comm data = endpoint->process->data;

	endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
					   endpoint->peer, TAG_DATA, data, &endpoint->requests[0]));
	endpoint_check(endpoint, MPI_Isend(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type,
					   endpoint->peer, TAG_DATA, data, &endpoint->requests[1]));
	endpoint_check(endpoint, MPI_Waitall(2, endpoint->requests, endpoint->statuses));
	check_one(endpoint);
}

/* All receives are posted, then all sends begun, as osu_bibw does. */
static void isend_window(struct endpoint *endpoint, size_t n)
{
	MPI_Comm data = endpoint->process->data;
	MPI_Request *out = endpoint->requests + ENDPOINT_CHUNK;

	for (size_t i = 0; i < n; i++)
		endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
						   endpoint->peer, TAG_DATA, data, &endpoint->requests[i]));
	for (size_t i = 0; i < n; i++)
		endpoint_check(endpoint, MPI_Isend(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type,
						   endpoint->peer, TAG_DATA, data, &out[i]));
	wait_for_sends(endpoint, out, n);
	endpoint_check(endpoint, MPI_Waitall((int)n, endpoint->requests, endpoint->statuses));
	endpoint->unchecked = n;
}

static size_t at_most_a_chunk(size_t n)
{
	return n < ENDPOINT_CHUNK ? n : ENDPOINT_CHUNK;
}

/* The request for message i of the out ring (way 0) or the in ring (1). */
static void make_request(struct endpoint *endpoint, int way, size_t i)
{
	const struct ring *ring = way ? &endpoint->in : &endpoint->out;
	MPI_Comm data = endpoint->process->data;
	unsigned char *place = ring->base + i % ring->slots * ring->stride;

	if (way)
		endpoint_check(endpoint, MPI_Recv_init(place, endpoint->in_count, endpoint->in_type, endpoint->peer,
						       TAG_DATA, data, &endpoint->requests[ENDPOINT_CHUNK + i]));
	else
		endpoint_check(endpoint, MPI_Send_init(place, endpoint->out_count, endpoint->out_type, endpoint->peer,
						       TAG_DATA, data, &endpoint->requests[i]));
}

/* A request for every message of a timed section, or as many as there are; more messages start them again. */
static void persistent_open(struct endpoint *endpoint)
{
	endpoint->made[0] = at_most_a_chunk(endpoint->sends);
	endpoint->made[1] = at_most_a_chunk(endpoint->receives);
	for (size_t i = 0; i < endpoint->made[0]; i++)
		make_request(endpoint, 0, i);
	for (size_t i = 0; i < endpoint->made[1]; i++)
		make_request(endpoint, 1, i);
}

/* Between timed sections, and so long after the messages of the last one have arrived. */
static void persistent_ready(struct endpoint *endpoint)
{
	endpoint->next[0] = endpoint->next[1] = 0;
}

static void persistent_close(struct endpoint *endpoint)
{
	for (size_t i = 0; i < endpoint->made[0]; i++)
		MPI_Request_free(&endpoint->requests[i]);
	for (size_t i = 0; i < endpoint->made[1]; i++)
		MPI_Request_free(&endpoint->requests[ENDPOINT_CHUNK + i]);
}

/* The next request of the out ring (way 0) or the in ring (1). */
static MPI_Request *next_request(struct endpoint *endpoint, int way)
{
	size_t most = endpoint->made[way], i = endpoint->next[way]++ % most;
	MPI_Request *request = &endpoint->requests[way ? ENDPOINT_CHUNK + i : i];

	if (!PORTABLE_RESTARTS && endpoint->next[way] > most) {
		MPI_Request_free(request);
		make_request(endpoint, way, i);
	}
	return request;
}

static void persistent_send(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		MPI_Request *request = next_request(endpoint, 0);

		endpoint_check(endpoint, MPI_Start(request));
		endpoint_check(endpoint, MPI_Wait(request, MPI_STATUS_IGNORE));
	}
}

static void persistent_receive(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		MPI_Request *request = next_request(endpoint, 1);

		endpoint_check(endpoint, MPI_Start(request));
		endpoint_check(endpoint, MPI_Wait(request, &endpoint->statuses[0]));
		endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
	}
}

static void persistent_exchange(struct endpoint *endpoint)
{
	MPI_Request *in = next_request(endpoint, 1), *out = next_request(endpoint, 0);

	endpoint_check(endpoint, MPI_Start(in));
	endpoint_check(endpoint, MPI_Start(out));
	endpoint_check(endpoint, MPI_Wait(out, MPI_STATUS_IGNORE));
	endpoint_check(endpoint, MPI_Wait(in, &endpoint->statuses[0]));
	check_one(endpoint);
}

static void sendrecv_exchange(struct endpoint *endpoint)
{
	endpoint_check(endpoint,
		       MPI_Sendrecv(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type, endpoint->peer,
				    TAG_DATA, ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
				    endpoint->peer, TAG_DATA, endpoint->process->data, &endpoint->statuses[0]));
	check_one(endpoint);
}

/* A communicator and windows of the two alone: memory is that of the messages. A put finds the peer's receive ring, a
 * get its send ring. */
static void open_windows(struct endpoint *endpoint, const struct ring *exposed)
{
	struct process *p = endpoint->process;
	const int ranks[2] = {endpoint->what->from, endpoint->what->to};
	MPI_Group all, two;

	MPI_Comm_group(p->data, &all);
	MPI_Group_incl(all, 2, ranks, &two);
	endpoint_check(endpoint, MPI_Comm_create_group(p->data, two, TAG_DATA, &endpoint->pair));
	MPI_Comm_set_errhandler(endpoint->pair, MPI_ERRORS_RETURN);
	endpoint_check(endpoint, MPI_Win_create(exposed->base, (MPI_Aint)(exposed->slots * exposed->stride + 1), 1,
						MPI_INFO_NULL, endpoint->pair, &endpoint->window));
	MPI_Win_set_errhandler(endpoint->window, MPI_ERRORS_RETURN);
	MPI_Group_free(&all);
	MPI_Group_free(&two);
}

static void close_windows(struct endpoint *endpoint)
{
	MPI_Win_free(&endpoint->window);
	MPI_Comm_free(&endpoint->pair);
}

static int peer_in_pair(const struct endpoint *endpoint)
{
	return endpoint->process->rank == endpoint->what->from ? 1 : 0;
}

static void open_put_fence(struct endpoint *endpoint)
{
	open_windows(endpoint, &endpoint->in);
	endpoint_check(endpoint, MPI_Win_fence(0, endpoint->window));
}

static void open_get_fence(struct endpoint *endpoint)
{
	open_windows(endpoint, &endpoint->out);
	endpoint_check(endpoint, MPI_Win_fence(0, endpoint->window));
}

static void open_put_lock(struct endpoint *endpoint)
{
	open_windows(endpoint, &endpoint->in);
	endpoint_check(endpoint, MPI_Win_lock_all(0, endpoint->window));
}

static void open_get_lock(struct endpoint *endpoint)
{
	open_windows(endpoint, &endpoint->out);
	endpoint_check(endpoint, MPI_Win_lock_all(0, endpoint->window));
}

static void close_fence(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Win_fence(0, endpoint->window));
	close_windows(endpoint);
}

static void close_lock(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Win_unlock_all(endpoint->window));
	close_windows(endpoint);
}

/* Both ends' places of a message are as far from the start of their rings, whose strides are the same. */
static void put_next(struct endpoint *endpoint)
{
	const unsigned char *place = ring_step(&endpoint->out);
	MPI_Aint there = place - endpoint->out.base;

	endpoint_check(endpoint, MPI_Put(place, endpoint->out_count, endpoint->out_type, peer_in_pair(endpoint), there,
					 endpoint->peer_count, endpoint->peer_type, endpoint->window));
}

static void get_next(struct endpoint *endpoint)
{
	unsigned char *place = ring_step(&endpoint->in);
	MPI_Aint there = place - endpoint->in.base;

	endpoint_check(endpoint, MPI_Get(place, endpoint->in_count, endpoint->in_type, peer_in_pair(endpoint), there,
					 endpoint->peer_count, endpoint->peer_type, endpoint->window));
}

static void fence(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Win_fence(0, endpoint->window));
}

static void sync_window(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Win_sync(endpoint->window));
}

/* Both know that the other one is here too, and see what it has written. */
static void meet_at_window(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Win_sync(endpoint->window));
	endpoint_check(endpoint, MPI_Sendrecv(NULL, 0, MPI_BYTE, endpoint->peer, TAG_DATA, NULL, 0, MPI_BYTE,
					      endpoint->peer, TAG_DATA, endpoint->process->data, MPI_STATUS_IGNORE));
	endpoint_check(endpoint, MPI_Win_sync(endpoint->window));
}

/* An empty message tells the other endpoint that data are there: what a program must do too that goes on with them. */
static void notify(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Send(NULL, 0, MPI_BYTE, endpoint->peer, TAG_DATA, endpoint->process->data));
}

static void await(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Recv(NULL, 0, MPI_BYTE, endpoint->peer, TAG_DATA, endpoint->process->data,
					  MPI_STATUS_IGNORE));
	endpoint_check(endpoint, MPI_Win_sync(endpoint->window));
}

static void put_fence_send(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_next(endpoint);
	fence(endpoint);
}

static void fence_only(struct endpoint *endpoint, size_t n)
{
	(void)n;
	fence(endpoint);
}

static void put_fence_exchange(struct endpoint *endpoint)
{
	put_next(endpoint);
	fence(endpoint);
}

static void get_fence_receive(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++)
		get_next(endpoint);
	fence(endpoint);
}

static void get_fence_exchange(struct endpoint *endpoint)
{
	get_next(endpoint);
	fence(endpoint);
}

static void put_lock_send(struct endpoint *endpoint, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_next(endpoint);
	endpoint_check(endpoint, MPI_Win_flush(peer_in_pair(endpoint), endpoint->window));
	notify(endpoint);
}

static void await_only(struct endpoint *endpoint, size_t n)
{
	(void)n;
	await(endpoint);
}

static void put_lock_exchange(struct endpoint *endpoint)
{
	put_next(endpoint);
	endpoint_check(endpoint, MPI_Win_flush(peer_in_pair(endpoint), endpoint->window));
	meet_at_window(endpoint);
}

static void notify_only(struct endpoint *endpoint, size_t n)
{
	(void)n;
	endpoint_check(endpoint, MPI_Win_sync(endpoint->window));
	notify(endpoint);
}

static void get_lock_receive(struct endpoint *endpoint, size_t n)
{
	await(endpoint);
	for (size_t i = 0; i < n; i++)
		get_next(endpoint);
	endpoint_check(endpoint, MPI_Win_flush(peer_in_pair(endpoint), endpoint->window));
}

/* Each tells the other that it has its message, whose place may then be written again; that the first ones were there,
 * both knew when they were ready. */
static void get_lock_exchange(struct endpoint *endpoint)
{
	get_next(endpoint);
	endpoint_check(endpoint, MPI_Win_flush(peer_in_pair(endpoint), endpoint->window));
	meet_at_window(endpoint);
}

_Static_assert(EXPERIMENT_REQUESTS == ENDPOINT_CHUNK, "a request for each place");

const struct calls *calls_of(enum mpi_operation operation)
{
	static const struct calls calls[] = {
		[OPERATION_SEND] = {.send = endpoint_send_many,
				    .receive = endpoint_receive_many,
				    .exchange = send_exchange},
		[OPERATION_SSEND] = {.send = ssend_send, .receive = endpoint_receive_many, .exchange = ssend_exchange},
		[OPERATION_ISEND] = {.send = isend_send,
				     .receive = isend_receive,
				     .exchange = isend_exchange,
				     .window = isend_window},
		[OPERATION_PERSISTENT] = {ENDPOINT_CHUNK, persistent_open, persistent_ready, persistent_close,
					  persistent_send, persistent_receive, persistent_exchange, NULL},
		[OPERATION_SENDRECV] = {.send = endpoint_send_many,
					.receive = endpoint_receive_many,
					.exchange = sendrecv_exchange},
		[OPERATION_PUT_FENCE] = {0, open_put_fence, fence, close_fence, put_fence_send, fence_only,
					 put_fence_exchange, NULL},
		[OPERATION_PUT_LOCK] = {0, open_put_lock, sync_window, close_lock, put_lock_send, await_only,
					put_lock_exchange, NULL},
		[OPERATION_GET_FENCE] = {0, open_get_fence, fence, close_fence, fence_only, get_fence_receive,
					 get_fence_exchange, NULL},
		[OPERATION_GET_LOCK] = {0, open_get_lock, meet_at_window, close_lock, notify_only, get_lock_receive,
					get_lock_exchange, NULL},
	};

	return &calls[operation];
}

bool calls_are_users(const struct experiment *what)
{
	return what->kind == EXPERIMENT_ROUNDTRIP && what->setup.collective[0] != '\0';
}

/* An exchange is one call at each end, in place of the message that this end sends. */
static void user_part(struct endpoint *endpoint, size_t n)
{
	const struct user_operation *user = &endpoint->process->user;
	bool measures = endpoint->process->rank == endpoint->what->from;
	int code = (measures ? user->measure : user->mirror)(user->state, endpoint->process->data, endpoint->peer,
							     endpoint->what->bytes);

	(void)n;
	if (code != MPI_SUCCESS)
		error_set(endpoint->err, ERR_PLATFORM,
			  "the exchange '%s' of the application failed at process %d with code %d",
			  endpoint->what->setup.collective, endpoint->process->rank, code);
}

static void user_answer(struct endpoint *endpoint, size_t n)
{
	(void)endpoint, (void)n;
}

const struct calls calls_of_user = {.send = user_part, .receive = user_answer};

enum status calls_check(const struct experiment *what, struct error *err)
{
	enum mpi_operation operation = what->setup.operation;
	bool one_call = what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_ALONE ||
			what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;

	if (operation > OPERATION_GET_LOCK)
		return error_set(err, ERR_INPUT, "an operation of number %d is not known", (int)operation);
	if (one_call && operation != OPERATION_SEND)
		return error_set(err, ERR_INPUT, "single calls are timed of MPI_Send and MPI_Recv only, not of %s",
				 operation_names[operation]);
	if (what->kind == EXPERIMENT_EXCHANGE && what->count > 1 &&
	    (!calls_of(operation)->window || what->count > ENDPOINT_CHUNK))
		return error_set(err, ERR_INPUT,
				 "several messages at once both ways: at most %d, and by isend, not %zu by %s",
				 ENDPOINT_CHUNK, what->count, operation_names[operation]);
	if (what->kind == EXPERIMENT_SEND_EARLY && operation != OPERATION_SEND && operation != OPERATION_ISEND)
		return error_set(err, ERR_INPUT, "late receivers are those of send and isend, not of %s",
				 operation_names[operation]);
	if ((what->kind == EXPERIMENT_OVERLAP || what->kind == EXPERIMENT_CROSSED) && operation != OPERATION_ISEND)
		return error_set(err, ERR_INPUT, "%s is that of isend, not of %s", experiment_name(what->kind),
				 operation_names[operation]);
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
