#include "macros.inc"

! Calls MPI from Fortran and writes for itself what it called, as tests/mpi/traced/expect.h explains.
module common
	use, intrinsic :: iso_c_binding, only: c_ptr, c_char, c_int, c_null_ptr, c_null_char, c_associated
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

	private :: c_ptr, c_char, c_int, c_null_ptr, c_null_char, c_associated

	interface
		function dlsym(handle, symbol) bind(c, name='dlsym')
			import :: c_ptr, c_char
			type(c_ptr), value :: handle
			character(kind=c_char), intent(in) :: symbol(*)
			type(c_ptr) :: dlsym
		end function
		function usleep(microseconds) bind(c, name='usleep')
			import :: c_int
			integer(c_int), value :: microseconds
			integer(c_int) :: usleep
		end function
	end interface

contains

	! Lets others run, between calls that ask whether something is there.
	subroutine wait_a_little
		if (usleep(1000_c_int) /= 0) stop 1
	end subroutine

	! Of names of MPI in small letters on standard input, a line each, those that this process could call.
	subroutine put_offered
		character(len=128) :: name
		integer :: end
		do
			read (*, '(a)', iostat=end) name
			if (end /= 0) exit
#if defined(USE_MPI_F08)
			if (found(trim(name)//'_f08_') .or. found(trim(name)//'_f08ts_')) write (*, '(a)') trim(name)
#else
			if (found(trim(name)//'_')) write (*, '(a)') trim(name)
#endif
		end do
	end subroutine

	function found(symbol)
		character(len=*), intent(in) :: symbol
		logical :: found
		found = c_associated(dlsym(c_null_ptr, symbol//c_null_char)) ! the null pointer is RTLD_DEFAULT
	end function

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

end module
