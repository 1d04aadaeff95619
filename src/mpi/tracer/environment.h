#ifndef SONDE_MPI_TRACER_ENVIRONMENT_H
#define SONDE_MPI_TRACER_ENVIRONMENT_H

/*
 * What `sonde trace` tells the preloaded library, and the library to nobody else: variables of the environment. Without
 * SONDE_TRACE_DIR the library records nothing and every call goes through.
 */

/* The folder of the trace, an absolute path. It is there, and can be written. */
#define TRACER_DIR "SONDE_TRACE_DIR"

/*
 * Words with a comma between each two, in any order; an unknown word is left out of account:
 *
 * - exact: every tick of the times is kept.
 * - off: nothing is recorded until the program calls MPI_Pcontrol(1).
 * - verbose: each process says on standard error what it did, in a line that begins with "sonde: ".
 * - regions: MPI_Pcontrol(level, name) with another level than 0, 1 and 2 marks regions: level > 2 begins the region
 *   with that name, level < 0 ends it. Only then is a further argument of MPI_Pcontrol read.
 * - memory=BYTES: what a stream of calls may take, a whole number. 0 or left out: what the library thinks right.
 * - only=NAME:NAME...: functions that are recorded, as "MPI_Send"; Init, Finalize and what makes or frees a
 *   communicator are recorded besides, since other calls speak of what they make.
 */
#define TRACER_OPTIONS "SONDE_TRACE_OPTIONS"

#endif
