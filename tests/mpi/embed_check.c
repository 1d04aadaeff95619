#include "embed_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void begin(struct test *t, int *argc, char ***argv)
{
	struct sonde_error error;

	*t = (struct test){.simulated = *argc > 1 && strcmp((*argv)[1], "simulated") == 0};
	MPI_Init(argc, argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &t->comm);
	MPI_Comm_rank(t->comm, &t->rank);
	MPI_Comm_size(t->comm, &t->size);
	check_status(t, sonde_open(t->comm, &t->context, &error), SONDE_OK, &error, "");
}

void check(struct test *t, int holds, const char *what)
{
	if (!holds && ++t->failures)
		printf("not ok: process %d of %d: %s\n", t->rank, t->size, what);
}

void check_status(struct test *t, enum sonde_status got, enum sonde_status expected, const struct sonde_error *error,
		  const char *part)
{
	if (got == expected && error->status == expected && strstr(error->text, part) &&
	    (got != SONDE_OK || error->text[0] == '\0'))
		return;
	t->failures++;
	printf("not ok: process %d: status %d instead of %d, \"%s\" without \"%s\"\n", t->rank, (int)got, (int)expected,
	       error->text, part);
}

void check_timed(struct test *t, enum sonde_status got, const struct sonde_error *error)
{
	if (got == SONDE_ERROR_MODEL && !t->simulated)
		check(t, strstr(error->text, "no time can be") != NULL, error->text);
	else
		check_status(t, got, SONDE_OK, error, "");
}

void check_alike(struct test *t, const void *data, size_t bytes, const char *what)
{
	unsigned char first[4096] = {0};

	memcpy(first, data, bytes);
	MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, t->comm);
	check(t, memcmp(first, data, bytes) == 0, what);
}

struct sonde_budget budget_of(const struct test *t, double seconds)
{
	return (struct sonde_budget){.seconds = t->size > 2 ? 4 * seconds : seconds, .error = 0.5};
}

int succeeded(struct test *t, enum sonde_status status, const struct sonde_error *error)
{
	if (status == SONDE_ERROR_BUDGET && !t->simulated) {
		t->late++;
		if (t->rank == 0)
			printf("# %s\n", error->text);
		return 0;
	}
	check_status(t, status, SONDE_OK, error, "");
	return status == SONDE_OK;
}

struct sonde_model *estimated(struct test *t, const struct sonde_estimation *what)
{
	struct sonde_model *model = NULL;
	struct sonde_error error;
	enum sonde_status status = sonde_estimate(t->context, what, &model, &error);

	check(t, (status == SONDE_OK) == (model != NULL), "a model comes with SONDE_OK only");
	succeeded(t, status, &error);
	return model;
}

int finish(struct test *t)
{
	int failures = 0;

	MPI_Allreduce(&t->failures, &failures, 1, MPI_INT, MPI_SUM, t->comm);
	if (t->rank == 0)
		printf("%d processes, %d failures, %d times too late\n", t->size, failures, t->late);
	MPI_Comm_free(&t->comm);
	MPI_Finalize();
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
