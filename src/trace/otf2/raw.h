#ifndef SONDE_TRACE_OTF2_RAW_H
#define SONDE_TRACE_OTF2_RAW_H

#include <stddef.h>
#include <stdint.h>

#include <otf2/OTF2_Reader.h>

#include "base/error.h"
#include "trace/otf2/map.h"

/* All functions are Local. */

enum { OTF2_RAW_NODES, OTF2_RAW_PROCESSES, OTF2_RAW_LOCATIONS, OTF2_RAW_REGIONS, OTF2_RAW_COMMS, OTF2_RAW_ATTRIBUTES };

/* A definition: its number in the archive, its name, and what else it has. */
struct otf2_raw_entry {
	uint64_t self;
	uint32_t name; /* a string */
	uint32_t type; /* of a process or location its type, of a region its paradigm, of a node the string of its class
			*/
	uint64_t parent; /* of a node or process a node, of a location a process, of a communicator a group */
	uint64_t events; /* of a location: how many there are at least */
	uint32_t other;  /* of an intercommunicator the other group, else OTF2_UNDEFINED_GROUP */
};

struct otf2_raw_list {
	struct otf2_raw_entry *entries;
	size_t n, room;
};

struct otf2_raw_group {
	uint32_t self;
	OTF2_GroupType type;
	OTF2_GroupFlag flags;
	uint32_t n;
	uint64_t *members;
};

struct otf2_raw_string {
	char *text;
};

/* Global definitions as they stand in the archive, in their order; numbers may have gaps and come twice. */
struct otf2_raw {
	uint64_t resolution, offset; /* ticks a second; the first tick */
	struct otf2_raw_list lists[OTF2_RAW_ATTRIBUTES + 1];
	struct otf2_raw_group *groups; /* of MPI */
	size_t n_groups, groups_room;
	struct otf2_raw_string *strings;
	size_t n_strings, strings_room;
	struct otf2_map string;
	struct error err; /* of a callback */
};

/* What libotf2 calls for each definition; its data is a struct otf2_raw. NULL if memory does not suffice. */
OTF2_GlobalDefReaderCallbacks *otf2_raw_callbacks(void);

/* The text of a string's number; "" if there is none. It belongs to raw. */
const char *otf2_raw_text(const struct otf2_raw *raw, uint32_t string);

void otf2_raw_release(struct otf2_raw *raw);

#endif
