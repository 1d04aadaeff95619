#ifndef SONDE_LAB_SLOWNESS_H
#define SONDE_LAB_SLOWNESS_H

#include "lab/lab.h"

/* Nodes whose processes take longer for each call that sends or receives over the lab's network, and for each byte. All
 * are Local. */

/*
 * Sets slow[i - 1] for the nodes of a file of lines "NODE TIME-PER-CALL TIME-PER-BYTE", such as "3 400us 50ns".
 *
 * - Times are numbers with ns, us, ms or s: 0 to 1 s per call, 0 to 1 ms per byte. # begins a comment.
 * - Nodes that are not named keep what stands in slow (one for each of nodes).
 * - ERR_INPUT with file and line: a node that is not there or named twice, a time that is none or too long; ERR_IO if
 *   the file cannot be read.
 */
enum status slowness_read(const char *path, struct lab_slowness *slow, size_t nodes, struct error *err);

/* True if any node is slow: then what runs on the nodes is started by slowness_words. */
bool slowness_wanted(const struct lab *lab);

/*
 * The environment (NULL-terminated, allocated as one block) in which processes of node i (from 1) are slow: before with
 * the library preloaded that is at path, and its times.
 *
 * - A library that is preloaded already stays so.
 * - NULL if memory does not suffice.
 */
char **slowness_environment(const struct lab *lab, size_t i, const char *path, char *const *before);

#endif
