! Marks phases of a program for `sonde trace`: a region begins and ends with its name; regions may lie inside each other.
! Compile this file with the program, which says "use sonde_region" and calls sonde_region_begin('name') and
! sonde_region_end('name'). Nothing else is to be linked. Where the program is not traced, the calls do nothing.
module sonde_region
	use, intrinsic :: iso_c_binding
	implicit none
	private
	public :: sonde_region_begin, sonde_region_end

	abstract interface
		subroutine mark(name) bind(c)
			import :: c_char
			character(kind=c_char), intent(in) :: name(*)
		end subroutine
	end interface

	interface
		function dlsym(handle, symbol) bind(c, name='dlsym')
			import :: c_ptr, c_funptr, c_char
			type(c_ptr), value :: handle
			character(kind=c_char), intent(in) :: symbol(*)
			type(c_funptr) :: dlsym
		end function
	end interface

contains

	subroutine call_by_name(symbol, name)
		character(len=*), intent(in) :: symbol, name
		type(c_funptr) :: found
		procedure(mark), pointer :: function
		found = dlsym(c_null_ptr, symbol//c_null_char) ! the null pointer is RTLD_DEFAULT
		if (.not. c_associated(found)) return
		call c_f_procpointer(found, function)
		call function(trim(name)//c_null_char)
	end subroutine

	subroutine sonde_region_begin(name)
		character(len=*), intent(in) :: name
		call call_by_name('sonde_region_begin', name)
	end subroutine

	subroutine sonde_region_end(name)
		character(len=*), intent(in) :: name
		call call_by_name('sonde_region_end', name)
	end subroutine
end module
