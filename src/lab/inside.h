#ifndef SONDE_LAB_INSIDE_H
#define SONDE_LAB_INSIDE_H

#include "lab/state.h"

/* Where ip keeps the namespaces that have names. */
#define NAMESPACES "/run/netns"

/* Sends a signal (0: none) to all processes inside the lab's namespaces; returns how many there are. Local, as are all
 * of these. */
size_t inside_signal(const struct lab *lab, int number);

/* How many processes there are in the namespace of the lab's switch, which is no node's. */
size_t inside_switch(const struct lab *lab);

/* Ends all processes inside the lab, and waits up to five seconds until they are gone. Returns how many are still
 * there. */
size_t inside_end(const struct lab *lab);

/*
 * Waits up to two seconds until all processes are gone that were started with this word ("NAME=VALUE") in their
 * environment, inside a lab or on their way there; then ends those that are not, and waits up to five more. Returns how
 * many are still there.
 */
size_t inside_end_marked(const char *word);

/*
 * Makes this process one of node i (from 1): its network, a name of its own ("node3"), the names of the others, its
 * share of the CPU; it is ended with the process that started it. ERR_INPUT if there is no such node, ERR_PLATFORM if
 * the system refuses.
 */
enum status inside_enter(const struct lab *lab, size_t i, struct error *err);

#endif
