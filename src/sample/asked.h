#ifndef SONDE_SAMPLE_ASKED_H
#define SONDE_SAMPLE_ASKED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/units.h"

/* All functions are Local. */

/* An option that the user gave, or another argument by its place. */
struct run_option {
	char *key;   /* the option's long name, "error"; of other arguments their place, "1", "2" */
	char *value; /* sizes in bytes and times in seconds, without units; "1" for an option without an argument */
	bool resume; /* the run can only be resumed with the same value */
};
void run_options_free(struct run_option *options, size_t n);

/* What a user asked for when a run was begun; zero-initialise it, asked_release frees what it holds. */
struct asked {
	struct run_option *options;
	size_t n;
	struct size_list sizes; /* message sizes; none: they were not given */
};
void asked_release(struct asked *asked);

#endif
