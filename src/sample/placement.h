#ifndef SONDE_SAMPLE_PLACEMENT_H
#define SONDE_SAMPLE_PLACEMENT_H

#include <stddef.h>

#include "base/error.h"

/* Which processes share a node: of each process the first one on its node. All functions are Local. */

/*
 * Reads a placement of so many processes.
 *
 * - "block:N": the first N processes on one node, the next N on another one.
 * - "cyclic:N": as many nodes as it takes with N processes each, to which processes go in turn.
 * - A list of nodes, one for each process: names or numbers with commas, spaces or lines between; NAME:N and "NAME
 *   slots=N" stand for N processes, # begins a comment. So the hosts' files of MPI's launchers are placements.
 * - node: has room for processes of them.
 * - ERR_INPUT says what is wrong.
 */
enum status placement_parse(const char *text, size_t processes, int *node, struct error *err);

/*
 * The names of nodes of a list: names[p] is that of the node of process p, room for PLACEMENT_NAME characters each.
 *
 * - ERR_INPUT also for rules, which name no nodes, and for longer names; ERR_MEMORY.
 */
#define PLACEMENT_NAME 256
enum status placement_names(const char *text, size_t processes, char (*names)[PLACEMENT_NAME], struct error *err);

/* The placement of processes on hosts of these names; NULL: one that is not known, another one than all others. */
void placement_of_hosts(const char *const *hosts, size_t processes, int *node);

/* How many nodes a placement has. */
size_t placement_nodes(const int *node, size_t processes);

#endif
