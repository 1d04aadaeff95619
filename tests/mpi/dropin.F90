! Collective calls of a program in Fortran: each process writes to the file PREFIX.RANK what each call brought it, as a hash of its buffer. With libsonde-collective preloaded the files are to be the same.
! dropin PREFIX: process 0 prints how many of its calls the table did, -1 without the library.
module calls_of_one
	use, intrinsic :: iso_c_binding
#if defined(USE_MPI_F08)
	use mpi_f08
#define A_TYPE type(MPI_Datatype)
#define AN_OP type(MPI_Op)
#define A_COMM type(MPI_Comm)
#elif defined(USE_MPI)
	use mpi
#endif
	implicit none
#if !defined(USE_MPI_F08)
#if !defined(USE_MPI)
	include 'mpif.h'
#endif
#define A_TYPE integer
#define AN_OP integer
#define A_COMM integer
#endif
	integer, parameter :: room = 4096
	integer :: rank, size, ierr, send(room), got(room), counts(64), places(64), equal(64)
	interface
		function dlsym(handle, symbol) bind(c, name='dlsym')
			import :: c_ptr, c_funptr, c_char
			type(c_ptr), value :: handle
			character(kind=c_char), intent(in) :: symbol(*)
			type(c_funptr) :: dlsym
		end function
		function how_many() bind(c)
			import :: c_long_long
			integer(c_long_long) :: how_many
		end function
	end interface

contains

	subroutine prepare
		integer :: i
		do i = 1, room
			send(i) = mod(i * 7 + rank * 1009, 251) - 100
			got(i) = mod(i * 13 + rank * 607, 199) - 90
		end do
	end subroutine

	subroutine note(name, root, n)
		character(len=*), intent(in) :: name
		integer, intent(in) :: root, n
		integer(c_int64_t) :: hash
		integer :: i
		hash = 7
		do i = 1, room
			hash = mod(hash * 8191 + got(i) + 4096, 1099511627689_c_int64_t)
		end do
		write (10, '(a, 3(1x, i0))') name, root, n, hash
	end subroutine

	! Of 2 x 2 matrices: it does not commute.
	subroutine multiply(a, b, n, type)
#if defined(USE_MPI_F08)
		type(c_ptr), value :: a, b
		integer :: n
		type(MPI_Datatype) :: type
		integer, pointer :: x(:), y(:)
		call c_f_pointer(a, x, [4 * n])
		call c_f_pointer(b, y, [4 * n])
		call product(x, y, n)
#else
		integer :: n, type, a(4 * n), b(4 * n)
		call product(a, b, n)
