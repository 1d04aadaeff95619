#ifndef SONDE_TRACE_OTF2_DEFINITIONS_H
#define SONDE_TRACE_OTF2_DEFINITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <otf2/OTF2_Reader.h>

#include "trace/otf2/library.h"
#include "trace/otf2/map.h"
#include "trace/reader.h"

/* All functions are Local. */

struct otf2_region {
	const char *name;
	enum trace_function function; /* TRACE_FUNCTIONS: none of MPI's that sonde knows */
};

/* A communicator as the archive has it. */
struct otf2_communicator {
	int number;            /* 0 MPI_COMM_WORLD, 1 MPI_COMM_SELF, others from 2 */
	bool self;             /* each process has one of its own */
	int n, n_remote;       /* processes; of the other group, 0: no intercommunicator */
	int *members, *remote; /* as ranks of the world; -1: unknown */
};

struct otf2_process {
	struct trace_process process;
	uint64_t *locations; /* of its threads: the one that stands for the process first */
	size_t n_locations, room;
	uint64_t events; /* that are there at least: EZTrace gives less */
};

/* What the global definitions say, by numbers of our own; maps lead there from those of the archive. */
struct otf2_definitions {
	double tick;     /* s */
	uint64_t offset; /* ticks at the trace's begin */
	struct otf2_process *processes;
	int n_processes;
	struct otf2_region *regions;
	size_t n_regions;
	struct otf2_communicator *communicators;
	size_t n_communicators;
	struct otf2_map region, communicator;
	uint32_t polls, inside; /* sonde's own attributes, OTF2_UNDEFINED_ATTRIBUTE: not there */
	struct otf2_raw *raw;   /* as read; names point there */
};

/*
 * Reads the global definitions of an archive that is open. otf2_definitions_release follows, also after a failure.
 *
 * - name: of the archive, for error texts.
 * - ERR_INPUT: damaged, no processes, a reference to nothing. ERR_MEMORY.
 */
enum status otf2_definitions_read(struct otf2_definitions *definitions, OTF2_Reader *reader, const char *name,
				  struct otf2_complaint *complaint, struct error *err);
void otf2_definitions_release(struct otf2_definitions *definitions);

#endif
