#include "expect.h"

#include <string.h>

/* All forms of completion, wildcards among them. */

enum { N = 4 };

/* N messages to the next process, and N receives of those of the last one, of any source or tag; their requests have
 * the numbers first, first + 1, …: receives, then sends. */
static int begin(struct program *p, MPI_Request *requests)
{
	const int first = p->requests + 1;
	for (int i = 0; i < N; i++) {
		const int source = i % 2 ? MPI_ANY_SOURCE : p->last;
		MPI_Irecv(in + 8 * i, 1, MPI_INT, source, 100 + i, MPI_COMM_WORLD, &requests[i]);
		expect(p, "MPI_Irecv comm=0 receive=%d:%d:4:c request=%d", i % 2 ? -3 : p->last, 100 + i,
		       ++p->requests);
	}
	for (int i = 0; i < N; i++) {
		MPI_Isend(out + 8 * i, 1, MPI_INT, p->next, 100 + i, MPI_COMM_WORLD, &requests[N + i]);
		expect(p, "MPI_Isend comm=0 send=%d:%d:4:c request=%d", p->next, 100 + i, ++p->requests);
	}
	return first;
}

/* "number:source:tag" of the request at an index of those that began together. */
static const char *done(const struct program *p, int first, int index)
{
	static char texts[2 * N][32];
	char *text = texts[index];
	snprintf(text, sizeof(*texts), "%d:%d:-1", first + index, index < N && index % 2 ? p->last : -1);
	return text;
}

static void expect_some(struct program *p, const char *name, int first, int n, const int *indices)
{
	char line[512];
	snprintf(line, sizeof(line), "%s", name);
	for (int i = 0; i < n; i++)
		snprintf(line + strlen(line), sizeof(line) - strlen(line), "%s%s",
			 i ? "," : " done=", done(p, first, indices[i]));
	expect(p, "%s", line);
}

static const int every[2 * N] = {0, 1, 2, 3, 4, 5, 6, 7};

static void call_one(struct program *p)
{
	MPI_Request requests[2 * N];
	MPI_Status status;
	int first = begin(p, requests);
	for (int i = 0; i < 2 * N; i++) {
		if (i % 4 < 2) {
			MPI_Wait(&requests[i], i % 2 ? MPI_STATUS_IGNORE : &status);
			expect_some(p, "MPI_Wait", first, 1, &i);
			continue;
		}
		int flag = 0;
		while (!flag) {
			MPI_Test(&requests[i], &flag, i % 2 ? MPI_STATUS_IGNORE : &status);
			p->polls += !flag;
		}
		expect_some(p, "MPI_Test", first, 1, &i);
	}
	MPI_Wait(&requests[0], &status);
	expect(p, "MPI_Wait");
}

static void call_any(struct program *p)
{
	MPI_Request requests[2 * N];
	int index, flag;
	int first = begin(p, requests);
	for (int i = 0; i < N; i++) {
		MPI_Waitany(2 * N, requests, &index, MPI_STATUS_IGNORE);
		expect_some(p, "MPI_Waitany", first, 1, &index);
	}
	for (int i = 0; i < N;) {
		MPI_Testany(2 * N, requests, &index, &flag, MPI_STATUS_IGNORE);
		p->polls += !flag;
		i += flag;
		if (flag)
			expect_some(p, "MPI_Testany", first, 1, &index);
	}
	MPI_Waitany(2 * N, requests, &index, MPI_STATUS_IGNORE);
	expect(p, "MPI_Waitany");
	MPI_Testany(2 * N, requests, &index, &flag, MPI_STATUS_IGNORE);
	expect(p, "MPI_Testany");
}

static void call_some(struct program *p)
{
	MPI_Request requests[2 * N];
	MPI_Status statuses[2 * N];
	int indices[2 * N];
	int n;
	int first = begin(p, requests);
	for (int i = 0; i < N; i += n) {
		MPI_Waitsome(2 * N, requests, &n, indices, MPI_STATUSES_IGNORE);
		expect_some(p, "MPI_Waitsome", first, n, indices);
	}
	for (n = 0; n != MPI_UNDEFINED;) {
		MPI_Testsome(2 * N, requests, &n, indices, statuses);
		p->polls += n == 0;
		if (n != 0)
			expect_some(p, "MPI_Testsome", first, n == MPI_UNDEFINED ? 0 : n, indices);
	}
}

static void call_all(struct program *p)
{
	MPI_Request requests[2 * N];
	MPI_Status statuses[2 * N];
	int flag = 0;
	int first = begin(p, requests);
	MPI_Waitall(2 * N, requests, MPI_STATUSES_IGNORE);
	expect_some(p, "MPI_Waitall", first, 2 * N, every);
	first = begin(p, requests);
	MPI_Waitall(2 * N, requests, statuses);
	expect_some(p, "MPI_Waitall", first, 2 * N, every);
	first = begin(p, requests);
	while (!flag) {
		MPI_Testall(2 * N, requests, &flag, MPI_STATUSES_IGNORE);
		p->polls += !flag;
	}
	expect_some(p, "MPI_Testall", first, 2 * N, every);
}

void call_other_completions(struct program *p)
{
	MPI_Request request;
	int flag = 0;
	MPI_Irecv(in, 1, MPI_INT, p->last, 99, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Irecv comm=0 receive=%d:99:4:c request=%d", p->last, ++p->requests);
	MPI_Cancel(&request);
	expect(p, "MPI_Cancel request=%d", p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-3:-3", p->requests);
	MPI_Irecv(in, 1, MPI_INT, 0, 98, MPI_COMM_SELF, &request);
	expect(p, "MPI_Irecv comm=1 receive=0:98:4:c request=%d", ++p->requests);
	MPI_Send(out, 1, MPI_INT, 0, 98, MPI_COMM_SELF);
	expect(p, "MPI_Send comm=1 send=0:98:4:c");
	while (!flag) {
		MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
		p->polls += !flag;
	}
	expect(p, "MPI_Request_get_status request=%d", p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	MPI_Isend(out, 1, MPI_INT, MPI_PROC_NULL, 97, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Isend comm=0 send=-2:97:4:c request=%d", ++p->requests);
	MPI_Request_free(&request);
	expect(p, "MPI_Request_free request=%d", p->requests);
}

/* So many that tables grow, complete in another order than they began. */
static void call_many(struct program *p)
{
	enum { MANY = 700 };
	static MPI_Request requests[MANY];
	const int first = p->requests + 1;
	for (int i = 0; i < MANY; i++) {
		MPI_Irecv(in, 1, MPI_CHAR, 0, 1000 + i, MPI_COMM_SELF, &requests[i]);
		expect(p, "MPI_Irecv comm=1 receive=0:%d:1:c request=%d", 1000 + i, ++p->requests);
	}
	for (int i = MANY - 1; i >= 0; i--) {
		MPI_Send(out, 1, MPI_CHAR, 0, 1000 + i, MPI_COMM_SELF);
		expect(p, "MPI_Send comm=1 send=0:%d:1:c", 1000 + i);
		MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
		expect(p, "MPI_Wait done=%d:-1:-1", first + i);
	}
}

void call_completions(struct program *p)
{
	call_one(p);
	call_any(p);
	call_some(p);
	call_all(p);
	call_many(p);
}
