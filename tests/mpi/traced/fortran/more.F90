#include "macros.inc"

! What MPI-4 has besides: exchanges that only begin, messages in parts, sessions.
module more
	use common
	use communicators
	implicit none

contains

#if defined(MPI_4)
	subroutine call_parts
		A_REQUEST :: r(2)
#if defined(USE_MPI)
		integer :: flag ! as MPICH 4.0 declares it
#else
		logical :: flag
#endif
		logical :: arrived
		integer(MPI_COUNT_KIND), parameter :: two = 2
		call MPI_Isendrecv(out, 1, MPI_INTEGER, next, 2, in, 1, MPI_INTEGER, last, 2, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Isendrecv comm=0 send='//s(next)//':2:4:c receive='//s(last)//':2:4:c'//begun())
		call wait_one(r(1))
		call MPI_Isendrecv_replace(out, 1, MPI_INTEGER, next, 3, last, 3, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Isendrecv_replace comm=0 send='//s(next)//':3:4:c receive='//s(last)//':3:4:c'//begun())
		call wait_one(r(1))
		call MPI_Precv_init(in, 4, two, MPI_INTEGER, last, 5, MPI_COMM_WORLD, MPI_INFO_NULL, r(1) IERR)
		call expect('MPI_Precv_init'//begun())
		call MPI_Psend_init(out, 4, two, MPI_INTEGER, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, r(2) IERR)
		call expect('MPI_Psend_init'//begun())
		call MPI_Startall(2, r IERR)
		call expect('MPI_Startall started='//s(requests - 1)//','//s(requests))
		NAMED(MPI_Pready, (0, r(2) IERR))
		NAMED(MPI_Pready_range, (1, 2, r(2) IERR))
		NAMED(MPI_Pready_list, (1, (/3/), r(2) IERR))
		arrived = .false.
		do while (.not. arrived)
			call MPI_Parrived(r(1), 2, flag IERR)
#if defined(USE_MPI)
			arrived = flag /= 0
#else
			arrived = flag
#endif
			if (.not. arrived) polls = polls + 1
			call wait_a_little
		end do
		call expect('MPI_Parrived request='//s(requests - 1))
		call MPI_Waitall(2, r, MPI_STATUSES_IGNORE IERR)
		call expect('MPI_Waitall'//completed(requests - 1, 2))
		call MPI_Request_free(r(1) IERR)
		call expect('MPI_Request_free request='//s(requests - 1))
		call MPI_Request_free(r(2) IERR)
		call expect('MPI_Request_free request='//s(requests))
	end subroutine

	subroutine call_more
		A_SESSION :: session
		A_GROUP :: all, first, other
		A_COMM :: comm
		A_REQUEST :: r
		call call_parts
		NAMED(MPI_Session_init, (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session IERR))
		call MPI_Group_from_session_pset(session, 'mpi://WORLD', all IERR)
		MAKES(MPI_Comm_create_from_group, (all, 'all', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm IERR), '')
		call MPI_Group_incl(all, 1, (/rank/), first IERR)
		call MPI_Group_excl(all, 1, (/rank/), other IERR)
		MAKES(MPI_Intercomm_create_from_groups, (first, 0, other, 0, 'between', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm IERR), '')
		call MPI_Group_free(first IERR)
		call MPI_Group_free(other IERR)
		call MPI_Group_free(all IERR)
		NAMED(MPI_Session_finalize, (session IERR))
		call MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, comm, r IERR)
		call expect('MPI_Comm_idup_with_info comm=0'//made()//begun())
		call wait_one(r)
		call leave(comm)
	end subroutine
#else
	subroutine call_more
	end subroutine
#endif

end module
