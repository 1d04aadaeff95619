#ifndef SONDE_CLI_ESTIMATE_CLASSES_H
#define SONDE_CLI_ESTIMATE_CLASSES_H

#include "estimate/estimate.h"
#include "estimate/classes/class_file.h"
#include "estimate/classes/classes.h"

/* The lines of an option table: const char * and double; the words that may stand in place of a file, and what they do.
 */
#define CLASSES_OPTIONS(classes, kinds, finding, tolerance)                                                            \
	OPT_TEXT(0, "classes", (classes), kinds,                                                                       \
		 finding "; or read them from FILE, lines of a host or processes (3, 0-7) and a word"),                \
		OPT_NUMBER(0, "class-tolerance", (tolerance), "E", 0, 1,                                               \
			   "--classes auto: processes whose round trips differ by less, relative, are alike (default " \
			   "0.05)")

#endif
