#include "mpi/tracer/record.h"

#include <stdlib.h>
#include <string.h>

void record_message_new(struct tracer_thread *t, MPI_Message message, int64_t comm, const MPI_Status *status)
{
	struct tracer_messages *messages = &t->process->messages;
	if (message == MPI_MESSAGE_NO_PROC)
		return;
	if (messages->n == messages->size) {
		const size_t size = messages->size ? messages->size * 2 : 16;
		struct tracer_message *all = realloc(messages->all, size * sizeof(*all));
		if (!all)
			return;
		messages->all = all;
		messages->size = size;
	}
	messages->all[messages->n++] = (struct tracer_message){(uint64_t)(uintptr_t)message, comm,
							       tracer_rank(status->MPI_SOURCE), status->MPI_TAG};
}

struct tracer_message record_message_take(struct tracer_thread *t, MPI_Message message)
{
	struct tracer_messages *messages = &t->process->messages;
	for (size_t i = 0; i < messages->n; i++) {
		const struct tracer_message found = messages->all[i];
		if (found.handle != (uint64_t)(uintptr_t)message)
			continue;
		messages->all[i] = messages->all[--messages->n];
		return found;
	}
	return (struct tracer_message){0, TRACE_NONE, TRACE_PROC_NULL, TRACE_ANY_TAG};
}

int64_t record_made(struct tracer_thread *t, const struct tracer_communicator *parent, MPI_Comm made, bool good,
		    bool of_all)
{
	/* The parent's processes that are not in the new one count it too. */
	const int64_t before = good && of_all && parent->number >= 0 ? communicators_count(parent) : -1;
	if (!good || made == MPI_COMM_NULL)
		return TRACE_NONE;
	return communicators_add(&t->process->communicators, t->stream, parent->number < 0 ? NULL : parent, before,
				 made, made);
}

int64_t record_made_same(struct tracer_thread *t, MPI_Comm parent, MPI_Comm made, bool good)
{
	const struct tracer_communicator *of = record_comm(t, parent);
	if (!good || made == MPI_COMM_NULL)
		return TRACE_NONE;
	const int64_t before = of->number < 0 ? -1 : communicators_count(of);
	return communicators_add(&t->process->communicators, t->stream, of->number < 0 ? NULL : of, before, made,
				 parent);
}

int64_t record_comm_free(struct tracer_thread *t, MPI_Comm comm)
{
	return communicators_remove(&t->process->communicators, t->stream, comm);
}

void record_type_free(struct tracer_thread *t, MPI_Datatype type)
{
	types_drop(&t->process->types, type);
}

static int64_t count_at(const void *counts, size_t each, int i)
{
	const char *at = (const char *)counts + (size_t)i * each;
	if (each == sizeof(int)) {
		int count;
		memcpy(&count, at, sizeof(count));
		return count;
	}
	int64_t count;
	memcpy(&count, at, sizeof(count));
	return count;
}

size_t record_each(struct tracer_thread *t, size_t n, bool wanted, int length, const void *counts, size_t each,
		   struct tracer_type type)
{
	const size_t end = n + 1 + (wanted ? (size_t)length : 0);
	if (!wanted || !tracer_reserve(t, end)) {
		t->fields[n] = 0;
		return n + 1;
	}
	t->fields[n] = length;
	for (int i = 0; i < length; i++)
		t->fields[n + 1 + (size_t)i] = count_at(counts, each, i) * type.bytes;
	return end;
}

size_t record_each_typed(struct tracer_thread *t, size_t n, size_t layout, bool wanted, int length, const void *counts,
			 size_t each, const MPI_Datatype *types)
{
	const size_t end = n + 1 + (wanted ? (size_t)length : 0);
	t->fields[layout] = wanted ? 1 : TRACE_NONE;
	if (!wanted || !types || !tracer_reserve(t, end)) {
		t->fields[n] = 0;
		return n + 1;
	}
	t->fields[n] = length;
	for (int i = 0; i < length; i++) {
		const int64_t count = count_at(counts, each, i);
		const struct tracer_type type = record_type(t, types[i], count > 0);
		t->fields[n + 1 + (size_t)i] = count > 0 ? count * type.bytes : 0;
		if (count > 0)
			t->fields[layout] &= type.layout;
	}
	return end;
}

size_t record_neighbours(struct tracer_thread *t, size_t n, int length, const int64_t *ranks)
{
	if (!tracer_reserve(t, n + 1 + (size_t)length))
		length = 0;
	t->fields[n] = length;
	if (length > 0)
		memcpy(&t->fields[n + 1], ranks, (size_t)length * sizeof(*ranks));
	return n + 1 + (size_t)length;
}
