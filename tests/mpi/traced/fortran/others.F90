#include "macros.inc"

! What else is recorded by its name, regions, and processes that are started or found while the program runs.
module others
	use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
	use common
	use sonde_region
	use sockets
	implicit none

contains

	subroutine ask(state, status, error)
		integer(MPI_ADDRESS_KIND) :: state
		A_STATUS(status)
		integer :: error
		if (state /= 7) call MPI_Abort(MPI_COMM_WORLD, 1 IERR)
		call MPI_Status_set_elements(status, MPI_INTEGER, 0 IERR)
		call MPI_Status_set_cancelled(status, .false. IERR)
		error = MPI_SUCCESS
	end subroutine

	subroutine forget(state, error)
		integer(MPI_ADDRESS_KIND) :: state
		integer :: error
		error = MPI_SUCCESS
		if (state /= 7) error = MPI_ERR_OTHER
	end subroutine

	subroutine cancel(state, complete, error)
		integer(MPI_ADDRESS_KIND) :: state
		logical :: complete
		integer :: error
		error = MPI_SUCCESS
		if (state /= 7 .or. complete) error = MPI_ERR_OTHER
	end subroutine

	subroutine call_others
		A_REQUEST :: r
		A_COMM :: comm
		AN_INFO :: info
		type(c_ptr) :: memory
		integer, pointer :: numbers(:)
		integer :: at
		integer(MPI_ADDRESS_KIND) :: place
		integer(MPI_ADDRESS_KIND), parameter :: bytes = 64, seven = 7
		at = 0
		NAMED(MPI_Pack, (out, 2, MPI_INTEGER, in, 64, at, MPI_COMM_WORLD IERR))
		at = 0
		NAMED(MPI_Unpack, (in, 64, at, out, 2, MPI_INTEGER, MPI_COMM_WORLD IERR))
		place = 0
		NAMED(MPI_Pack_external, ('external32', out, 2, MPI_INTEGER, in, bytes, place IERR))
		place = 0
		NAMED(MPI_Unpack_external, ('external32', in, bytes, place, out, 2, MPI_INTEGER IERR))
		NAMED(MPI_Reduce_local, (out, in, 2, MPI_INTEGER, MPI_SUM IERR))
		NAMED(MPI_Alloc_mem, (bytes, MPI_INFO_NULL, memory IERR))
		call c_f_pointer(memory, numbers, (/16/))
		NAMED(MPI_Free_mem, (numbers IERR))
		call MPI_Comm_dup(MPI_COMM_SELF, comm IERR)
		call expect('MPI_Comm_dup comm=1'//made())
		call MPI_Info_create(info IERR)
		NAMED(MPI_Comm_set_info, (comm, info IERR))
		call MPI_Info_free(info IERR)
		call MPI_Comm_free(comm IERR)
		call expect('MPI_Comm_free comm='//s(comms))
		call MPI_Grequest_start(ask, forget, cancel, seven, r IERR)
		call expect('MPI_Grequest_start'//begun())
		call MPI_Grequest_complete(r IERR)
		call expect('MPI_Grequest_complete request='//s(requests))
		call wait_one(r)
		call MPI_Pcontrol(1)
		call expect('MPI_Pcontrol number=1')
		call sonde_region_begin('solve')
		call expect('region begin region=solve')
		call sonde_region_end('solve')
		call expect('region end region=solve')
	end subroutine

	! Behind a call that may have failed, as those do that this build of the library does not support.
	subroutine leave_made(what, comm)
		character(len=*), intent(in) :: what
		A_COMM :: comm
		if (ierr /= MPI_SUCCESS) then
			call expect(what)
			return
		end if
		call expect(what//made())
		call MPI_Comm_disconnect(comm IERR)
		call expect('MPI_Comm_disconnect comm='//s(comms))
	end subroutine

	subroutine call_port
		A_COMM :: other
		character(len=MPI_MAX_PORT_NAME) :: port
		port = ''
		ierr = MPI_SUCCESS
		if (rank == 0) then
			call MPI_Open_port(MPI_INFO_NULL, port, ierr)
			call expect('MPI_Open_port')
			! MPICH over UCX has no ports, and ends the program where it closes one whose name has no number.
			if (ierr /= MPI_SUCCESS) port = 'tag#0$'
		end if
		call MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, MPI_COMM_WORLD IERR)
		call expect('MPI_Bcast comm=0 send='//s(MPI_MAX_PORT_NAME)//':c receive='//s(MPI_MAX_PORT_NAME)//':c root=0')
		call MPI_Barrier(MPI_COMM_WORLD IERR) ! Open MPI does not end the sends of the broadcast while their receiver connects
		call expect('MPI_Barrier comm=0')
		if (rank == 0) then
			call MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, ierr)
			call leave_made('MPI_Comm_accept comm=1 root=0', other)
			NAMED(MPI_Close_port, (port IERR))
			! The launcher may have no server of names: then these fail, and are recorded as well.
			call MPI_Publish_name('sonde-test', MPI_INFO_NULL, port, ierr)
			call expect('MPI_Publish_name')
			call MPI_Lookup_name('sonde-test', MPI_INFO_NULL, port, ierr)
			call expect('MPI_Lookup_name')
			call MPI_Unpublish_name('sonde-test', MPI_INFO_NULL, port, ierr)
			call expect('MPI_Unpublish_name')
		else if (rank == 1) then
			call MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, ierr)
			call leave_made('MPI_Comm_connect comm=1 root=0', other)
		end if
	end subroutine

	subroutine call_join
		A_COMM :: other
		integer :: socket, port
		port = 0
		if (rank == 0) call listen(socket, port)
		call MPI_Bcast(port, 1, MPI_INTEGER, 0, MPI_COMM_WORLD IERR)
		call expect('MPI_Bcast comm=0 send=4:c receive=4:c root=0')
		if (rank > 1) return
		if (rank == 0) socket = accepted(socket)
		if (rank == 1) socket = connected(port)
		call MPI_Comm_join(socket, other, ierr)
		call leave_made('MPI_Comm_join', other)
		if (close_socket(socket) /= 0) stop 1
	end subroutine

	! Others of the same program, which only come and go.
	subroutine call_spawn
		A_COMM :: children
		character(len=1024) :: program, commands(2)
		character(len=8) :: argv(2), each(2, 2)
		AN_INFO :: infos(2)
		integer :: codes(2)
		call get_command_argument(0, program)
		argv = (/'child   ', '        '/)
		call MPI_Comm_spawn(trim(program), argv, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes, ierr)
		call leave_made('MPI_Comm_spawn comm=0 root=0', children)
		commands = program
		infos = MPI_INFO_NULL
		each(:, 1) = 'child'
		each(:, 2) = ''
		call MPI_Comm_spawn_multiple(2, commands, each, (/1, 1/), infos, 1, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, ierr)
		call leave_made('MPI_Comm_spawn_multiple comm=0 root=1', children)
	end subroutine

	subroutine call_processes
		call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN IERR)
		call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN IERR)
		call call_port
		call call_join
		call call_spawn
		call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL IERR)
		call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL IERR)
	end subroutine

end module
