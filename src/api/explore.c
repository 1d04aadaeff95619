#include "api/digest.h"
#include "api/budgeted.h"
#include "api/messages.h"
#include "api/operation.h"
#include "api/options.h"
#include "api/results.h"
#include "base/locale.h"

#include <stdlib.h>
#include <string.h>

enum { SIZES_MOST = 100000 };

/* An exploration as it was asked for, and what it is of. */
struct exploring {
	struct sonde_exploration what;
	struct sonde_measurement of_messages;
	struct sonde_collective_measurement of_operation;
	struct messages messages;
	struct asked_operation operation;
	struct explore_options options;
	size_t ends[2];
	struct wanted wanted;
	struct found found;
};

static enum status check(const struct sonde_exploration *what, struct sonde_curve *const *curve, struct error *err)
{
	if (!curve)
		return error_set(err, ERR_INPUT, "there is no place for the curve: curve is NULL");
	if (!what->messages == !what->collective)
		return error_set(err, ERR_INPUT,
				 "either messages or a collective operation is explored: of messages "
				 "and collective one is NULL");
	if (what->least >= what->most)
		return error_set(err, ERR_INPUT, "sizes from %zu to %zu bytes: the first must be less than the last",
				 what->least, what->most);
	if (!(what->epsilon >= 0 && what->epsilon <= 1))
		return error_set(err, ERR_INPUT, "an epsilon of %g: it lies between 0 and 1, 0.025 for 2.5 %%",
				 what->epsilon);
	if (what->sizes_most == 1 || what->sizes_most > SIZES_MOST)
		return error_set(err, ERR_INPUT, "at most %zu sizes: 2 to %d", what->sizes_most, SIZES_MOST);
	if (what->rule != SONDE_MIDPOINT && what->rule != SONDE_EXTRAPOLATION)
		return error_set(err, ERR_INPUT, "there is no rule %d: SONDE_MIDPOINT or SONDE_EXTRAPOLATION",
				 (int)what->rule);
	return OK;
}

static struct explore_options options_of(const struct sonde_exploration *what)
{
	struct explore_options options = explore_options_default(what->least, what->most);

	options.rules.rule = what->rule == SONDE_MIDPOINT ? RULE_MIDPOINT : RULE_EXTRAPOLATION;
	if (what->epsilon > 0)
		options.rules.epsilon = what->epsilon;
	if (what->sizes_most > 0)
		options.count_most = what->sizes_most;
	return options;
}

static enum status take_messages(const struct sonde *context, struct exploring *e, struct error *err)
{
	const struct sonde_measurement *of = &e->of_messages;
	enum status status =
		options_take(&e->of_messages, sizeof(e->of_messages), e->what.messages, "sonde_measurement", err);

	if (status == OK)
		status = messages_make(context, of, false, &e->messages, err);
	if (status == OK)
		status = context_check_budget(&of->budget, err);
	e->wanted.family = messages_family(&e->messages, 0);
	e->wanted.scale = messages_scale(of);
	e->wanted.budget = of->budget;
	e->wanted.digest = messages_digest(of, false);
	return status;
}

static enum status take_operation(const struct sonde *context, struct exploring *e, struct error *err)
{
	const struct sonde_collective_measurement *of = &e->of_operation;
	enum status status = options_take(&e->of_operation, sizeof(e->of_operation), e->what.collective,
					  "sonde_collective_measurement", err);

	if (status == OK)
		status = operation_make(context, of, e->ends, 2, &e->operation, err);
	if (status == OK)
		status = context_check_budget(&of->budget, err);
	e->wanted.family = operation_family(&e->operation);
	e->wanted.scale = 1;
	e->wanted.budget = of->budget;
	e->wanted.digest = operation_digest(of, context_processes(context));
	return status;
}

