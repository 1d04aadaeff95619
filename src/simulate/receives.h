#ifndef SONDE_SIMULATE_RECEIVES_H
#define SONDE_SIMULATE_RECEIVES_H

#include <stddef.h>
#include <stdint.h>

/* What a process receives in a simulation of a schedule, and when. */
struct simulated_receive {
	double posted, done; /* seconds: when the process began it, and when it had the message */
	uint64_t bytes;      /* of the message */
	uint32_t operation;  /* of the process */
	int32_t from;        /* who sent it */
};

/* Whose receives are asked for. Zero-initialise it, but for process; receives_release frees it. */
struct receives_asked {
	int process;                    /* said before */
	struct simulated_receive *list; /* found: in the order in which they were done */
	size_t n;
};

void receives_release(struct receives_asked *receives);

#endif
