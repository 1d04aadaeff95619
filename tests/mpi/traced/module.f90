subroutine run() bind(C)
  include 'mpif.h'
  integer error, index, all(2), requests(2)
  call MPI_INIT(error)
  all = 1
  call MPI_ALLGATHER(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  call MPI_IRECV(all, 1, MPI_INTEGER, 0, 5, MPI_COMM_SELF, requests(1), error)
  call MPI_IRECV(all, 1, MPI_INTEGER, MPI_PROC_NULL, 6, MPI_COMM_SELF, requests(2), error)
  call MPI_WAITANY(2, requests, index, MPI_STATUS_IGNORE, error)
  call MPI_CANCEL(requests(1), error)
  call MPI_WAIT(requests(1), MPI_STATUS_IGNORE, error)
  call MPI_FINALIZE(error)
end subroutine
