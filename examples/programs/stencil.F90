! The stencil of stencil.c in Fortran: mpi_f08, or with -DUSE_MPI and -DUSE_MPIF_H the module mpi and mpif.h.
!
! usage: stencil_f08 [columns [rows of each process [steps]]]
program stencil
#if defined(USE_MPIF_H)
  implicit none
  include 'mpif.h'
  integer :: requests(4)
#elif defined(USE_MPI)
  use mpi
  implicit none
  integer :: requests(4)
#else
  use mpi_f08
  implicit none
  type(MPI_Request) :: requests(4)
#endif
  integer, parameter :: double = kind(1d0)
  integer :: columns, rows, steps, rank, size, above, below, step, row, column, code, right, all_right
  real(double), allocatable :: now(:, :), next(:, :)
  real(double) :: begin, mine, slowest, worst

  columns = number(1, 1000)
  rows = number(2, 100)
  steps = number(3, 100)
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, size, code)
  above = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  below = merge(rank + 1, MPI_PROC_NULL, rank + 1 < size)
  ! A row of the plate is a column of Fortran's array, whose elements are neighbours in memory.
  allocate(now(columns, 0:rows + 1), next(columns, 0:rows + 1))
  do row = 0, rows + 1
    now(:, row) = height(row)
  end do
  ! Rows of neighbours are 0 until they come.
  if (rank > 0) now(:, 0) = 0
  if (rank + 1 < size) now(:, rows + 1) = 0
  next = now
  call MPI_Barrier(MPI_COMM_WORLD, code)
  begin = MPI_Wtime()
  do step = 1, steps
    call MPI_Irecv(now(:, 0), columns, MPI_DOUBLE_PRECISION, above, 1, MPI_COMM_WORLD, requests(1), code)
    call MPI_Irecv(now(:, rows + 1), columns, MPI_DOUBLE_PRECISION, below, 0, MPI_COMM_WORLD, requests(2), code)
    call MPI_Isend(now(:, 1), columns, MPI_DOUBLE_PRECISION, above, 0, MPI_COMM_WORLD, requests(3), code)
    call MPI_Isend(now(:, rows), columns, MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, requests(4), code)
    call relax(2, rows - 1)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, code)
    call relax(1, 1)
    call relax(rows, rows)
    now(2:columns - 1, 1:rows) = next(2:columns - 1, 1:rows)
  end do
  worst = 0
  do row = 1, rows
    worst = max(worst, maxval(abs(now(:, row) - height(row))))
  end do
  mine = MPI_Wtime() - begin
  right = merge(1, 0, worst < 1d-9)
  call MPI_Reduce(mine, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, code)
  call MPI_Allreduce(right, all_right, 1, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, code)
  if (rank == 0) then
    if (all_right == 1) print '(a, f0.6, a)', 'stencil: ', slowest, ' s, the result is right'
    if (all_right == 0) print '(a)', 'stencil: THE RESULT IS WRONG'
  end if
  call MPI_Finalize(code)
  if (all_right == 0) stop 1
contains
  integer function number(i, otherwise)
    integer, intent(in) :: i, otherwise
    character(20) :: text
    number = otherwise
    call get_command_argument(i, text)
    if (len_trim(text) > 0) read (text, *) number
  end function

  real(double) function height(row)
    integer, intent(in) :: row
    height = (real(rows, double) * rank + row) / (real(rows, double) * size + 1)
  end function

  subroutine relax(from, to)
    integer, intent(in) :: from, to
    integer :: r
    do r = from, to
      do column = 2, columns - 1
        next(column, r) = 0.25d0 * (now(column - 1, r) + now(column + 1, r) + now(column, r - 1) + now(column, r + 1))
      end do
    end do
  end subroutine
end program
