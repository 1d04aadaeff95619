#include "macros.inc"

! One-sided communication, which is recorded by its name.
module windows
	use, intrinsic :: iso_c_binding, only: c_ptr
	use common
	implicit none

contains

	subroutine call_passive(window)
		A_WINDOW :: window
		A_REQUEST :: r
		integer :: value(1), other(1), result(1)
		integer(MPI_ADDRESS_KIND), parameter :: zero = 0
		value = 1
		other = 0
		NAMED(MPI_Win_lock, (MPI_LOCK_SHARED, next, 0, window IERR))
		NAMED(MPI_Get_accumulate, (value, 1, MPI_INTEGER, result, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, MPI_SUM, window IERR))
		NAMED(MPI_Fetch_and_op, (value, result, MPI_INTEGER, next, zero, MPI_SUM, window IERR))
		NAMED(MPI_Compare_and_swap, (value, other, result, MPI_INTEGER, next, zero, window IERR))
		NAMED(MPI_Win_flush, (next, window IERR))
		NAMED(MPI_Win_flush_local, (next, window IERR))
		NAMED(MPI_Win_unlock, (next, window IERR))
		NAMED(MPI_Win_lock_all, (0, window IERR))
		REQUESTED(MPI_Rput, (value, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, window, r IERR))
		REQUESTED(MPI_Rget, (result, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, window, r IERR))
		REQUESTED(MPI_Raccumulate, (value, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, MPI_SUM, window, r IERR))
		REQUESTED(MPI_Rget_accumulate, (value, 1, MPI_INTEGER, result, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, MPI_SUM, window, r IERR))
		NAMED(MPI_Win_flush_all, (window IERR))
		NAMED(MPI_Win_flush_local_all, (window IERR))
		NAMED(MPI_Win_sync, (window IERR))
		NAMED(MPI_Win_unlock_all, (window IERR))
	end subroutine

	subroutine call_active(window)
		A_WINDOW :: window
		A_GROUP :: group
		integer(MPI_ADDRESS_KIND), parameter :: zero = 0
		logical :: flag
		NAMED(MPI_Win_fence, (0, window IERR))
		NAMED(MPI_Put, (out, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, window IERR))
		NAMED(MPI_Win_fence, (0, window IERR))
		NAMED(MPI_Get, (in, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, window IERR))
		NAMED(MPI_Win_fence, (0, window IERR))
		NAMED(MPI_Accumulate, (out, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, MPI_SUM, window IERR))
		NAMED(MPI_Win_fence, (0, window IERR))
		call MPI_Comm_group(MPI_COMM_WORLD, group IERR)
		NAMED(MPI_Win_post, (group, 0, window IERR))
		NAMED(MPI_Win_start, (group, 0, window IERR))
		NAMED(MPI_Win_complete, (window IERR))
		NAMED(MPI_Win_wait, (window IERR))
		NAMED(MPI_Win_post, (group, 0, window IERR))
		NAMED(MPI_Win_start, (group, 0, window IERR))
		NAMED(MPI_Win_complete, (window IERR))
		flag = .false.
		do while (.not. flag)
			call MPI_Win_test(window, flag IERR)
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Win_test')
		call MPI_Group_free(group IERR)
	end subroutine

	subroutine call_windows
		A_WINDOW :: window
		AN_INFO :: info
		type(c_ptr) :: memory
		integer(MPI_ADDRESS_KIND), parameter :: bytes = 64
		NAMED(MPI_Win_allocate, (bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window IERR))
		call call_active(window)
		call call_passive(window)
		call MPI_Info_create(info IERR)
		NAMED(MPI_Win_set_info, (window, info IERR))
		call MPI_Info_free(info IERR)
		NAMED(MPI_Win_free, (window IERR))
		NAMED(MPI_Win_create, (in, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window IERR))
		NAMED(MPI_Win_free, (window IERR))
		NAMED(MPI_Win_allocate_shared, (bytes, 4, MPI_INFO_NULL, MPI_COMM_SELF, memory, window IERR))
		NAMED(MPI_Win_free, (window IERR))
		NAMED(MPI_Win_create_dynamic, (MPI_INFO_NULL, MPI_COMM_WORLD, window IERR))
		NAMED(MPI_Win_attach, (window, in, bytes IERR))
		NAMED(MPI_Win_detach, (window, in IERR))
		NAMED(MPI_Win_free, (window IERR))
	end subroutine

end module
