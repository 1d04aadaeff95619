#include "macros.inc"

! Files, which are recorded by their names: each process writes and reads one number of a file that all have opened.
module files
	use common
	implicit none

contains

	subroutine call_at(file)
		A_FILE :: file
		A_REQUEST :: r
		integer(MPI_OFFSET_KIND) :: at
		at = rank
		NAMED(MPI_File_write_at, (file, at, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_sync, (file IERR))
		NAMED(MPI_File_read_at, (file, at, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_write_at_all, (file, at, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_read_at_all, (file, at, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		REQUESTED(MPI_File_iwrite_at, (file, at, out, 1, MPI_INTEGER, r IERR))
		REQUESTED(MPI_File_iread_at, (file, at, in, 1, MPI_INTEGER, r IERR))
		REQUESTED(MPI_File_iwrite_at_all, (file, at, out, 1, MPI_INTEGER, r IERR))
		REQUESTED(MPI_File_iread_at_all, (file, at, in, 1, MPI_INTEGER, r IERR))
		NAMED(MPI_File_write_at_all_begin, (file, at, out, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_write_at_all_end, (file, out, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_read_at_all_begin, (file, at, in, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_read_at_all_end, (file, in, MPI_STATUS_IGNORE IERR))
	end subroutine

	subroutine call_own_pointer(file)
		A_FILE :: file
		A_REQUEST :: r
		integer(MPI_OFFSET_KIND), parameter :: zero = 0
		NAMED(MPI_File_write, (file, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_write_all, (file, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		REQUESTED(MPI_File_iwrite, (file, out, 1, MPI_INTEGER, r IERR))
		REQUESTED(MPI_File_iwrite_all, (file, out, 1, MPI_INTEGER, r IERR))
		NAMED(MPI_File_write_all_begin, (file, out, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_write_all_end, (file, out, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_seek, (file, zero, MPI_SEEK_SET IERR))
		NAMED(MPI_File_read, (file, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_read_all, (file, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		REQUESTED(MPI_File_iread, (file, in, 1, MPI_INTEGER, r IERR))
		REQUESTED(MPI_File_iread_all, (file, in, 1, MPI_INTEGER, r IERR))
		NAMED(MPI_File_read_all_begin, (file, in, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_read_all_end, (file, in, MPI_STATUS_IGNORE IERR))
	end subroutine

	subroutine call_shared_pointer(file)
		A_FILE :: file
		A_REQUEST :: r
		integer(MPI_OFFSET_KIND), parameter :: zero = 0
		NAMED(MPI_File_write_shared, (file, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		REQUESTED(MPI_File_iwrite_shared, (file, out, 1, MPI_INTEGER, r IERR))
		NAMED(MPI_File_write_ordered, (file, out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_write_ordered_begin, (file, out, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_write_ordered_end, (file, out, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_seek_shared, (file, zero, MPI_SEEK_SET IERR))
		NAMED(MPI_File_read_shared, (file, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		REQUESTED(MPI_File_iread_shared, (file, in, 1, MPI_INTEGER, r IERR))
		NAMED(MPI_File_read_ordered, (file, in, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR))
		NAMED(MPI_File_read_ordered_begin, (file, in, 1, MPI_INTEGER IERR))
		NAMED(MPI_File_read_ordered_end, (file, in, MPI_STATUS_IGNORE IERR))
	end subroutine

	subroutine call_files(dir)
		character(len=*), intent(in) :: dir
		A_FILE :: file
		AN_INFO :: info
		integer(MPI_OFFSET_KIND), parameter :: zero = 0, bytes = 4096
		NAMED(MPI_File_open, (MPI_COMM_WORLD, dir//'/file', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file IERR))
		NAMED(MPI_File_set_size, (file, bytes IERR))
		NAMED(MPI_File_preallocate, (file, bytes IERR))
		NAMED(MPI_File_set_view, (file, zero, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL IERR))
		call call_at(file)
		call call_own_pointer(file)
		call call_shared_pointer(file)
		NAMED(MPI_File_set_atomicity, (file, .true. IERR))
		call MPI_Info_create(info IERR)
		NAMED(MPI_File_set_info, (file, info IERR))
		call MPI_Info_free(info IERR)
		NAMED(MPI_File_close, (file IERR))
		call MPI_Barrier(MPI_COMM_WORLD IERR)
		call expect('MPI_Barrier comm=0')
		if (rank == 0) then
			NAMED(MPI_File_delete, (dir//'/file', MPI_INFO_NULL IERR))
		end if
	end subroutine

end module
