#include "macros.inc"

program traced
	use common
	use messages
	use collectives
	use communicators
	use windows
	use files
	use others
	use more
	implicit none
	character(len=1024) :: argument, what
	integer :: provided
	! The folder for files "RANK.calls", then "threads" for MPI_Init_thread or "processes" for the calls that start and find some.
	call get_command_argument(1, argument)
	call get_command_argument(2, what)
	if (argument == 'offered') then
		call put_offered
		stop
	end if
	if (what == 'threads') then
		call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided IERR)
	else
#if defined(USE_MPI_F08)
		call MPI_Init()
#else
		call MPI_Init(ierr)
#endif
	end if
	if (argument == 'child') then
		call leave_parent
	else
		call call_all(trim(argument))
	end if
#if defined(USE_MPI_F08)
	call MPI_Finalize()
#else
	call MPI_Finalize(ierr)
#endif
	if (argument == 'child') stop
	call expect('MPI_Finalize')
	call expect('polls='//s(polls))
	close (10)

contains

	subroutine call_all(dir)
		character(len=*), intent(in) :: dir
		call MPI_Comm_rank(MPI_COMM_WORLD, rank IERR)
		call MPI_Comm_size(MPI_COMM_WORLD, size IERR)
		next = mod(rank + 1, size)
		last = mod(rank + size - 1, size)
		if (dir == 'abort') then
			call MPI_Barrier(MPI_COMM_WORLD IERR)
			if (rank == 1) call MPI_Abort(MPI_COMM_WORLD, 7 IERR)
			call MPI_Barrier(MPI_COMM_WORLD IERR)
		end if
		open (unit=10, file=dir//'/'//s(rank)//'.calls', status='replace')
		call expect(trim(merge('MPI_Init_thread', 'MPI_Init       ', what == 'threads')))
		if (what == 'processes') then
			call call_processes
			return
		end if
		call call_messages
		call call_kinds
		call call_exchanges
		call call_completions
		call call_collectives
		call call_communicators
		call call_graphs
		call call_other_makings
		call call_windows
		call call_files(dir)
		call call_others
		call call_more
	end subroutine

	! A process that another one started.
	subroutine leave_parent
		A_COMM :: parent
		call MPI_Comm_get_parent(parent IERR)
		call MPI_Comm_disconnect(parent IERR)
	end subroutine

end program
