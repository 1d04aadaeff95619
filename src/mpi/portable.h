#ifndef SONDE_MPI_PORTABLE_H
#define SONDE_MPI_PORTABLE_H

/* The only header that asks which MPI this is; it follows <mpi.h>. */
#ifdef SMPI_H
#define PORTABLE_SIMULATED 1
#define PORTABLE_RESTARTS                                                                                            \
	0 /* a persistent send may be started again as soon as MPI_Wait has returned; SMPI's eager messages are then \
	     still on their way, and it takes them twice */
#define PORTABLE_PACKS_AT_START                                                                                       \
	0 /* persistent sends read derived data when they are started; SMPI packs them once, when the request is made \
	   */
#else
#define PORTABLE_SIMULATED 0
#define PORTABLE_RESTARTS 1
#define PORTABLE_PACKS_AT_START 1
#endif

#endif
