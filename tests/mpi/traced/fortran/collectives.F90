#include "macros.inc"

module collectives
	use common
	implicit none
	A_TYPE :: types(16)
	A_COMM :: ring
	integer :: counts(16), twos(16), places(16), got(16)
	integer(MPI_ADDRESS_KIND) :: far(16)
	! What is expected of the root, of the ring and of its neighbours; lists are of two processes.
	character(len=:), allocatable :: got_one, got_each, sent_one, sent_each, named, near

contains

	function nonblocking(name)
		character(len=*), intent(in) :: name
		character(len=:), allocatable :: nonblocking
		nonblocking = 'MPI_I'//achar(iachar(name(1:1)) + 32)//name(2:)
	end function

	subroutine run_persistent(r)
		A_REQUEST :: r
		call MPI_Start(r IERR)
		call expect('MPI_Start request='//s(requests))
		call wait_one(r)
		call MPI_Request_free(r IERR)
		call expect('MPI_Request_free request='//s(requests))
	end subroutine

#define TAIL IERR
#define EACH(name, arguments, text) call MPI_/**/name arguments; call expect('MPI_'//'name'//text)
	subroutine call_blocking
#include "ways.inc"
	end subroutine
#undef TAIL
#undef EACH

#define TAIL , r IERR
#define EACH(name, arguments, text) call MPI_I/**/name arguments; call expect(nonblocking('name')//text//begun()); call wait_one(r)
	subroutine call_nonblocking
		A_REQUEST :: r
#include "ways.inc"
	end subroutine
#undef TAIL
#undef EACH

#if defined(MPI_4)
#define TAIL , MPI_INFO_NULL, r IERR
#define EACH(name, arguments, text) call MPI_/**/name/**/_init arguments; call expect('MPI_'//'name'//'_init'//text//begun()); call run_persistent(r)
	subroutine call_persistent
		A_REQUEST :: r
#include "ways.inc"
	end subroutine
#endif

	subroutine call_collectives
		integer :: i
		do i = 1, 16
			counts(i) = i
			twos(i) = 2
			places(i) = 64 * (i - 1)
			far(i) = 64 * (i - 1)
			got(i) = rank + 1
			types(i) = MPI_INTEGER
		end do
		got_one = ''
		got_each = ''
		sent_one = ''
		sent_each = ''
		if (rank == 1) got_one = ' receive=4:c'
		if (rank == 1) got_each = ' receive='//list(counts)
		if (rank == 1) sent_one = ' send=4:c'
		if (rank == 1) sent_each = ' send='//list(counts)
		! A graph, since mpi_f08 of MPICH 4.0 knows no neighbours of a grid where it needs their number.
		call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, (/last, next/), (/1, 1/), 2, (/last, next/), (/1, 1/), MPI_INFO_NULL, .false., ring IERR)
		call expect('MPI_Dist_graph_create_adjacent comm=0'//made())
		named = ' comm='//s(comms)
		near = ' to=['//s(last)//','//s(next)//'] from=['//s(last)//','//s(next)//']'
		call call_blocking
		call call_nonblocking
#if defined(MPI_4)
		call call_persistent
#endif
		call MPI_Comm_free(ring IERR)
		call expect('MPI_Comm_free'//named)
	end subroutine

end module
