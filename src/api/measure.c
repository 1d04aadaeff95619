#include "api/digest.h"
#include "api/messages.h"
#include "api/operation.h"
#include "api/options.h"
#include "api/results.h"
#include "base/locale.h"

static enum status check(const struct sonde_measurement *what, const struct sonde_result *results, struct error *err)
{
	if (context_check_sizes(what->bytes, what->n, err) != OK)
		return ERR_INPUT;
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check_budget(&what->budget, err);
}

/* The messages of the call, or the first objection. */
static enum status prepare(const struct sonde *context, const struct sonde_measurement *what, bool all,
			   const struct sonde_result *results, struct messages *m, struct error *err)
{
	TRY(messages_make(context, what, all, m, err));
	TRY(check(what, results, err));
	if (m->points.pairs[0].n + m->points.pairs[1].n > RESULTS_MOST / what->n)
		return error_set(err, ERR_INPUT, "%zu sizes between %zu pairs or triplets are more than %d results",
				 what->n, m->points.pairs[0].n + m->points.pairs[1].n, RESULTS_MOST);
	return OK;
}

/* triplets: by sonde_measure_triplets, which is for one-to-twos alone, as they are for it. */
static enum sonde_status measure(struct sonde *context, const struct sonde_measurement *given, bool all, bool triplets,
				 struct sonde_result *results, struct sonde_error *error)
{
	struct sonde_measurement what;
	struct messages m = {.places = NULL};
	struct wanted wanted;
	struct error mine = {0};
	enum sonde_status status;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_measurement", &mine) == OK) {
		if (triplets != (what.operation == SONDE_ONE_TO_TWO) && all)
			error_set(&mine, ERR_INPUT,
				  "SONDE_ONE_TO_TWO is measured by sonde_measure_triplets, and nothing else by it");
		else if (prepare(context, &what, all, results, &m, &mine) == OK)
			operation_supply(context, NULL, &what);
	}
	wanted = (struct wanted){.family = messages_family(&m, 0),
				 .rest = messages_family(&m, 1),
				 .bytes = what.bytes,
				 .n = what.n,
				 .places = m.places,
				 .budget = what.budget,
				 .scale = messages_scale(&what),
				 .digest = messages_digest(&what, all)};
	wanted.digest = digest_sizes(wanted.digest, what.n <= CONTEXT_SIZES_MOST ? what.bytes : NULL, what.n);
	wanted.digest = context_digest_budget(wanted.digest, &what.budget);
	status = results_measure(context, &wanted, &mine, results, error);
	operation_supply(context, NULL, NULL);
	messages_release(&m);
	return status;
}

enum sonde_status sonde_measure(struct sonde *context, const struct sonde_measurement *what,
				struct sonde_result *results, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	return measure(context, what, false, false, results, error);
}

enum sonde_status sonde_measure_pairs(struct sonde *context, const struct sonde_measurement *what,
				      struct sonde_result *results, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	return measure(context, what, true, false, results, error);
}

enum sonde_status sonde_measure_triplets(struct sonde *context, const struct sonde_measurement *what,
					 struct sonde_result *results, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	return measure(context, what, true, true, results, error);
}

size_t sonde_triplet(int processes, int from, int one, int other)
{
	size_t others = (size_t)processes - 1;

	return (size_t)from * (others * (others - 1) / 2) +
	       sonde_pair(processes - 1, one - (one > from), other - (other > from));
}

size_t sonde_pair(int processes, int one, int other)
{
	size_t low = (size_t)(one < other ? one : other), high = (size_t)(one < other ? other : one);

	return low * (2 * (size_t)processes - low - 1) / 2 + high - low - 1;
}
