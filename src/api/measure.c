#include "api/digest.h"
#include "api/options.h"
#include "api/results.h"
#include "probe/pairs.h"

#include <stdlib.h>

/* The points of a call, and where their results belong. */
struct messages {
	struct experiment *points;
	size_t *places;
	size_t n, together;
};

static void messages_release(struct messages *m)
{
	free(m->points);
	free(m->places);
}

static enum status messages_room(struct messages *m, size_t n, struct error *err)
{
	m->points = calloc(n + 1, sizeof(*m->points));
	m->places = calloc(n + 1, sizeof(*m->places));
	return m->points && m->places ? OK : error_memory(err, "the points to measure");
}

static enum status check(const struct sonde_measurement *what, const struct sonde_result *results, struct error *err)
{
	if (what->operation != SONDE_ROUNDTRIP && what->operation != SONDE_ONEWAY &&
	    what->operation != SONDE_ACKNOWLEDGED)
		return error_set(err, ERR_INPUT,
				 "there is no operation %d: SONDE_ROUNDTRIP, SONDE_ONEWAY or SONDE_ACKNOWLEDGED",
				 (int)what->operation);
	if (context_check_sizes(what->bytes, what->n, err) != OK)
		return ERR_INPUT;
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check_budget(&what->budget, err);
}

static struct experiment point_of(const struct sonde_measurement *what, int from, int to, size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
				   .from = from,
				   .to = to,
				   .bytes = bytes,
				   .reply_bytes = what->operation == SONDE_ACKNOWLEDGED ? 0 : bytes,
				   .count = 1};
}

/* What each size is measured by, between one pair. */
static enum status list_sizes(const struct sonde_measurement *what, struct messages *m, struct error *err)
{
	if (messages_room(m, what->n, err) != OK)
		return ERR_MEMORY;
	for (size_t i = 0; i < what->n; i++) {
		m->points[i] = point_of(what, what->from, what->to, what->bytes[i]);
		m->places[i] = i;
	}
	m->n = what->n;
	m->together = 1;
	return OK;
}

/* The same between the pairs of all rounds, which have as many pairs each; those of a round lie side by side. */
static void add_rounds(const struct sonde_measurement *what, int processes, const struct pair_rounds *rounds,
		       struct messages *m)
{
	m->together = rounds->first[1] - rounds->first[0];
	for (size_t r = 0; r < rounds->n; r++)
		for (size_t i = 0; i < what->n; i++)
			for (size_t k = rounds->first[r]; k < rounds->first[r + 1]; k++) {
				const int *pair = rounds->pairs[k];
				struct experiment *point = &m->points[m->n];

				*point = point_of(what, pair[0], pair[1], what->bytes[i]);
				point->setup.background = what->parallel ? BACKGROUND_PARALLEL : BACKGROUND_IDLE;
				m->places[m->n++] = sonde_pair(processes, pair[0], pair[1]) * what->n + i;
			}
}

static enum status list_pairs(const struct sonde_measurement *what, int processes, struct messages *m,
			      struct error *err)
{
	size_t pairs = (size_t)processes * (size_t)(processes - 1) / 2;
	struct pair_rounds rounds = {.n = 0};
	enum status status = OK;

	if (pairs > RESULTS_MOST / what->n)
		return error_set(err, ERR_INPUT, "%zu sizes between %zu pairs are more than %d results", what->n, pairs,
				 RESULTS_MOST);
	status = pair_rounds_all(&rounds, (size_t)processes, what->parallel != 0, err);
	if (status == OK)
		status = messages_room(m, pairs * what->n, err);
	if (status == OK)
		add_rounds(what, processes, &rounds, m);
	pair_rounds_release(&rounds);
	return status;
}

static unsigned long long digest_of(const struct sonde_measurement *what, bool all)
{
	unsigned long long digest = digest_number(DIGEST, (int)what->operation);

	digest = digest_number(digest, all ? -1 : what->from);
	digest = digest_number(digest, all ? what->parallel != 0 : what->to);
	digest = digest_sizes(digest, what->n <= CONTEXT_SIZES_MOST ? what->bytes : NULL, what->n);
	return context_digest_budget(digest, &what->budget);
}

static enum sonde_status measure(struct sonde *context, const struct sonde_measurement *given, bool all,
				 struct sonde_result *results, struct sonde_error *error)
{
	struct sonde_measurement what;
	struct messages m = {.n = 0};
	struct error mine = {0};
	enum sonde_status status;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_measurement", &mine) == OK &&
	    (all || context_check_pair(context, what.from, what.to, &mine) == OK) && check(&what, results, &mine) == OK)
		all ? list_pairs(&what, context_processes(context), &m, &mine) : list_sizes(&what, &m, &mine);
	status = results_measure(context,
				 &(struct wanted){.points = m.points,
						  .n = m.n,
						  .together = m.together,
						  .places = m.places,
						  .budget = what.budget,
						  .scale = what.operation == SONDE_ONEWAY ? 0.5 : 1,
						  .digest = digest_of(&what, all)},
				 &mine, results, error);
	messages_release(&m);
	return status;
}

enum sonde_status sonde_measure(struct sonde *context, const struct sonde_measurement *what,
				struct sonde_result *results, struct sonde_error *error)
{
	return measure(context, what, false, results, error);
}

enum sonde_status sonde_measure_pairs(struct sonde *context, const struct sonde_measurement *what,
				      struct sonde_result *results, struct sonde_error *error)
{
	return measure(context, what, true, results, error);
}

size_t sonde_pair(int processes, int one, int other)
{
	size_t low = (size_t)(one < other ? one : other), high = (size_t)(one < other ? other : one);

	return low * (2 * (size_t)processes - low - 1) / 2 + high - low - 1;
}
