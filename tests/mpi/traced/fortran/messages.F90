#include "macros.inc"

module messages
	use, intrinsic :: iso_c_binding, only: c_ptr
	use common
	implicit none

contains

	subroutine call_messages
		A_REQUEST :: r(2)
		A_STATUS(status)
		STATUSES(statuses, 2)
		integer :: i
		call MPI_Irecv(in, 10, MPI_INTEGER, last, 1, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Irecv comm=0 receive='//s(last)//':1:40:c'//begun())
		call MPI_Send(out, 10, MPI_INTEGER, next, 1, MPI_COMM_WORLD IERR)
		call expect('MPI_Send comm=0 send='//s(next)//':1:40:c')
		call MPI_Wait(r(1), status IERR)
		call expect('MPI_Wait'//completed(requests, 1))
		call MPI_Irecv(in, 2, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Irecv comm=0 receive=-3:-1:16:c'//begun())
		call MPI_Ssend(out, 2, MPI_DOUBLE_PRECISION, next, 2, MPI_COMM_WORLD IERR)
		call expect('MPI_Ssend comm=0 send='//s(next)//':2:16:c')
		call MPI_Wait(r(1), MPI_STATUS_IGNORE IERR)
		call expect('MPI_Wait done='//s(requests)//':'//s(last)//':2')
		call MPI_Irecv(in, 3, MPI_CHARACTER, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Irecv comm=0 receive=-3:3:3:c'//begun())
		call MPI_Isend(out, 3, MPI_CHARACTER, next, 3, MPI_COMM_WORLD, r(2) IERR)
		call expect('MPI_Isend comm=0 send='//s(next)//':3:3:c'//begun())
		call MPI_Waitall(2, r, MPI_STATUSES_IGNORE IERR)
		call expect('MPI_Waitall done='//s(requests - 1)//':'//s(last)//':-1,'//s(requests)//':-1:-1')
		call MPI_Recv_init(in, 1, MPI_INTEGER, last, 4, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Recv_init comm=0 receive='//s(last)//':4:4:c'//begun())
		call MPI_Ssend_init(out, 1, MPI_INTEGER, next, 4, MPI_COMM_WORLD, r(2) IERR)
		call expect('MPI_Ssend_init comm=0 send='//s(next)//':4:4:c'//begun())
		do i = 1, 2
			call MPI_Start(r(1) IERR)
			call expect('MPI_Start request='//s(requests - 1))
			call MPI_Startall(1, r(2:2) IERR)
			call expect('MPI_Startall started='//s(requests))
			call MPI_Waitall(2, r, statuses IERR)
			call expect('MPI_Waitall'//completed(requests - 1, 2))
		end do
		call MPI_Request_free(r(1) IERR)
		call expect('MPI_Request_free request='//s(requests - 1))
		call MPI_Request_free(r(2) IERR)
		call expect('MPI_Request_free request='//s(requests))
	end subroutine

	! Sends of all kinds; the receive is posted before, as a ready send needs it.
#define SEND(name) call receive(r(1)); call MPI_/**/name (out, 10, MPI_INTEGER, next, 1, MPI_COMM_WORLD IERR); call expect('MPI_'//'name'//sent); call wait_one(r(1))
#define ISEND(name) call receive(r(1)); call MPI_/**/name (out, 10, MPI_INTEGER, next, 1, MPI_COMM_WORLD, r(2) IERR); call expect('MPI_'//'name'//sent//begun()); call wait_two(r)
#define INIT(name) call receive(r(1)); call MPI_/**/name (out, 10, MPI_INTEGER, next, 1, MPI_COMM_WORLD, r(2) IERR); call expect('MPI_'//'name'//sent//begun()); call start_two(r)
	subroutine call_kinds
		A_REQUEST :: r(2)
		A_DETACHED :: detached
		integer :: bytes
		A_MESSAGE :: no_message
		A_STATUS(status)
		logical :: flag
		character(len=1), target :: buffer(65536)
		character(len=:), allocatable :: sent
		sent = ' comm=0 send='//s(next)//':1:40:c'
		NAMED(MPI_Buffer_attach, (buffer, 65536 IERR))
		SEND(Send)
		SEND(Bsend)
		SEND(Ssend)
		SEND(Rsend)
		ISEND(Isend)
		ISEND(Ibsend)
		ISEND(Issend)
		ISEND(Irsend)
		INIT(Send_init)
		INIT(Bsend_init)
		INIT(Ssend_init)
		INIT(Rsend_init)
		NAMED(MPI_Buffer_detach, (detached, bytes IERR))
		call receive(r(1))
		call MPI_Send(out, 10, MPI_INTEGER, next, 1, MPI_COMM_WORLD IERR)
		call expect('MPI_Send'//sent)
		flag = .false.
		do while (.not. flag)
			call MPI_Request_get_status(r(1), flag, status IERR) ! Open MPI 4.1 does nothing where it ignores the status
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Request_get_status request='//s(requests))
		call wait_one(r(1))
		call MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, flag, no_message, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Improbe comm=0 receive=-2:1:0:c')
		call MPI_Imrecv(in, 10, MPI_INTEGER, no_message, r(1) IERR)
		call expect('MPI_Imrecv receive=-2:-1:40:c'//begun())
		call wait_one(r(1))
	end subroutine

	subroutine receive(r)
		A_REQUEST :: r
		call MPI_Irecv(in, 10, MPI_INTEGER, last, 1, MPI_COMM_WORLD, r IERR)
		call expect('MPI_Irecv comm=0 receive='//s(last)//':1:40:c'//begun())
		call MPI_Barrier(MPI_COMM_WORLD IERR)
		call expect('MPI_Barrier comm=0')
	end subroutine

	subroutine wait_two(r)
		A_REQUEST :: r(2)
		call MPI_Waitall(2, r, MPI_STATUSES_IGNORE IERR)
		call expect('MPI_Waitall'//completed(requests - 1, 2))
	end subroutine

	subroutine start_two(r)
		A_REQUEST :: r(2)
		call MPI_Start(r(2) IERR)
		call expect('MPI_Start request='//s(requests))
		call wait_two(r)
		call MPI_Request_free(r(2) IERR)
		call expect('MPI_Request_free request='//s(requests))
	end subroutine

	subroutine call_exchanges
		A_REQUEST :: r
		A_STATUS(status)
		A_TYPE :: gaps
		A_MESSAGE :: message
		logical :: flag
		call MPI_Type_vector(3, 1, 2, MPI_DOUBLE_PRECISION, gaps IERR)
		call MPI_Type_commit(gaps IERR)
		call MPI_Sendrecv(out, 2, gaps, next, 5, in, 6, MPI_DOUBLE_PRECISION, last, 5, MPI_COMM_WORLD, &
			MPI_STATUS_IGNORE IERR)
		call expect('MPI_Sendrecv comm=0 send='//s(next)//':5:48:n receive='//s(last)//':5:48:c')
		call MPI_Type_free(gaps IERR)
		call expect('MPI_Type_free')
		call MPI_Sendrecv_replace(out, 1, MPI_INTEGER, next, 6, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &
			MPI_STATUS_IGNORE IERR)
		call expect('MPI_Sendrecv_replace comm=0 send='//s(next)//':6:4:c receive=-3:6:4:c got='//s(last)//':-1')
		call MPI_Isend(out, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, r IERR)
		call expect('MPI_Isend comm=0 send='//s(next)//':7:4:c'//begun())
		call MPI_Probe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Probe comm=0 receive=-3:7:0:c got='//s(last)//':-1')
		flag = .false.
		do while (.not. flag)
			call MPI_Iprobe(last, MPI_ANY_TAG, MPI_COMM_WORLD, flag, status IERR)
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Iprobe comm=0 receive='//s(last)//':-1:0:c got=-1:7')
		call MPI_Mprobe(last, 7, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Mprobe comm=0 receive='//s(last)//':7:0:c')
		call MPI_Mrecv(in, 1, MPI_INTEGER, message, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Mrecv comm=0 receive='//s(last)//':7:4:c')
		flag = .false.
		do while (.not. flag)
			call MPI_Test(r, flag, MPI_STATUS_IGNORE IERR)
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Test'//completed(requests, 1))
		call MPI_Isend(out, 1, MPI_INTEGER, next, 8, MPI_COMM_WORLD, r IERR)
		call expect('MPI_Isend comm=0 send='//s(next)//':8:4:c'//begun())
		flag = .false.
		do while (.not. flag)
			call MPI_Improbe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, flag, message, MPI_STATUS_IGNORE IERR)
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Improbe comm=0 receive=-3:8:0:c got='//s(last)//':-1')
		call MPI_Recv(in, 1, MPI_INTEGER, MPI_PROC_NULL, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Recv comm=0 receive=-2:8:4:c')
		call MPI_Mrecv(in, 1, MPI_INTEGER, message, status IERR)
		call expect('MPI_Mrecv comm=0 receive='//s(last)//':8:4:c')
		call MPI_Wait(r, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Wait'//completed(requests, 1))
	end subroutine

	subroutine begin_four(r)
		A_REQUEST :: r(4)
		integer :: i
		do i = 1, 2
			call MPI_Irecv(in, 1, MPI_INTEGER, last, 10 + i, MPI_COMM_WORLD, r(i) IERR)
			call expect('MPI_Irecv comm=0 receive='//s(last)//':'//s(10 + i)//':4:c'//begun())
		end do
		do i = 1, 2
			call MPI_Isend(out, 1, MPI_INTEGER, next, 10 + i, MPI_COMM_WORLD, r(2 + i) IERR)
			call expect('MPI_Isend comm=0 send='//s(next)//':'//s(10 + i)//':4:c'//begun())
		end do
	end subroutine

	function indexed(n, indices)
		integer, intent(in) :: n, indices(:)
		character(len=:), allocatable :: indexed
		integer :: i
		indexed = ''
		do i = 1, n
			if (i == 1) indexed = ' done='
			if (i > 1) indexed = indexed//','
			indexed = indexed//s(requests - 3 + indices(i) - base)//':-1:-1'
		end do
	end function

	subroutine call_completions
		A_REQUEST :: r(4)
		A_STATUS(status)
		STATUSES(statuses, 4)
		integer :: i, n, index, indices(4)
		logical :: flag
		! Indices of MPICH 4.0 count from 0 in mpi_f08.
		call MPI_Irecv(in, 1, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Irecv comm=0 receive=-2:1:4:c'//begun())
		call MPI_Waitany(1, r, base, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Waitany'//completed(requests, 1))
		call begin_four(r)
		do i = 1, 2
			call MPI_Waitany(4, r, index, MPI_STATUS_IGNORE IERR)
			call expect('MPI_Waitany'//indexed(1, (/index/)))
		end do
		i = 0
		do while (i < 2)
			call MPI_Testany(4, r, index, flag, status IERR)
			if (flag) then
				call expect('MPI_Testany'//indexed(1, (/index/)))
				i = i + 1
			else
				polls = polls + 1
			end if
		end do
		call begin_four(r)
		i = 0
		do while (i < 4)
			call MPI_Waitsome(4, r, n, indices, MPI_STATUSES_IGNORE IERR)
			call expect('MPI_Waitsome'//indexed(n, indices))
			i = i + n
		end do
		call begin_four(r)
		i = 0
		do while (i < 4)
			call MPI_Testsome(4, r, n, indices, statuses IERR)
			if (n == 0) polls = polls + 1
			if (n > 0) call expect('MPI_Testsome'//indexed(n, indices))
			i = i + n
		end do
		call begin_four(r)
		flag = .false.
		do while (.not. flag)
			call MPI_Testall(4, r, flag, MPI_STATUSES_IGNORE IERR)
			if (.not. flag) polls = polls + 1
		end do
		call expect('MPI_Testall'//completed(requests - 3, 4))
		call MPI_Irecv(in, 1, MPI_INTEGER, last, 99, MPI_COMM_WORLD, r(1) IERR)
		call expect('MPI_Irecv comm=0 receive='//s(last)//':99:4:c'//begun())
		call MPI_Cancel(r(1) IERR)
		call expect('MPI_Cancel request='//s(requests))
		call MPI_Wait(r(1), MPI_STATUS_IGNORE IERR)
		call expect('MPI_Wait done='//s(requests)//':-3:-3')
	end subroutine

end module
