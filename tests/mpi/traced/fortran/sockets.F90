! A socket between processes 0 and 1, by the functions of C.
module sockets
	use, intrinsic :: iso_c_binding
	implicit none

	integer(c_int), parameter, private :: inet = 2, stream = 1
	type, bind(c), private :: address
		integer(c_int16_t) :: family = int(inet, c_int16_t), port = 0
		integer(c_int8_t) :: host(4) = (/127_c_int8_t, 0_c_int8_t, 0_c_int8_t, 1_c_int8_t/), zero(8) = 0
	end type

	interface
		function new_socket(family, kind, protocol) bind(c, name='socket')
			import :: c_int
			integer(c_int), value :: family, kind, protocol
			integer(c_int) :: new_socket
		end function
		function bind_to(socket, where, length) bind(c, name='bind')
			import :: c_int, address
			integer(c_int), value :: socket, length
			type(address), intent(in) :: where
			integer(c_int) :: bind_to
		end function
		function connect_to(socket, where, length) bind(c, name='connect')
			import :: c_int, address
			integer(c_int), value :: socket, length
			type(address), intent(in) :: where
			integer(c_int) :: connect_to
		end function
		function name_of(socket, where, length) bind(c, name='getsockname')
			import :: c_int, address
			integer(c_int), value :: socket
			type(address), intent(inout) :: where
			integer(c_int), intent(inout) :: length
			integer(c_int) :: name_of
		end function
		function listen_at(socket, backlog) bind(c, name='listen')
			import :: c_int
			integer(c_int), value :: socket, backlog
			integer(c_int) :: listen_at
		end function
		function accept_at(socket, where, length) bind(c, name='accept')
			import :: c_int, c_ptr
			integer(c_int), value :: socket
			type(c_ptr), value :: where, length
			integer(c_int) :: accept_at
		end function
		function close_socket(socket) bind(c, name='close')
			import :: c_int
			integer(c_int), value :: socket
			integer(c_int) :: close_socket
		end function
	end interface

contains

	! A socket at which another process calls, and its port.
	subroutine listen(socket, port)
		integer, intent(out) :: socket, port
		type(address) :: where
		integer(c_int) :: length
		length = 16
		socket = new_socket(inet, stream, 0)
		if (bind_to(socket, where, length) /= 0 .or. listen_at(socket, 1) /= 0) stop 1
		if (name_of(socket, where, length) /= 0) stop 1
		port = where%port
	end subroutine

	function accepted(socket)
		integer, intent(in) :: socket
		integer :: accepted
		accepted = accept_at(socket, c_null_ptr, c_null_ptr)
		if (close_socket(socket) /= 0) stop 1
	end function

	function connected(port)
		integer, intent(in) :: port
		integer :: connected
		type(address) :: where
		where%port = int(port, c_int16_t)
		connected = new_socket(inet, stream, 0)
		if (connect_to(connected, where, 16) /= 0) stop 1
	end function
end module
