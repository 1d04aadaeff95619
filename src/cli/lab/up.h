#ifndef SONDE_CLI_LAB_UP_H
#define SONDE_CLI_LAB_UP_H

#include <stdbool.h>

#include "cli/command.h"
#include "lab/network.h"
#include "lab/raise.h"

#define LAB_NAME_DEFAULT "lab"

/* What the user says about the lab that is to be made; nodes 0, NULL and 0 where nothing is said. */
struct lab_options {
	const char *name, *rate, *buffer, *rates, *cpu, *slow, *tcp;
	size_t nodes;
	double cpu_share, latency;
	int links; /* enum lab_links */
};

#define LAB_NAME_OPTION(o)                      \
	OPT_TEXT(0, "name", &(o)->name, "NAME", \
		 "the lab's name, if there are several (default \"" LAB_NAME_DEFAULT "\")")
#define LAB_SHAPE_OPTIONS(o)                                                                                         \
	OPT_COUNT(0, "nodes", &(o)->nodes, "N", 2, LAB_NODES_MOST, "nodes, 2 to 64 (default 8)"),                    \
		OPT_TEXT(0, "rate", &(o)->rate, "RATE",                                                              \
			 "of each node's link: a number with kbit, mbit or gbit (default 100mbit)"),                 \
		OPT_TEXT(0, "rates", &(o)->rates, "FILE",                                                            \
			 "lines \"NODE RATE\" for the nodes, numbered from 1, that have another one"),               \
		OPT_SECONDS(0, "latency", &(o)->latency, "TIME", 1e-6, 1,                                            \
			    "from one node to another, besides what frames take to pass the links (default 20us)"),  \
		OPT_CHOICE(0, "links", &(o)->links, lab_links_names,                                                 \
			   "wires delay each frame by its own length; buckets, of the kernel, let what a pause has " \
			   "left pass at once, and carry more than wires (default wires)"),                          \
		OPT_TEXT(0, "switch-buffer", &(o)->buffer, "BYTES",                                                  \
			 "what waits at a port of the switch before packets are dropped (default 64K)"),             \
		OPT_TEXT(0, "tcp", &(o)->tcp, "NAME",                                                                \
			 "congestion control of the nodes' TCP, such as bbr or cubic (default: this machine's)"),    \
		OPT_NUMBER(0, "cpu-share", &(o)->cpu_share, "SHARE", 0.01, 64,                                       \
			   "of one CPU, that each node gets (default: all there is)"),                               \
		OPT_TEXT(0, "cpu", &(o)->cpu, "FILE", "lines \"NODE SHARE\" for the nodes that get another share"),  \
		OPT_TEXT(0, "slow", &(o)->slow, "FILE",                                                              \
			 "lines \"NODE TIME-PER-CALL TIME-PER-BYTE\", such as \"3 400us 50ns\", for nodes "          \
			 "whose processes take longer for what they send and receive")

/* True if anything is said about the lab's shape. All are Local. */
bool lab_shape_given(const struct lab_options *o);

/* The shape that is asked for. ERR_USAGE, ERR_INPUT or ERR_IO for what cannot be. */
enum status lab_shape_of(const struct lab_options *o, struct lab_shape *shape, struct error *err);

/* A table of the lab's nodes. NULL if memory does not suffice. */
struct table *lab_table(const struct lab *lab);

#endif
