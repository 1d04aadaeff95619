#include "mpi/live/place.h"

#include <mpi.h>

#include "mpi/portable.h"

#include <hwloc.h>

#include <stdio.h>

/* The one object of a type whose CPUs hold the set; NULL if there is none. */
static hwloc_obj_t holder(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_const_bitmap_t set)
{
	int n = hwloc_get_nbobjs_by_type(topology, type);

	for (int i = 0; i < n; i++) {
		hwloc_obj_t found = hwloc_get_obj_by_type(topology, type, (unsigned)i);

		if (found && found->cpuset && hwloc_bitmap_isincluded(set, found->cpuset))
			return found;
	}
	return NULL;
}

static void describe(hwloc_topology_t topology, hwloc_bitmap_t set, char *text, size_t room)
{
	hwloc_obj_t package, node;
	int used = 0;

	if (hwloc_get_cpubind(topology, set, HWLOC_CPUBIND_PROCESS) != 0 || hwloc_bitmap_iszero(set))
		return;
	package = holder(topology, HWLOC_OBJ_PACKAGE, set);
	node = holder(topology, HWLOC_OBJ_NUMANODE, set);
	if (package)
		used = snprintf(text, room, "package %u", package->logical_index);
	if (node)
		snprintf(text + used, room - (size_t)used, "%sNUMA node %u", package ? ", " : "", node->logical_index);
}

void place_of_process(char *text, size_t room)
{
	hwloc_topology_t topology;
	hwloc_bitmap_t set = hwloc_bitmap_alloc();

	text[0] = '\0';
	if (set && hwloc_topology_init(&topology) == 0) {
		hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		hwloc_topology_set_type_filter(topology, HWLOC_OBJ_PACKAGE, HWLOC_TYPE_FILTER_KEEP_ALL);
		if (hwloc_topology_load(topology) == 0)
			describe(topology, set, text, room);
		hwloc_topology_destroy(topology);
	}
	hwloc_bitmap_free(set);
}

void place_binding(char *text, size_t room)
{
	char line[512], list[PLACE_BINDING_ROOM];
	FILE *file = PORTABLE_SIMULATED ? NULL : fopen("/proc/self/status", "r");

	snprintf(text, room, "%s", PORTABLE_SIMULATED ? "simulated" : "not known");
	if (!file)
		return;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "Cpus_allowed_list: %255[^\n]", list) == 1) {
			snprintf(text, room, "%s", list);
			break;
		}
	fclose(file);
}
