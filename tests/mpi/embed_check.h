/* What the applications that test sonde.h have in common: each process checks what it got. */
#ifndef SONDE_TESTS_EMBED_CHECK_H
#define SONDE_TESTS_EMBED_CHECK_H

#include <mpi.h>

#include <sonde.h>

struct test {
	MPI_Comm comm;
	int rank, size, failures;
	int simulated; /* time is simulated: then it can be asserted */
	int late;      /* calls for which the time did not suffice */
	struct sonde *context;
};

/* Starts MPI, with a context for all processes; time is simulated if the argument says so. Collective. */
void begin(struct test *t, int *argc, char ***argv);

void check(struct test *t, int holds, const char *what);

/* The call ended so, and its text has this part; with SONDE_OK and "" it is empty. */
void check_status(struct test *t, enum sonde_status got, enum sonde_status expected, const struct sonde_error *error,
		  const char *part);

/* A prediction succeeded. By a model of few timings on a machine that others use too times may be below 0: that is said
 * where time is not simulated. */
void check_timed(struct test *t, enum sonde_status got, const struct sonde_error *error);

/* All processes hold the same bytes, at most 4096. Collective. */
void check_alike(struct test *t, const void *data, size_t bytes, const char *what);

/* Where processes share a processor every message takes long: there more time is allowed, and what was too little is
 * told. */
struct sonde_budget budget_of(const struct test *t, double seconds);

/* The call succeeded, or the time did not suffice where it is not simulated. */
int succeeded(struct test *t, enum sonde_status status, const struct sonde_error *error);

/* The model, NULL if the time did not suffice. Collective. */
struct sonde_model *estimated(struct test *t, const struct sonde_estimation *what);

/* Sums up the failures of all processes, prints them, and frees the communicator; what main returns. Collective. */
int finish(struct test *t);

#endif