static void take_digest(struct exploring *e)
{
	const struct sonde_exploration *what = &e->what;
	unsigned long long digest = digest_sizes(e->wanted.digest, e->ends, 2);

	digest = digest_number(digest, (int)what->rule);
	digest = digest_real(digest, what->epsilon);
	digest = digest_number(digest, (long long)what->sizes_most);
	e->wanted.digest = context_digest_budget(digest, &e->wanted.budget);
}

/* What is explored, or the first objection; a digest of it in either case. */
static void prepare(const struct sonde *context, const struct sonde_exploration *given, struct sonde_curve **curve,
		    struct exploring *e, struct error *mine)
{
	if (options_take(&e->what, sizeof(e->what), given, "sonde_exploration", mine) == OK &&
	    check(&e->what, curve, mine) == OK) {
		e->ends[0] = e->what.least;
		e->ends[1] = e->what.most;
		e->what.messages ? take_messages(context, e, mine) : take_operation(context, e, mine);
	}
	e->options = options_of(&e->what);
	e->wanted.bytes = e->ends;
	e->wanted.n = 2;
	e->wanted.explore = &e->options;
	take_digest(e);
}

static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct exploring *e = work;
	struct error err = {0};

	results_drive(context, &e->wanted, &e->found, &err);
	budgeted_give(&err, outcome);
}

/* A curve with room for so many sizes and breaks, in one piece. */
static struct sonde_curve *curve_new(size_t n, size_t n_breaks)
{
	struct sonde_curve *curve =
		calloc(1, sizeof(*curve) + n * sizeof(*curve->results) + n_breaks * sizeof(*curve->breaks));

	if (!curve)
		return NULL;
	curve->n = n;
	curve->results = (struct sonde_result *)(curve + 1);
	curve->n_breaks = n_breaks;
	curve->breaks = (struct sonde_break *)(curve->results + n);
	return curve;
}

/* What process 0 has found, at all processes. Collective. */
static enum sonde_status spread(const struct sonde *context, const struct found *found, struct sonde_curve **curve,
				struct sonde_error *error)
{
	size_t counts[] = {found->n, found->n_breaks, found->complete};
	struct error mine = {0}, err = {0};
	struct sonde_curve *made;

	embed_share(&context->embedded, counts, sizeof(counts));
	made = curve_new(counts[0], counts[1]);
	if (!made)
		error_memory(&mine, "a curve");
	if (embed_agree(&context->embedded, NULL, 0, &mine, &err) != OK) {
		free(made);
		return context_give(&err, error);
	}
	if (found->results) {
		memcpy(made->results, found->results, counts[0] * sizeof(*made->results));
		memcpy(made->breaks, found->breaks, counts[1] * sizeof(*made->breaks));
	}
	embed_share(&context->embedded, made->results, counts[0] * sizeof(*made->results));
	embed_share(&context->embedded, made->breaks, counts[1] * sizeof(*made->breaks));
	made->complete = counts[2] != 0;
	*curve = made;
	return SONDE_OK;
}

enum sonde_status sonde_explore(struct sonde *context, const struct sonde_exploration *what, struct sonde_curve **curve,
				struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct exploring e = {.found = {.n = 0}};
	struct error mine = {0}, err = {0};
	enum sonde_status status;

	if (curve)
		*curve = NULL;
	if (!context)
		return context_missing(error);
	prepare(context, what, curve, &e, &mine);
	if (embed_agree(&context->embedded, &e.wanted.digest, sizeof(e.wanted.digest), &mine, &err) == OK) {
		operation_supply(context, &e.of_operation, &e.of_messages);
		status = context_run(context, drive, &e, error);
		operation_supply(context, NULL, NULL);
		if (status == SONDE_OK)
			status = spread(context, &e.found, curve, error);
	} else {
		status = context_give(&err, error);
	}
	found_release(&e.found);
	messages_release(&e.messages);
	operation_release(&e.operation);
	return status;
}

void sonde_curve_free(struct sonde_curve *curve)
{
	free(curve);
}
