#ifndef SONDE_MPI_LIVE_DRIVER_H
#define SONDE_MPI_LIVE_DRIVER_H

#include "mpi/live/order.h"
#include "platform/platform.h"

/* The live platform as process 0 knows it. */
struct live {
	struct platform platform;
	struct process process;
	unsigned long long seed;               /* of the next repetition's content */
	unsigned patience;                     /* s until SIGALRM; 0: never */
	double alarm;                          /* MPI_Wtime at which it comes; 0: it does not */
	char (*hosts)[MPI_MAX_PROCESSOR_NAME]; /* of the processes, as far as they were described; NULL: not at all */
	bool lost;                             /* a process no longer answers: nobody is waited for any more */
};

static inline struct live *live_of(struct platform *platform)
{
	return (struct live *)platform;
}

/* Sends an order to a process. It must be one that serves. */
void live_tell(struct live *l, int rank, const struct order *order);

/* Sends it to the processes of its experiment but 0. */
void live_tell_experiment(struct live *l, const struct order *order);

/*
 * Waits until a message of this kind from a process is there; false, with ERR_PLATFORM naming process and host, if it
 * is not within the platform's patience, or shortly before SIGALRM comes, which names nobody. Then nothing more can be
 * measured: every later wait is false at once, with ERR_PLATFORM. Where process 0 takes part in an experiment itself
 * and waits within MPI, not here, it is SIGALRM that ends the run.
 */
bool live_await(struct live *l, int rank, int tag, struct error *err);

/* Waits for a process' reply, which becomes *err if it is a failure and the first one. */
void live_hear_reply(struct live *l, int rank, struct error *err);

/* Waits for the experiment's answers: n observations if another process measured, and the replies of its processes but
 * 0. */
void live_collect(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
		  struct error *err);

/* Sees to it that the processes that have nothing to do compute, or sleep. */
void live_keep_background(struct live *l, bool busy);

/* False, with ERR_PLATFORM, if a process no longer answered earlier. Local. */
bool live_is_whole(const struct live *l, struct error *err);

/* Lets SIGALRM come in so many seconds, 0: not at all; nothing on a platform without patience. */
void live_set_alarm(struct live *l, unsigned seconds);

#endif
