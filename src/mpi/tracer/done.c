#include "mpi/tracer/record.h"

#include <stdlib.h>

int64_t record_request(struct tracer_thread *t, MPI_Request request)
{
	return requests_find(&t->process->requests, record_key(request));
}

int64_t record_request_start(struct tracer_thread *t, MPI_Request request)
{
	const int64_t slot = record_request(t, request);
	if (slot >= 0)
		requests_mark(&t->process->requests, slot, 0, REQUEST_INACTIVE);
	return slot;
}

int64_t record_request_cancel(struct tracer_thread *t, MPI_Request request)
{
	const int64_t slot = record_request(t, request);
	if (slot >= 0)
		requests_mark(&t->process->requests, slot, REQUEST_CANCELLED, 0);
	return slot;
}

int64_t record_request_free(struct tracer_thread *t, MPI_Request request)
{
	return requests_remove(&t->process->requests, record_key(request));
}

size_t record_requests_start(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *requests)
{
	if (!tracer_reserve(t, n + 1 + length))
		length = 0;
	t->fields[n] = (int64_t)length;
	for (size_t i = 0; i < length; i++)
		t->fields[n + 1 + i] = record_request_start(t, requests[i]);
	return n + 1 + length;
}

/* Grows to a power of two bytes at least. */
static void *room(void **place, size_t *size, size_t needed)
{
	size_t new = *size ? *size : 256;
	while (new < needed)
		new *= 2;
	if (new > *size) {
		void *more = realloc(*place, new);
		if (!more)
			return NULL;
		*place = more;
		*size = new;
	}
	return *place;
}

MPI_Request *record_saved_more(struct tracer_thread *t, size_t length)
{
	return room(&t->saved, &t->saved_size, length * sizeof(MPI_Request));
}

MPI_Status *record_statuses_own(struct tracer_thread *t, void *given, size_t length)
{
	MPI_Status *statuses = room(&t->statuses, &t->statuses_size, (length + 1) * sizeof(*statuses));
	return statuses ? statuses : given;
}

/* Three fields of a completed request, in *n and behind. status: NULL, or invalid, if none of its kind is asked for. */
static void done(struct tracer_thread *t, size_t *n, MPI_Request before, const MPI_Status *status)
{
	int flags;
	const int64_t slot = requests_complete(&t->process->requests, record_key(before), t->number, &flags);
	if (slot < 0)
		return;
	int64_t *fields = &t->fields[*n];
	fields[0] = slot;
	fields[1] = fields[2] = TRACE_NONE;
	*n += 3;
	if (!(flags & (REQUEST_WILD | REQUEST_CANCELLED)) || !status)
		return;
	int cancelled = 0;
	if (flags & REQUEST_CANCELLED)
		tracer_own.Test_cancelled(status, &cancelled);
	if (cancelled) {
		fields[1] = fields[2] = TRACE_CANCELLED;
		return;
	}
	if (flags & REQUEST_ANY_SOURCE)
		fields[1] = tracer_rank(status->MPI_SOURCE);
	if (flags & REQUEST_ANY_TAG)
		fields[2] = tracer_tag(status->MPI_TAG);
}

/* The place of the list's length, behind which there is room for that many requests. */
static bool begin_list(struct tracer_thread *t, size_t n, size_t length)
{
	const bool good = tracer_reserve(t, n + 1 + 3 * length);
	t->fields[n] = 0;
	return good;
}

static size_t end_list(struct tracer_thread *t, size_t n, size_t end)
{
	t->fields[n] = (int64_t)(end - n - 1);
	return end;
}

size_t record_done_one(struct tracer_thread *t, size_t n, MPI_Request before, const MPI_Status *status, bool is_done)
{
	size_t end = n + 1;
	if (begin_list(t, n, 1) && is_done)
		done(t, &end, before, status);
	return end_list(t, n, end);
}

static const MPI_Status *status_at(const MPI_Status *statuses, size_t i)
{
	return statuses == MPI_STATUSES_IGNORE ? NULL : &statuses[i];
}

size_t record_done_all(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
		       const MPI_Status *statuses, bool are_done)
{
	size_t end = n + 1;
	if (begin_list(t, n, length) && are_done && before)
		for (size_t i = 0; i < length; i++)
			done(t, &end, before[i], status_at(statuses, i));
	return end_list(t, n, end);
}

size_t record_done_some(struct tracer_thread *t, size_t n, int n_done, const int *indices, int base,
			const MPI_Request *before, const MPI_Status *statuses)
{
	size_t end = n + 1;
	const size_t length = n_done > 0 ? (size_t)n_done : 0;
	if (begin_list(t, n, length) && before)
		for (size_t i = 0; i < length; i++)
			if (indices[i] != MPI_UNDEFINED)
				done(t, &end, before[indices[i] - base], status_at(statuses, i));
	return end_list(t, n, end);
}

size_t record_done_changed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			   const MPI_Request *after)
{
	size_t end = n + 1;
	if (begin_list(t, n, length) && before)
		for (size_t i = 0; i < length; i++)
			if (before[i] != after[i])
				done(t, &end, before[i], NULL);
	return end_list(t, n, end);
}

bool record_in_status(int code)
{
	int kind = MPI_SUCCESS;
	tracer_own.Error_class(code, &kind);
	return kind == MPI_ERR_IN_STATUS;
}

/* A request that failed may keep its handle, and a persistent one does in any case. */
static bool is_done(MPI_Request before, MPI_Request after, const MPI_Status *status)
{
	int flag = 0;
	if (before != after)
		return true;
	if (status)
		return status->MPI_ERROR != MPI_ERR_PENDING;
	return tracer_own.Request_get_status(after, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag;
}

size_t record_done_failed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			  const MPI_Request *after, const MPI_Status *statuses, int code)
{
	size_t end = n + 1;
	const bool told = statuses != MPI_STATUSES_IGNORE && record_in_status(code);
	if (!begin_list(t, n, length) || !before)
		return end_list(t, n, end);
	for (size_t i = 0; i < length; i++) {
		const MPI_Status *status = told ? status_at(statuses, i) : NULL;
		if (record_request(t, before[i]) >= 0 && is_done(before[i], after[i], status))
			done(t, &end, before[i], status && status->MPI_ERROR == MPI_SUCCESS ? status : NULL);
	}
	return end_list(t, n, end);
}
