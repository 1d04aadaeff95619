/*
 * An MPI library that damages one message of sonde stress, for tests: preloaded, it damages what one process sends (for
 * get: what it receives). Which message and which bit follow from a seed. Read from the environment:
 *
 * - FAULT_RANK: the process
 * - FAULT_HOW: flip: a bit is turned over; truncate: the last byte is left out; repeat: the message is delivered again
 *   after it, or its content in place of the next one's; swap: it changes places with the next of its row; lose: it is
 *   not sent
 * - FAULT_SEED: of the choice
 * - FAULT_LOG: a file to which is written what was done: bytes, offset, bit, the message's place in its row
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As sonde's: tags of what is under test, and the length of a row of short messages. */
enum { TAG_FIRST = 1024, TAG_END = 32000, ROW = 5, BYTES_LEAST = 16, BYTES_MOST = 65536, MESSAGES = 60 };

/* One process, one thread. */
static struct {
	unsigned seen; /* messages that could be damaged */
	int place;     /* of the next message in its row */
	int done;
	const void *held, *before; /* data of a message that waits for the next one; of the one before */
	int tag;
	MPI_Aint at;
	void *got; /* what a get will have filled */
	int got_count;
	MPI_Datatype got_type;
} now;

static unsigned long long choice(unsigned what)
{
	unsigned long long x = strtoull(getenv("FAULT_SEED"), NULL, 10) * 1000003ULL + what * 0x9e3779b97f4a7c15ULL;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

static int is(const char *how)
{
	return strcmp(getenv("FAULT_HOW"), how) == 0;
}

static int bytes_of(int count, MPI_Datatype type)
{
	int bytes = 0;

	PMPI_Type_size(type, &bytes);
	return bytes * count;
}

static void end_row(void)
{
	now.place = 0;
	now.before = NULL;
}

/* Whether this message is the one. Its place in a row matters if another one of the row must follow. */
static int is_due(int count, MPI_Datatype type)
{
	int rank = 0, bytes = bytes_of(count, type), place = now.place++;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (now.done || rank != atoi(getenv("FAULT_RANK")) || bytes < BYTES_LEAST || bytes > BYTES_MOST)
		return 0;
	if ((is("swap") && place >= ROW - 1) || now.seen++ < choice(1) % MESSAGES)
		return 0;
	now.done = 1;
	return 1;
}

static void write_log(int bytes, int offset, int bit)
{
	FILE *log = fopen(getenv("FAULT_LOG"), "w");

	fprintf(log, "%d %d %d %d\n", bytes, offset, bit, now.place - 1);
	fclose(log);
}

/* The message's bytes without gaps, in memory that is never given back: a test ends soon. */
static unsigned char *packed(const void *data, int count, MPI_Datatype type)
{
	int bytes = bytes_of(count, type), at = 0;
	unsigned char *copy = malloc((size_t)bytes + 64);

	PMPI_Pack(data, count, type, copy, bytes + 64, &at, MPI_COMM_SELF);
	return copy;
}

static void unpack(const unsigned char *from, void *data, int count, MPI_Datatype type)
{
	int at = 0;

	PMPI_Unpack(from, bytes_of(count, type), &at, data, count, type, MPI_COMM_SELF);
}

static void flip(const void *data, int count, MPI_Datatype type)
{
	int bytes = bytes_of(count, type), offset = (int)(choice(2) % (unsigned)bytes), bit = (int)(choice(3) % 8);
	unsigned char *copy = packed(data, count, type);

	copy[offset] ^= (unsigned char)(1 << bit);
	unpack(copy, (void *)data, count, type);
	write_log(bytes, offset, bit);
}

static void exchange(const void *a, const void *b, int count, MPI_Datatype type)
{
	unsigned char *of_a = packed(a, count, type), *of_b = packed(b, count, type);

	unpack(of_a, (void *)b, count, type);
	unpack(of_b, (void *)a, count, type);
}

/* Sends bytes that nobody waits for to be gone. */
static void post(const unsigned char *data, int bytes, int to, int tag, MPI_Comm comm)
{
	MPI_Request request;

	PMPI_Isend(data, bytes, MPI_BYTE, to, tag, comm, &request);
	PMPI_Request_free(&request);
}

static int is_under_test(int tag)
{
	if (tag >= TAG_END)
		end_row();
	return tag >= TAG_FIRST && tag < TAG_END;
}

/*
 * Damages a message that is sent at once. True if it must not be sent by the caller any more: it was, or waits for the
 * next one. Afterwards sends what waited.
 */
static int replaced(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	int bytes = bytes_of(count, type);

	if (!is_under_test(tag))
		return 0;
	if (now.held) {
		post(packed(data, count, type), bytes, to, tag, comm);
		post(now.held, bytes, to, now.tag, comm);
		now.held = NULL;
		now.place++;
		return 1;
	}
	if (!is_due(count, type))
		return 0;
	if (is("flip")) {
		flip(data, count, type);
		return 0;
	}
	write_log(bytes, 0, 0);
	if (is("swap")) {
		now.held = packed(data, count, type);
		now.tag = tag;
	}
	if (is("truncate"))
		post(packed(data, count, type), bytes - 1, to, tag, comm);
	if (is("repeat")) {
		post(packed(data, count, type), bytes, to, tag, comm);
		post(packed(data, count, type), bytes, to, tag, comm);
	}
	return 1;
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	return replaced(data, count, type, to, tag, comm) ? MPI_SUCCESS : PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Ssend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	return replaced(data, count, type, to, tag, comm) ? MPI_SUCCESS : PMPI_Ssend(data, count, type, to, tag, comm);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
	*request = MPI_REQUEST_NULL;
	return replaced(data, count, type, to, tag, comm) ? MPI_SUCCESS
							  : PMPI_Isend(data, count, type, to, tag, comm, request);
}

int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *in, int in_count,
		 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
	if (replaced(data, count, type, to, tag, comm))
		return PMPI_Recv(in, in_count, in_type, from, in_tag, comm, status);
	return PMPI_Sendrecv(data, count, type, to, tag, in, in_count, in_type, from, in_tag, comm, status);
}

