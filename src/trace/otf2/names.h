#ifndef SONDE_TRACE_OTF2_NAMES_H
#define SONDE_TRACE_OTF2_NAMES_H

#include "trace/function.h"

/* Attributes of Enter that sonde writes for polling that found nothing: how many calls stand in this one (uint64), and
 * for how many ticks they were inside MPI (uint64). */
#define OTF2_NAME_POLLS "sonde: polls"
#define OTF2_NAME_INSIDE "sonde: ticks inside"

/* Properties of an archive that sonde writes: the MPI library, the command that was traced. */
#define OTF2_NAME_LIBRARY "SONDE::MPI_LIBRARY"
#define OTF2_NAME_COMMAND "SONDE::COMMAND"

/* The function that a region's name means ("MPI_Send", "mpi_send_", "PMPI_Send_c"); TRACE_FUNCTIONS: none. Local. */
enum trace_function otf2_function_find(const char *region);

#endif
