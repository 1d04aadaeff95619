#ifndef SONDE_LAB_STATE_FILE_H
#define SONDE_LAB_STATE_FILE_H

#include <stdio.h>

#include "lab/lab.h"

/*
 * The files of a lab. state: lines "sonde-lab 1", "boot ID", "tag TAG", "owner PROCESS STARTED", "buffer BYTES", "node
 * RATE CPU" for each node, then, appended one by one, "netns NAME", "cgroup PATH" and then "complete kept" or "complete
 * owned"; at last "ending PROCESS STARTED" of each process that begins to remove the lab. All are Local and fail with
 * ERR_IO and the path.
 */
enum status state_write(const struct lab *lab, const char *folder, struct error *err);

/* What state_write begins a state with, onto a stream. */
void state_print(const struct lab *lab, FILE *file);

/* hosts: what /etc/hosts is inside the nodes. */
enum status state_write_hosts(const struct lab *lab, const char *folder, struct error *err);

/* agent: the script that MPI launchers call instead of ssh. */
enum status state_write_agent(const struct lab *lab, const char *folder, const char *program, struct error *err);

/* Appends a line of a word and a value to the state of a lab that is in its place. */
enum status state_append(const struct lab *lab, const char *word, const char *value, struct error *err);

/* Fills in the lab, of which the name is set. ERR_INPUT if there is none, or for a line that is not understood; a last
 * line that was cut off by a kill was never acted upon and does not count. */
enum status state_read(struct lab *lab, struct error *err);

/* The same from any file, which is there. */
enum status state_read_file(struct lab *lab, const char *path, struct error *err);

#endif