/* Of messages whose data stay where they are until later the contents are changed in place. True if the content of the
 * message before, too, may still be changed. */
static void damage_in_place(const void *data, int count, MPI_Datatype type)
{
	if (now.held) {
		exchange(now.held, data, count, type);
		now.held = NULL;
	}
	if (is("repeat") && !now.before) {
		now.place++;
	} else if (is_due(count, type)) {
		if (is("flip"))
			flip(data, count, type);
		else
			write_log(bytes_of(count, type), 0, 0);
		if (is("swap"))
			now.held = data;
		if (is("repeat"))
			unpack(packed(now.before, count, type), (void *)data, count, type);
	}
	now.before = data;
}

int MPI_Send_init(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
	int before = now.done;

	damage_in_place(data, count, type);
	if (is("truncate") && now.done && !before)
		return PMPI_Send_init(packed(data, count, type), bytes_of(count, type) - 1, MPI_BYTE, to, tag, comm,
				      request);
	return PMPI_Send_init(data, count, type, to, tag, comm, request);
}

/* The first of two that are exchanged is put when the second is. */
int MPI_Put(const void *data, int count, MPI_Datatype type, int to, MPI_Aint at, int to_count, MPI_Datatype to_type,
	    MPI_Win window)
{
	const void *waiting = now.held;
	int bytes = bytes_of(count, type);

	if (is("truncate")) {
		if (to_type != MPI_BYTE || !is_due(count, type))
			return PMPI_Put(data, count, type, to, at, to_count, to_type, window);
		write_log(bytes, bytes - 1, 0);
		return PMPI_Put(packed(data, count, type), bytes - 1, MPI_BYTE, to, at, bytes - 1, MPI_BYTE, window);
	}
	damage_in_place(data, count, type);
	if (now.held) {
		now.at = at;
		return MPI_SUCCESS;
	}
	if (waiting)
		PMPI_Put(waiting, count, type, to, now.at, to_count, to_type, window);
	return PMPI_Put(data, count, type, to, at, to_count, to_type, window);
}

int MPI_Get(void *data, int count, MPI_Datatype type, int from, MPI_Aint at, int from_count, MPI_Datatype from_type,
	    MPI_Win window)
{
	if (is_due(count, type)) {
		now.got = data;
		now.got_count = count;
		PMPI_Type_dup(type, &now.got_type);
	}
	return PMPI_Get(data, count, type, from, at, from_count, from_type, window);
}

static void end_epoch(void)
{
	end_row();
	if (now.got)
		flip(now.got, now.got_count, now.got_type);
	now.got = NULL;
}

int MPI_Win_fence(int hints, MPI_Win window)
{
	int code = PMPI_Win_fence(hints, window);

	end_epoch();
	return code;
}

int MPI_Win_unlock(int rank, MPI_Win window)
{
	int code = PMPI_Win_unlock(rank, window);

	end_epoch();
	return code;
}

static void damage_contribution(const void *data, int count, MPI_Datatype type)
{
	if (is_due(count, type))
		flip(data, count, type);
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	int rank;

	PMPI_Comm_rank(comm, &rank);
	if (rank == root)
		damage_contribution(data, count, type);
	return PMPI_Bcast(data, count, type, root, comm);
}

int MPI_Gather(const void *data, int count, MPI_Datatype type, void *in, int in_count, MPI_Datatype in_type, int root,
	       MPI_Comm comm)
{
	damage_contribution(data, count, type);
	return PMPI_Gather(data, count, type, in, in_count, in_type, root, comm);
}

int MPI_Scatter(const void *data, int count, MPI_Datatype type, void *in, int in_count, MPI_Datatype in_type, int root,
		MPI_Comm comm)
{
	int rank;

	PMPI_Comm_rank(comm, &rank);
	if (rank == root)
		damage_contribution(data, count, type);
	return PMPI_Scatter(data, count, type, in, in_count, in_type, root, comm);
}

int MPI_Alltoall(const void *data, int count, MPI_Datatype type, void *in, int in_count, MPI_Datatype in_type,
		 MPI_Comm comm)
{
	damage_contribution(data, count, type);
	return PMPI_Alltoall(data, count, type, in, in_count, in_type, comm);
}

/* What is under test is combined bit by bit; other reductions are the command's own. */
int MPI_Allreduce(const void *data, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	if (op == MPI_BXOR)
		damage_contribution(data, count, type);
	return PMPI_Allreduce(data, in, count, type, op, comm);
}
