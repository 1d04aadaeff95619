! Calls MPI from Fortran and writes for itself what it called, as tests/mpi/traced/expect.h explains. Compiled three times:
! for mpif.h, "use mpi" (USE_MPI) and "use mpi_f08" (USE_MPI_F08). Argument: the folder for files "RANK.calls".
#if defined(USE_MPI_F08)
#define A_COMM type(MPI_Comm)
#define A_GROUP type(MPI_Group)
#define A_REQUEST type(MPI_Request)
#define A_TYPE type(MPI_Datatype)
#define AN_OP type(MPI_Op)
#define A_WINDOW type(MPI_Win)
#define A_FILE type(MPI_File)
#define A_MESSAGE type(MPI_Message)
#define A_STATUS(name) type(MPI_Status) :: name
#define STATUSES(name, n) type(MPI_Status) :: name(n)
#define IERR
#else
#define A_COMM integer
#define A_GROUP integer
#define A_REQUEST integer
#define A_TYPE integer
#define AN_OP integer
#define A_WINDOW integer
#define A_FILE integer
#define A_MESSAGE integer
#define A_STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name, n) integer :: name(MPI_STATUS_SIZE, n)
#define IERR , ierr
#endif

module calls
#if defined(USE_MPI_F08)
	use mpi_f08
#elif defined(USE_MPI)
	use mpi
#endif
	implicit none
#if !defined(USE_MPI_F08) && !defined(USE_MPI)
	include 'mpif.h'
#endif
	integer :: rank, size, next, last, requests = 0, comms = 1, polls = 0, base = 1, ierr
	integer :: out(4096) = 0, in(4096) = 0

