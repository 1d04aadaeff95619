/*
 * Writes what hwloc finds of this machine to a file, which the processes of a launch then read (HWLOC_XMLFILE). Each
 * would look for itself otherwise, which is a third of what starting it takes.
 */
#include <hwloc.h>

int main(int argc, char **argv)
{
	hwloc_topology_t topology;

	return argc != 2 || hwloc_topology_init(&topology) != 0 || hwloc_topology_load(topology) != 0 ||
	       hwloc_topology_export_xml(topology, argv[1], 0) != 0;
}
