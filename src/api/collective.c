#include "api/digest.h"
#include "api/operation.h"
#include "api/options.h"
#include "api/results.h"
#include "base/locale.h"

static enum status check(const struct sonde_collective_measurement *what, const struct sonde_result *results,
			 struct error *err)
{
	if (context_check_sizes(what->bytes, what->n, err) != OK)
		return ERR_INPUT;
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check_budget(&what->budget, err);
}

enum sonde_status sonde_measure_collective(struct sonde *context, const struct sonde_collective_measurement *given,
					   struct sonde_result *results, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct sonde_collective_measurement what;
	struct asked_operation operation = {.what = NULL};
	struct wanted wanted;
	struct error mine = {0};
	enum sonde_status status;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_collective_measurement", &mine) == OK &&
	    check(&what, results, &mine) == OK &&
	    operation_make(context, &what, what.bytes, what.n, &operation, &mine) == OK)
		operation_supply(context, &what, NULL);
	wanted = (struct wanted){.family = operation_family(&operation),
				 .bytes = what.bytes,
				 .n = what.n,
				 .budget = what.budget,
				 .scale = 1,
				 .digest = operation_digest(&what, context_processes(context))};
	wanted.digest = digest_sizes(wanted.digest, what.n <= CONTEXT_SIZES_MOST ? what.bytes : NULL, what.n);
	wanted.digest = context_digest_budget(wanted.digest, &what.budget);
	status = results_measure(context, &wanted, &mine, results, error);
	operation_supply(context, NULL, NULL);
	operation_release(&operation);
	return status;
}
