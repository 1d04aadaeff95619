#ifndef SONDE_TRACE_OTF2_MEMORY_H
#define SONDE_TRACE_OTF2_MEMORY_H

#include <otf2/OTF2_Archive.h>

/*
 * Has libotf2 write events whenever a thread has filled a chunk. By itself it keeps them in memory until that is full:
 * up to 128 MiB of each thread. Local.
 */
OTF2_ErrorCode otf2_bound_memory(OTF2_Archive *archive);

#endif
