#ifndef SONDE_CLI_ESTIMATE_CLASSES_H
#define SONDE_CLI_ESTIMATE_CLASSES_H

#include "estimate/estimate.h"
#include "sample/circumstances.h"

/* The usual tolerance: unlike processes differ by more, equal ones on quiet machines by less. */
#define CLASS_TOLERANCE 0.05

/* The lines of an option table: const char * and double; the words that may stand in place of a file, and what they do.
 */
#define CLASSES_OPTIONS(classes, kinds, finding, tolerance)                                                            \
	OPT_TEXT(0, "classes", (classes), kinds,                                                                       \
		 finding "; or read them from FILE, lines of a host or processes (3, 0-7) and a word"),                \
		OPT_NUMBER(0, "class-tolerance", (tolerance), "E", 0, 1,                                               \
			   "--classes auto: processes whose round trips differ by less, relative, are alike (default " \
			   "0.05)")

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
