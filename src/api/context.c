#include "api/context.h"

#include "api/carried_kinds.h"
#include "api/digest.h"
#include "mpi/live/platform.h"
#include "base/locale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum sonde_status outer_status(enum status status)
{
	switch (status) {
	case OK:
		return SONDE_OK;
	case ERR_MEMORY:
		return SONDE_ERROR_MEMORY;
	case ERR_IO:
		return SONDE_ERROR_FILE;
	case ERR_PLATFORM:
		return SONDE_ERROR_PLATFORM;
	case ERR_CHECK:
		return SONDE_ERROR_MODEL;
	default:
		return SONDE_ERROR_ARGUMENT;
	}
}

enum sonde_status context_give(const struct error *err, struct sonde_error *error)
{
	if (error) {
		error->status = outer_status(err->status);
		snprintf(error->text, sizeof(error->text), "%s", err->text);
	}
	return outer_status(err->status);
}

enum sonde_status context_missing(struct sonde_error *error)
{
	struct error err = {0};

	error_set(&err, ERR_INPUT, "there is no context: context is NULL");
	return context_give(&err, error);
}

enum sonde_status context_run(struct sonde *context,
			      void (*drive)(const struct sonde *context, void *work, struct sonde_error *outcome),
			      void *work, struct sonde_error *error)
{
	struct sonde_error outcome = {0};

	if (context_drives(context)) {
		drive(context, work, &outcome);
		live_dismiss(context->embedded.platform);
	} else {
		embed_serve(&context->embedded);
	}
	embed_share(&context->embedded, &outcome, sizeof(outcome));
	if (error)
		*error = outcome;
	return outcome.status;
}

bool context_drives(const struct sonde *context)
{
	return context->embedded.platform != NULL;
}

int context_processes(const struct sonde *context)
{
	return context->embedded.process.size;
}

enum status context_check_process(const struct sonde *context, int process, struct error *err)
{
	int last = context_processes(context) - 1;

	return process >= 0 && process <= last
		       ? OK
		       : error_set(err, ERR_INPUT, "there is no process %d: the processes are 0 to %d", process, last);
}

enum status context_check_pair(const struct sonde *context, int from, int to, struct error *err)
{
	int last = context_processes(context) - 1;

	if (from < 0 || to < 0 || from > last || to > last || from == to)
		return error_set(err, ERR_INPUT,
				 "processes %d and %d cannot be measured: two different ones of 0 to %d are needed",
				 from, to, last);
	return OK;
}

enum status context_check_budget(const struct sonde_budget *budget, struct error *err)
{
	if (!(budget->seconds > 0) || !isfinite(budget->seconds))
		return error_set(err, ERR_INPUT, "a budget of %g s: it must be more than 0 and finite",
				 budget->seconds);
	if (!(budget->error >= 0 && budget->error < 1))
		return error_set(err, ERR_INPUT, "a relative error of %g: it lies between 0 and 1, 0.05 for 5 %%",
				 budget->error);
	if (!(budget->confidence >= 0 && budget->confidence < 1))
		return error_set(err, ERR_INPUT, "a confidence of %g: it lies between 0 and 1, 0.95 for 95 %%",
				 budget->confidence);
	if (budget->max_reps > 0 && budget->min_reps > budget->max_reps)
		return error_set(err, ERR_INPUT, "repetitions from %zu to %zu: the least must not exceed the most",
				 budget->min_reps, budget->max_reps);
	return OK;
}

enum status context_check_sizes(const size_t *bytes, size_t n, struct error *err)
{
	return bytes && n >= 1 && n <= CONTEXT_SIZES_MOST
		       ? OK
		       : error_set(err, ERR_INPUT, "%zu sizes cannot be measured: at least 1 and at most %d",
				   bytes ? n : 0, CONTEXT_SIZES_MOST);
}

unsigned long long context_digest_budget(unsigned long long digest, const struct sonde_budget *budget)
{
	digest = digest_real(digest, budget->seconds);
	digest = digest_real(digest, budget->error);
	digest = digest_number(digest_real(digest, budget->confidence), (long long)budget->min_reps);
	return digest_number(digest, (long long)budget->max_reps);
}

enum sonde_status sonde_open(MPI_Comm comm, struct sonde **context, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct embedded embedded;
	struct error err = {0}, mine = {0};
	struct sonde *made;

	if (context)
		*context = NULL;
	if (embed_open(&embedded, comm, &err) != OK)
		return context_give(&err, error);
	made = calloc(1, sizeof(*made));
	if (!context)
		error_set(&mine, ERR_INPUT, "there is no place for the context: context is NULL");
	else if (!made)
		error_memory(&mine, "a context");
	if (embed_agree(&embedded, NULL, 0, &mine, &err) == OK) {
		made->embedded = embedded;
		*context = made;
	} else {
		embed_close(&embedded);
		free(made);
	}
	return context_give(&err, error);
}

void sonde_close(struct sonde *context)
{
	if (!context)
		return;
	carried_close(context->carried);
	embed_close(&context->embedded);
	free(context);
}