#endif
	end subroutine

	subroutine product(a, b, n)
		integer, intent(in) :: n, a(4 * n)
		integer, intent(inout) :: b(4 * n)
		integer :: i, c(4)
		do i = 0, n - 1
			c = [a(4 * i + 1) * b(4 * i + 1) + a(4 * i + 2) * b(4 * i + 3), a(4 * i + 1) * b(4 * i + 2) + a(4 * i + 2) * b(4 * i + 4), &
			     a(4 * i + 3) * b(4 * i + 1) + a(4 * i + 4) * b(4 * i + 3), a(4 * i + 3) * b(4 * i + 2) + a(4 * i + 4) * b(4 * i + 4)]
			b(4 * i + 1:4 * i + 4) = modulo(c, 97)
		end do
	end subroutine

	function replaced()
		integer(c_long_long) :: replaced
		procedure(how_many), pointer :: ask
		type(c_funptr) :: found
		found = dlsym(c_null_ptr, 'sonde_collectives_replaced'//c_null_char)
		replaced = -1
		if (c_associated(found)) then
			call c_f_procpointer(found, ask)
			replaced = ask()
		end if
	end function
end module

program dropin
	use calls_of_one
	implicit none
	A_TYPE :: type, apart, matrix, types(2)
	AN_OP :: op
	integer :: root, n, i, t, m, lengths(3) = [0, 3, 40]
	character(len=256) :: file, text

	call MPI_Init(ierr)
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
	call get_command_argument(1, file)
	write (text, '(i0)') rank
	open (10, file=trim(file)//'.'//trim(text))
	call MPI_Type_vector(2, 1, 2, MPI_INTEGER, apart, ierr)
	call MPI_Type_commit(apart, ierr)
	call MPI_Type_contiguous(4, MPI_INTEGER, matrix, ierr)
	call MPI_Type_commit(matrix, ierr)
	call MPI_Op_create(multiply, .false., op, ierr)
	types = [MPI_INTEGER, apart]
	do root = 0, size - 1
		do t = 1, 2
			type = types(t)
			do m = 1, 3
				n = lengths(m)
				do i = 1, size
					equal(i) = n
					counts(i) = merge(0, n + i, n == 0)
					places(i) = (size - i) * (n + size + 1) * 3
				end do
			call calls
			end do
		end do
	end do
	call from_bottom
	if (rank == 0) print '(i0, a)', replaced(), ' calls by the table'
	call MPI_Op_free(op, ierr)
	call MPI_Type_free(matrix, ierr)
	call MPI_Type_free(apart, ierr)
	call MPI_Finalize(ierr)

contains

	subroutine calls
		call MPI_Barrier(MPI_COMM_WORLD, ierr)
		call prepare
		call MPI_Bcast(got, n, type, root, MPI_COMM_WORLD, ierr)
		call note('Bcast', root, n)
		call prepare
		call MPI_Gather(send, n, type, got, n, type, root, MPI_COMM_WORLD, ierr)
		call note('Gather', root, n)
		call prepare
		call MPI_Gatherv(send, counts(rank + 1), type, got, counts, places, type, root, MPI_COMM_WORLD, ierr)
		call note('Gatherv', root, n)
		call prepare
		call MPI_Scatter(send, n, type, got, n, type, root, MPI_COMM_WORLD, ierr)
		call note('Scatter', root, n)
		call prepare
		call MPI_Scatterv(send, counts, places, type, got, counts(rank + 1), type, root, MPI_COMM_WORLD, ierr)
		call note('Scatterv', root, n)
		call prepare
		call MPI_Allgather(send, n, type, got, n, type, MPI_COMM_WORLD, ierr)
		call note('Allgather', root, n)
		call prepare
		call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, got, n, type, MPI_COMM_WORLD, ierr)
		call note('Allgather', root, n)
		call prepare
		call MPI_Allgatherv(send, n, type, got, equal, places, type, MPI_COMM_WORLD, ierr)
		call note('Allgatherv', root, n)
		call prepare
		call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, got, equal, places, type, MPI_COMM_WORLD, ierr)
		call note('Allgatherv', root, n)
		call prepare
		call MPI_Alltoall(send, n, type, got, n, type, MPI_COMM_WORLD, ierr)
		call note('Alltoall', root, n)
		call prepare
		call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, got, n, type, MPI_COMM_WORLD, ierr)
		call note('Alltoall', root, n)
		call prepare
		call MPI_Reduce(send, got, n, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierr)
		call note('Reduce', root, n)
		call prepare
		call MPI_Reduce(send, got, n, matrix, op, root, MPI_COMM_WORLD, ierr)
		call note('Reduce', root, n)
		call prepare
		call MPI_Allreduce(send, got, n, matrix, op, MPI_COMM_WORLD, ierr)
		call note('Allreduce', root, n)
		call prepare
		call MPI_Allreduce(MPI_IN_PLACE, got, n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierr)
		call note('Allreduce', root, n)
		call prepare
		call MPI_Reduce_scatter(send, got, equal, matrix, op, MPI_COMM_WORLD, ierr)
		call note('Reduce_scatter', root, n)
		call prepare
		call MPI_Reduce_scatter_block(send, got, n, MPI_INTEGER, MPI_BXOR, MPI_COMM_WORLD, ierr)
		call note('Reduce_scatter_block', root, n)
		call prepare
		call MPI_Scan(send, got, n, matrix, op, MPI_COMM_WORLD, ierr)
		call note('Scan', root, n)
		call in_place
	end subroutine

	! At the root alone.
	subroutine in_place
		call prepare
		if (rank == root) then
			call MPI_Gather(MPI_IN_PLACE, n, type, got, n, type, root, MPI_COMM_WORLD, ierr)
			call MPI_Scatter(got, n, type, MPI_IN_PLACE, n, type, root, MPI_COMM_WORLD, ierr)
			call MPI_Reduce(MPI_IN_PLACE, got, n, matrix, op, root, MPI_COMM_WORLD, ierr)
		else
			call MPI_Gather(send, n, type, got, n, type, root, MPI_COMM_WORLD, ierr)
			call MPI_Scatter(send, n, type, got, n, type, root, MPI_COMM_WORLD, ierr)
			call MPI_Reduce(send, got, n, matrix, op, root, MPI_COMM_WORLD, ierr)
		end if
		call note('in place', root, n)
	end subroutine

	! A datatype of addresses.
	subroutine from_bottom
		A_TYPE :: there
		integer(MPI_ADDRESS_KIND) :: at(1)
		call prepare
		call MPI_Get_address(got, at(1), ierr)
		call MPI_Type_create_hindexed(1, [room], at, MPI_INTEGER, there, ierr)
		call MPI_Type_commit(there, ierr)
		call MPI_Bcast(MPI_BOTTOM, 1, there, 0, MPI_COMM_WORLD, ierr)
		call note('MPI_BOTTOM', 0, room)
		call MPI_Type_free(there, ierr)
	end subroutine
end program
