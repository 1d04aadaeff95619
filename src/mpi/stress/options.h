#ifndef SONDE_MPI_STRESS_OPTIONS_H
#define SONDE_MPI_STRESS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is sent, and for how long. */
struct stress_options {
	size_t largest;  /* bytes; 0: 256 MiB, or what memory allows */
	size_t rounds;   /* each operation with each size between each pair; 0: until the time is over */
	double seconds;  /* begin no batch later than this; 0: no limit */
	double patience; /* s that a batch of messages may take until SIGALRM, see LIVE_PATIENCE */
	uint64_t seed;
	const char *operation; /* this one alone, or NULL for all */
	bool keep_going;       /* count all faults instead of ending after the first batch that has one */
	bool (*stop)(void);    /* asked between batches, or NULL */
};

#endif
