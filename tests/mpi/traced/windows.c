#include "expect.h"

/* One-sided communication, which is recorded by its name. */

static void call_fences(struct program *p, MPI_Win window)
{
	int value = 1;
	int result;
	NAMED(Win_fence, 0, window);
	NAMED(Put, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, window);
	NAMED(Win_fence, 0, window);
	NAMED(Get, &result, 1, MPI_INT, p->next, 1, 1, MPI_INT, window);
	NAMED(Win_fence, 0, window);
	NAMED(Accumulate, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM, window);
	NAMED(Win_fence, 0, window);
}

static void call_locks(struct program *p, MPI_Win window)
{
	int value = 1;
	int other = 0;
	int result;
	NAMED(Win_lock, MPI_LOCK_SHARED, p->next, 0, window);
	NAMED(Get_accumulate, &value, 1, MPI_INT, &result, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM, window);
	NAMED(Fetch_and_op, &value, &result, MPI_INT, p->next, 0, MPI_SUM, window);
	NAMED(Compare_and_swap, &value, &other, &result, MPI_INT, p->next, 0, window);
	NAMED(Win_flush, p->next, window);
	NAMED(Win_flush_local, p->next, window);
	NAMED(Win_unlock, p->next, window);
	NAMED(Win_lock_all, 0, window);
	NAMED_REQUEST(Rput, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, window);
	NAMED_REQUEST(Rget, &result, 1, MPI_INT, p->next, 0, 1, MPI_INT, window);
	NAMED_REQUEST(Raccumulate, &value, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM, window);
	NAMED_REQUEST(Rget_accumulate, &value, 1, MPI_INT, &result, 1, MPI_INT, p->next, 0, 1, MPI_INT, MPI_SUM,
		      window);
	NAMED(Win_flush_all, window);
	NAMED(Win_flush_local_all, window);
	NAMED(Win_sync, window);
	NAMED(Win_unlock_all, window);
}

static void call_epochs(struct program *p, MPI_Win window)
{
	MPI_Group group;
	int flag = 0;
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	for (int tests = 0; tests < 2; tests++) {
		NAMED(Win_post, group, 0, window);
		NAMED(Win_start, group, 0, window);
		NAMED(Win_complete, window);
		if (tests == 0)
			NAMED(Win_wait, window);
		while (tests == 1 && !flag) {
			MPI_Win_test(window, &flag);
			p->polls += !flag;
		}
		if (tests == 1)
			expect(p, "MPI_Win_test");
	}
	MPI_Group_free(&group);
}

void call_windows(struct program *p)
{
	MPI_Win window;
	MPI_Info info;
	int *memory;
	NAMED(Win_allocate, sizeof(int) * 4, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
	call_fences(p, window);
	call_locks(p, window);
	call_epochs(p, window);
	MPI_Info_create(&info);
	NAMED(Win_set_info, window, info);
	MPI_Info_free(&info);
	NAMED(Win_free, &window);
	NAMED(Win_create, in, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
	NAMED(Win_free, &window);
	NAMED(Win_allocate_shared, 64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
	NAMED(Win_free, &window);
	NAMED(Win_create_dynamic, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
	NAMED(Win_attach, window, in, 64);
	NAMED(Win_detach, window, in);
	NAMED(Win_free, &window);
}
