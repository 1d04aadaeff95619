#ifndef SONDE_ESTIMATE_CLASSES_CLASS_FILE_H
#define SONDE_ESTIMATE_CLASSES_CLASS_FILE_H

#include "sample/circumstances.h"

/*
 * Reads classes of processes from a file: each line names a host of hosts[processes], a process or a range of them, and
 * its class, any word; # begins a comment. *classes is allocated: a number from 0 for each process. ERR_IO, or
 * ERR_INPUT naming the line: a host or process that is not there, a line of another form, a process without a class, or
 * with two. Local.
 */
enum status classes_read(const char *path, char *const *hosts, size_t processes, size_t **classes, struct error *err);

/*
 * Classes of processes with the same host and the same place on it (circumstances.h), numbered from 0 in the order of
 * their first processes. *classes is allocated. ERR_INPUT if hosts or places are not known, as of a synthetic platform;
 * ERR_MEMORY. Local.
 */
enum status classes_of_places(const struct circumstances *here, size_t **classes, struct error *err);

#endif
