! Compiled three times: for mpif.h, "use mpi" (USE_MPI) and "use mpi_f08" (USE_MPI_F08); with MPI_4 for a library that has what MPI-4 has. The
! preprocessor puts arguments of macros into texts, too.
#if defined(USE_MPI_F08)
#define A_COMM type(MPI_Comm)
#define A_GROUP type(MPI_Group)
#define A_REQUEST type(MPI_Request)
#define A_TYPE type(MPI_Datatype)
#define AN_OP type(MPI_Op)
#define A_WINDOW type(MPI_Win)
#define A_FILE type(MPI_File)
#define A_MESSAGE type(MPI_Message)
#define AN_INFO type(MPI_Info)
#define A_SESSION type(MPI_Session)
#define A_DETACHED type(c_ptr)
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
#define AN_INFO integer
#define A_SESSION integer
#define A_DETACHED integer(MPI_ADDRESS_KIND)
#define A_STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name, n) integer :: name(MPI_STATUS_SIZE, n)
#define IERR , ierr
#endif


! A call that is expected by its name; the same of one that begins the request r, which is waited for; one that makes comm of what is said, which is used and freed.
#define NAMED(name, arguments) call name arguments; call expect('name')
#define REQUESTED(name, arguments) call name arguments; call expect('name'//begun()); call wait_one(r)
#define MAKES(name, arguments, of) call name arguments; call expect('name'//of//made()); call leave(comm)
