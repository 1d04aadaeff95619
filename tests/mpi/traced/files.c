#include "expect.h"

/* Files, which are recorded by their names: each process writes and reads one number of a file that all have opened. */

static void call_at(struct program *p, MPI_File file)
{
	NAMED(File_write_at, file, p->rank, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_sync, file);
	NAMED(File_read_at, file, p->rank, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_write_at_all, file, p->rank, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_read_at_all, file, p->rank, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED_REQUEST(File_iwrite_at, file, p->rank, out, 1, MPI_INT);
	NAMED_REQUEST(File_iread_at, file, p->rank, in, 1, MPI_INT);
	NAMED_REQUEST(File_iwrite_at_all, file, p->rank, out, 1, MPI_INT);
	NAMED_REQUEST(File_iread_at_all, file, p->rank, in, 1, MPI_INT);
	NAMED(File_write_at_all_begin, file, p->rank, out, 1, MPI_INT);
	NAMED(File_write_at_all_end, file, out, MPI_STATUS_IGNORE);
	NAMED(File_read_at_all_begin, file, p->rank, in, 1, MPI_INT);
	NAMED(File_read_at_all_end, file, in, MPI_STATUS_IGNORE);
}

static void call_own_pointer(struct program *p, MPI_File file)
{
	NAMED(File_write, file, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_write_all, file, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED_REQUEST(File_iwrite, file, out, 1, MPI_INT);
	NAMED_REQUEST(File_iwrite_all, file, out, 1, MPI_INT);
	NAMED(File_write_all_begin, file, out, 1, MPI_INT);
	NAMED(File_write_all_end, file, out, MPI_STATUS_IGNORE);
	NAMED(File_seek, file, 0, MPI_SEEK_SET);
	NAMED(File_read, file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_read_all, file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED_REQUEST(File_iread, file, in, 1, MPI_INT);
	NAMED_REQUEST(File_iread_all, file, in, 1, MPI_INT);
	NAMED(File_read_all_begin, file, in, 1, MPI_INT);
	NAMED(File_read_all_end, file, in, MPI_STATUS_IGNORE);
}

static void call_shared_pointer(struct program *p, MPI_File file)
{
	NAMED(File_write_shared, file, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED_REQUEST(File_iwrite_shared, file, out, 1, MPI_INT);
	NAMED(File_write_ordered, file, out, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_write_ordered_begin, file, out, 1, MPI_INT);
	NAMED(File_write_ordered_end, file, out, MPI_STATUS_IGNORE);
	NAMED(File_seek_shared, file, 0, MPI_SEEK_SET);
	NAMED(File_read_shared, file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED_REQUEST(File_iread_shared, file, in, 1, MPI_INT);
	NAMED(File_read_ordered, file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
	NAMED(File_read_ordered_begin, file, in, 1, MPI_INT);
	NAMED(File_read_ordered_end, file, in, MPI_STATUS_IGNORE);
}

void call_files(struct program *p)
{
	MPI_File file;
	MPI_Info info;
	char path[4096];
	snprintf(path, sizeof(path), "%s/file", p->dir);
	NAMED(File_open, MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
	NAMED(File_set_size, file, 4096);
	NAMED(File_preallocate, file, 4096);
	NAMED(File_set_view, file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	call_at(p, file);
	call_own_pointer(p, file);
	call_shared_pointer(p, file);
	NAMED(File_set_atomicity, file, 1);
	MPI_Info_create(&info);
	NAMED(File_set_info, file, info);
	MPI_Info_free(&info);
	NAMED(File_close, &file);
	call_barrier(p);
	if (p->rank == 0)
		NAMED(File_delete, path, MPI_INFO_NULL);
}