contains

	! A number as text.
	function s(number)
		integer, intent(in) :: number
		character(len=:), allocatable :: s
		character(len=12) :: text
		write (text, '(i0)') number
		s = trim(text)
	end function

	! The number of the request that begins now.
	function begun()
		character(len=:), allocatable :: begun
		requests = requests + 1
		begun = ' request='//s(requests)
	end function

	function made()
		character(len=:), allocatable :: made
		comms = comms + 1
		made = ' made='//s(comms)
	end function

	! Requests first to first + n - 1 as completed.
	function completed(first, n)
		integer, intent(in) :: first, n
		character(len=:), allocatable :: completed
		integer :: i
		completed = ' done='//s(first)//':-1:-1'
		do i = 1, n - 1
			completed = completed//','//s(first + i)//':-1:-1'
		end do
	end function

	subroutine expect(line)
		character(len=*), intent(in) :: line
		write (10, '(a)') line
	end subroutine

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
		do while (i < 2)
			call MPI_Waitsome(4, r, n, indices, MPI_STATUSES_IGNORE IERR)
			call expect('MPI_Waitsome'//indexed(n, indices))
			i = i + n
		end do
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

	subroutine wait_one(r)
		A_REQUEST :: r
		call MPI_Wait(r, MPI_STATUS_IGNORE IERR)
		call expect('MPI_Wait'//completed(requests, 1))
	end subroutine

	! "[8,16]:c" of counts of integers.
	function list(counts)
		integer, intent(in) :: counts(:)
		character(len=:), allocatable :: list
		integer :: i
		list = '['
		do i = 1, size
			if (i > 1) list = list//','
			list = list//s(4 * counts(i))
		end do
		list = list//']:c'
	end function

	subroutine call_collectives
		A_REQUEST :: r
		A_TYPE :: types(16)
		integer :: counts(16), places(16), got(16), i
		character(len=:), allocatable :: gathers, scatters
		do i = 1, 16
			counts(i) = i
			places(i) = 64 * (i - 1)
			got(i) = rank + 1
			types(i) = MPI_INTEGER
		end do
		gathers = ''
		scatters = ''
		if (rank == 1) gathers = ' receive=4:c'
		if (rank == 1) scatters = ' send=4:c'
		call MPI_Barrier(MPI_COMM_WORLD IERR)
		call expect('MPI_Barrier comm=0')
		call MPI_Bcast(out, 4, MPI_INTEGER, 1, MPI_COMM_WORLD IERR)
		call expect('MPI_Bcast comm=0 send=16:c receive=16:c root=1')
		call MPI_Gather(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, 1, MPI_COMM_WORLD IERR)
		call expect('MPI_Gather comm=0 send=4:c'//gathers//' root=1')
		call MPI_Scatter(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, 1, MPI_COMM_WORLD IERR)
		call expect('MPI_Scatter comm=0'//scatters//' receive=4:c root=1')
		call MPI_Allgather(out, 2, MPI_INTEGER, in, 2, MPI_INTEGER, MPI_COMM_WORLD IERR)
		call expect('MPI_Allgather comm=0 send=8:c receive=8:c')
		call MPI_Allgatherv(out, rank + 1, MPI_INTEGER, in, counts, places, MPI_INTEGER, MPI_COMM_WORLD IERR)
		call expect('MPI_Allgatherv comm=0 send='//s(4 * rank + 4)//':c receive='//list(counts))
		call MPI_Alltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD IERR)
		call expect('MPI_Alltoall comm=0 send=4:c receive=4:c')
		call MPI_Alltoallv(out, counts, places, MPI_INTEGER, in, got, places, MPI_INTEGER, MPI_COMM_WORLD IERR)
		call expect('MPI_Alltoallv comm=0 send='//list(counts)//' receive='//list(got))
		call MPI_Alltoallw(out, counts, places, types, in, got, places, types, MPI_COMM_WORLD IERR)
		call expect('MPI_Alltoallw comm=0 send='//list(counts)//' receive='//list(got))
		call MPI_Reduce(out, in, 1, MPI_INTEGER, MPI_MAX, 0, MPI_COMM_WORLD IERR)
		call expect('MPI_Reduce comm=0 send=4:c receive=4:c root=0 op=MPI_MAX')
		call MPI_Allreduce(MPI_IN_PLACE, in, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERR)
		call expect('MPI_Allreduce comm=0 send=8:c receive=8:c op=MPI_SUM')
		call MPI_Reduce_scatter(out, in, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD IERR)
		call expect('MPI_Reduce_scatter comm=0 receive='//list(counts)//' op=MPI_SUM')
		call MPI_Scan(out, in, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD IERR)
		call expect('MPI_Scan comm=0 send=4:c receive=4:c op=MPI_PROD')
		call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, in, 2, MPI_INTEGER, MPI_COMM_WORLD IERR)
		call expect('MPI_Allgather comm=0 receive=8:c')
		call MPI_Ibarrier(MPI_COMM_WORLD, r IERR)
		call expect('MPI_Ibarrier comm=0'//begun())
		call wait_one(r)
		call MPI_Ibcast(out, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, r IERR)
		call expect('MPI_Ibcast comm=0 send=4:c receive=4:c root=0'//begun())
		call wait_one(r)
		call MPI_Iallreduce(out, in, 1, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, r IERR)
		call expect('MPI_Iallreduce comm=0 send=4:c receive=4:c op=MPI_MIN'//begun())
		call wait_one(r)
	end subroutine

	subroutine call_communicators
		A_COMM :: comm, other
		A_REQUEST :: r
		call MPI_Comm_dup(MPI_COMM_WORLD, comm IERR)
		call expect('MPI_Comm_dup comm=0'//made())
		call MPI_Barrier(comm IERR)
		call expect('MPI_Barrier comm='//s(comms))
		call MPI_Comm_split(comm, mod(rank, 2), 0, other IERR)
		call expect('MPI_Comm_split comm='//s(comms)//made())
		call MPI_Comm_free(comm IERR)
		call expect('MPI_Comm_free comm='//s(comms - 1))
		call MPI_Barrier(other IERR)
		call expect('MPI_Barrier comm='//s(comms))
		call MPI_Comm_free(other IERR)
		call expect('MPI_Comm_free comm='//s(comms))
		call MPI_Comm_split(MPI_COMM_WORLD, merge(MPI_UNDEFINED, 1, rank == 0), 0, other IERR)
		if (rank == 0) then
			call expect('MPI_Comm_split comm=0')
		else
			call expect('MPI_Comm_split comm=0'//made())
			call MPI_Comm_free(other IERR)
			call expect('MPI_Comm_free comm='//s(comms))
		end if
		call MPI_Cart_create(MPI_COMM_WORLD, 1, (/size/), (/.true./), .false., comm IERR)
		call expect('MPI_Cart_create comm=0'//made())
		call MPI_Neighbor_allgather(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, comm IERR)
		call expect('MPI_Neighbor_allgather comm='//s(comms)//' send=4:c receive=4:c to=['//s(last)//','//s(next)//&
			'] from=['//s(last)//','//s(next)//']')
		call MPI_Comm_idup(comm, other, r IERR)
		call expect('MPI_Comm_idup comm='//s(comms)//made()//begun())
		call wait_one(r)
		call MPI_Barrier(other IERR)
		call expect('MPI_Barrier comm='//s(comms))
		call MPI_Comm_free(other IERR)
		call expect('MPI_Comm_free comm='//s(comms))
		call MPI_Comm_free(comm IERR)
		call expect('MPI_Comm_free comm='//s(comms - 1))
	end subroutine

	subroutine call_named(dir)
		character(len=*), intent(in) :: dir
		A_WINDOW :: window
		A_FILE :: file
		call MPI_Win_create(in, 4096_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window IERR)
		call expect('MPI_Win_create')
		call MPI_Win_fence(0, window IERR)
		call expect('MPI_Win_fence')
		call MPI_Put(out, 1, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window IERR)
		call expect('MPI_Put')
		call MPI_Win_fence(0, window IERR)
		call expect('MPI_Win_fence')
		call MPI_Win_free(window IERR)
		call expect('MPI_Win_free')
		call MPI_File_open(MPI_COMM_WORLD, dir//'/file', MPI_MODE_CREATE + MPI_MODE_WRONLY, MPI_INFO_NULL, file IERR)
		call expect('MPI_File_open')
		call MPI_File_write_at(file, int(4 * rank, MPI_OFFSET_KIND), out, 1, MPI_INTEGER, MPI_STATUS_IGNORE IERR)
		call expect('MPI_File_write_at')
		call MPI_File_close(file IERR)
		call expect('MPI_File_close')
		call MPI_Pcontrol(1)
		call expect('MPI_Pcontrol number=1')
	end subroutine
end module

program traced
	use calls
	implicit none
	character(len=1024) :: dir
	integer :: provided
	call get_command_argument(1, dir)
	if (command_argument_count() > 1) then
		call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided IERR)
	else
#if defined(USE_MPI_F08)
		call MPI_Init()
#else
		call MPI_Init(ierr)
#endif
	end if
	call MPI_Comm_rank(MPI_COMM_WORLD, rank IERR)
	call MPI_Comm_size(MPI_COMM_WORLD, size IERR)
	next = mod(rank + 1, size)
	last = mod(rank + size - 1, size)
	open (unit=10, file=trim(dir)//'/'//s(rank)//'.calls', status='replace')
	if (command_argument_count() > 1) call expect('MPI_Init_thread')
	if (command_argument_count() < 2) call expect('MPI_Init')
	call call_messages
	call call_exchanges
	call call_completions
	call call_collectives
	call call_communicators
	call call_named(trim(dir))
#if defined(USE_MPI_F08)
	call MPI_Finalize()
#else
	call MPI_Finalize(ierr)
#endif
	call expect('MPI_Finalize')
	call expect('polls='//s(polls))
	close (10)
end program
