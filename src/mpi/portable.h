#ifndef SONDE_MPI_PORTABLE_H
#define SONDE_MPI_PORTABLE_H

/* The only header that asks which MPI this is; it follows <mpi.h>. */
#ifdef SMPI_H
#define PORTABLE_SIMULATED 1
#else
#define PORTABLE_SIMULATED 0
#endif

#endif
