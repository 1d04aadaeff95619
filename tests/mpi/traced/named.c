#include "expect.h"

/* What is recorded by its name alone. */

/* A call that is expected by its name. */
#define NAMED(name, ...)                 \
	do {                             \
		MPI_##name(__VA_ARGS__); \
		expect(p, "MPI_" #name); \
	} while (0)

static void call_windows(struct program *p)
{
	MPI_Win window;
	MPI_Group group;
	MPI_Request request;
	int *memory;
	int flag = 0;
	int value = 1;
	int result, other = 0;
	NAMED(Win_allocate, sizeof(int) * 4, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
	NAMED(Win_fence, 0, window);
	NAMED(Put, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, window);
	NAMED(Win_fence, 0, window);
	NAMED(Get, &result, 1, MPI_INT, p->next, 1, 1, MPI_INT, window);
	NAMED(Win_fence, 0, window);
	NAMED(Accumulate, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM, window);
	NAMED(Win_fence, 0, window);
	NAMED(Win_lock, MPI_LOCK_SHARED, p->next, 0, window);
	NAMED(Get_accumulate, &value, 1, MPI_INT, &result, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM, window);
	NAMED(Fetch_and_op, &value, &result, MPI_INT, p->next, 0, MPI_SUM, window);
	NAMED(Compare_and_swap, &value, &other, &result, MPI_INT, p->next, 0, window);
	NAMED(Win_flush, p->next, window);
	NAMED(Win_flush_local, p->next, window);
	NAMED(Win_unlock, p->next, window);
	NAMED(Win_lock_all, 0, window);
	MPI_Rput(&value, 1, MPI_INT, p->next, 0, 1, MPI_INT, window, &request);
	expect(p, "MPI_Rput request=%d", ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	MPI_Rget(&result, 1, MPI_INT, p->next, 0, 1, MPI_INT, window, &request);
	expect(p, "MPI_Rget request=%d", ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	NAMED(Win_flush_all, window);
	NAMED(Win_flush_local_all, window);
	NAMED(Win_sync, window);
	NAMED(Win_unlock_all, window);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	NAMED(Win_post, group, 0, window);
	NAMED(Win_start, group, 0, window);
	NAMED(Win_complete, window);
	NAMED(Win_wait, window);
	NAMED(Win_post, group, 0, window);
	NAMED(Win_start, group, 0, window);
	NAMED(Win_complete, window);
	while (!flag)
		NAMED(Win_test, window, &flag);
	MPI_Group_free(&group);
	NAMED(Win_free, &window);
}

static void call_files(struct program *p, const char *dir)
{
	MPI_File file;
	MPI_Request request;
	char path[4096];
	snprintf(path, sizeof(path), "%s/file", dir);
	NAMED(File_open, MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
	NAMED(File_set_view, file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	NAMED(File_write_at, file, p->rank, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_sync, file);
	NAMED(File_read_at_all, file, p->rank, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_iwrite_at(file, p->rank, out, 1, MPI_INT, &request);
	expect(p, "MPI_File_iwrite_at request=%d", ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	NAMED(File_seek, file, 0, MPI_SEEK_SET);
	NAMED(File_write_all_begin, file, out, 1, MPI_INT);
	NAMED(File_write_all_end, file, out, MPI_STATUS_IGNORE);
	NAMED(File_close, &file);
	MPI_Barrier(MPI_COMM_WORLD);
	expect(p, "MPI_Barrier comm=0");
	if (p->rank == 0)
		NAMED(File_delete, path, MPI_INFO_NULL);
}

static int ask(void *state, MPI_Status *status)
{
	(void)state;
	MPI_Status_set_elements(status, MPI_INT, 0);
	MPI_Status_set_cancelled(status, 0);
	return MPI_SUCCESS;
}

static int forget(void *state)
{
	(void)state;
	return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
	(void)state;
	(void)complete;
	return MPI_SUCCESS;
}

static void call_others(struct program *p)
{
	MPI_Request request;
	void *memory;
	int at = 0;
	NAMED(Pack, out, 2, MPI_INT, in, ROOM, &at, MPI_COMM_WORLD);
	at = 0;
	NAMED(Unpack, in, ROOM, &at, out, 2, MPI_INT, MPI_COMM_WORLD);
	NAMED(Reduce_local, out, in, 2, MPI_INT, MPI_SUM);
	NAMED(Alloc_mem, 64, MPI_INFO_NULL, &memory);
	NAMED(Free_mem, memory);
	MPI_Grequest_start(ask, forget, cancel, NULL, &request);
	expect(p, "MPI_Grequest_start request=%d", ++p->requests);
	MPI_Grequest_complete(request);
	expect(p, "MPI_Grequest_complete request=%d", p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
}

static void call_controls(struct program *p)
{
	MPI_Pcontrol(0);
	expect(p, "MPI_Pcontrol number=0");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Pcontrol(1);
	expect(p, "MPI_Pcontrol number=1");
	MPI_Barrier(MPI_COMM_WORLD);
	expect(p, "MPI_Barrier comm=0");
	MPI_Pcontrol(2);
	expect(p, "MPI_Pcontrol number=2");
}

void call_named(struct program *p)
{
	call_windows(p);
	call_files(p, p->dir);
	call_others(p);
	call_controls(p);
}
