#ifndef SONDE_CLI_LAB_UP_H
#define SONDE_CLI_LAB_UP_H

#include <stdbool.h>

#include "cli/command.h"
#include "lab/network.h"

#define LAB_NAME_USUAL "lab"

/* What the user says about the lab that is to be made; nodes 0, NULL and 0 where nothing is said. */
struct lab_wishes {
	const char *name, *rate, *buffer, *rates, *cpu;
	size_t nodes;
	double cpu_share;
};

/* clang-format off */
#define LAB_NAME_OPTION(w) \
	{.name = "name", .type = OPTION_TEXT, .value = &(w)->name, .argument = "NAME", .help = "the lab's name, if there are several (default \"" LAB_NAME_USUAL "\")"}
#define LAB_SHAPE_OPTIONS(w) \
	{.name = "nodes", .type = OPTION_COUNT, .value = &(w)->nodes, .argument = "N", .help = "nodes, 2 to 64 (default 8)", .least = 2, .most = LAB_NODES_MOST}, \
	{.name = "rate", .type = OPTION_TEXT, .value = &(w)->rate, .argument = "RATE", .help = "of each node's link: a number with kbit, mbit or gbit (default 100mbit)"}, \
	{.name = "rates", .type = OPTION_TEXT, .value = &(w)->rates, .argument = "FILE", .help = "lines \"NODE RATE\" for the nodes, numbered from 1, that have another one"}, \
	{.name = "switch-buffer", .type = OPTION_TEXT, .value = &(w)->buffer, .argument = "BYTES", .help = "what waits at a port of the switch before packets are dropped (default 64K)"}, \
	{.name = "cpu-share", .type = OPTION_NUMBER, .value = &(w)->cpu_share, .argument = "SHARE", .help = "of one CPU, that each node gets (default: all there is)", .least = 0.01, .most = 64}, \
	{.name = "cpu", .type = OPTION_TEXT, .value = &(w)->cpu, .argument = "FILE", .help = "lines \"NODE SHARE\" for the nodes that get another share"}
/* clang-format on */

/* True if anything is said about the lab's shape. All are Local. */
bool lab_shape_wished(const struct lab_wishes *w);

/* The shape that is wished for. ERR_USAGE, ERR_INPUT or ERR_IO for what cannot be. */
enum status lab_shape_of(const struct lab_wishes *w, struct lab_shape *shape, struct error *err);

/* This program's own path. ERR_PLATFORM. */
enum status lab_program(char *path, size_t room, struct error *err);

/* Makes a lab; what was made of it is removed if that fails. lab_release frees *lab. */
enum status lab_raise(struct lab *lab, const char *name, const struct lab_shape *shape, bool kept, struct error *err);

/* A table of the lab's nodes. NULL if memory does not suffice. */
struct table *lab_table(const struct lab *lab);

#endif
