#include "macros.inc"

module communicators
	use common
	implicit none

contains

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

	! A barrier, then the end.
	subroutine leave(comm)
		A_COMM :: comm
		call MPI_Barrier(comm IERR)
		call expect('MPI_Barrier comm='//s(comms))
		call MPI_Comm_free(comm IERR)
		call expect('MPI_Comm_free comm='//s(comms))
	end subroutine

	! Each process has the next one as its only neighbour.
	subroutine call_graphs
		A_COMM :: comm
		integer :: i
		MAKES(MPI_Graph_create, (MPI_COMM_WORLD, size, (/(i, i=1, size)/), (/(mod(i, size), i=1, size)/), .false., comm IERR), ' comm=0')
		MAKES(MPI_Dist_graph_create, (MPI_COMM_WORLD, 1, (/rank/), (/1/), (/next/), (/1/), MPI_INFO_NULL, .false., comm IERR), ' comm=0')
		call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, (/last/), (/1/), 1, (/next/), (/1/), MPI_INFO_NULL, .false., comm IERR)
		call expect('MPI_Dist_graph_create_adjacent comm=0'//made())
		call MPI_Neighbor_allgather(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, comm IERR)
		call expect('MPI_Neighbor_allgather comm='//s(comms)//' send=4:c receive=4:c to=['//s(next)//'] from=['//s(last)//']')
		call leave(comm)
	end subroutine

	subroutine call_other_makings
		A_COMM :: comm, grid, half, between
		A_GROUP :: group
		integer :: inter
		call MPI_Comm_group(MPI_COMM_WORLD, group IERR)
		MAKES(MPI_Comm_dup_with_info, (MPI_COMM_SELF, MPI_INFO_NULL, comm IERR), ' comm=1')
		MAKES(MPI_Comm_split_type, (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, comm IERR), ' comm=0')
		MAKES(MPI_Comm_create, (MPI_COMM_WORLD, group, comm IERR), ' comm=0')
		MAKES(MPI_Comm_create_group, (MPI_COMM_WORLD, group, 5, comm IERR), ' comm=0')
		call MPI_Group_free(group IERR)
		call MPI_Cart_create(MPI_COMM_WORLD, 2, (/size, 1/), (/.true., .true./), .false., grid IERR)
		call expect('MPI_Cart_create comm=0'//made())
		MAKES(MPI_Cart_sub, (grid, (/.true., .false./), comm IERR), ' comm='//s(comms))
		call MPI_Comm_free(grid IERR)
		call expect('MPI_Comm_free comm='//s(comms - 1))
		call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, half IERR)
		call expect('MPI_Comm_split comm=0'//made())
		call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 7, between IERR)
		call expect('MPI_Intercomm_create comm='//s(comms)//made())
		inter = comms
		call MPI_Intercomm_merge(between, mod(rank, 2) == 1, comm IERR)
		call expect('MPI_Intercomm_merge comm='//s(inter)//made())
		call leave(comm)
		call MPI_Comm_disconnect(between IERR)
		call expect('MPI_Comm_disconnect comm='//s(inter))
		call MPI_Comm_free(half IERR)
		call expect('MPI_Comm_free comm='//s(inter - 1))
	end subroutine

end module
