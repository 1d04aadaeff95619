#include "estimate/triplets.h"

#include "probe/triplets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 2, PAIR_SIZES = 4, ROOTS = 3 };

/* Groups of experiments that are carried out at the same time, arranged as for probe_groups, those of one number of experiments each. */
struct groups {
	struct experiment *list;
	size_t n; /* experiments */
};

/* The experiments of a round of pairs: messages and answers of bytes. */
static void add_pairs(struct groups *groups, const struct pair_rounds *rounds, size_t r, size_t bytes)
{
	for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++)
		groups->list[groups->n++] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = rounds->pairs[i][0], .to = rounds->pairs[i][1], .bytes = bytes, .reply_bytes = bytes, .count = 1};
}

/* Which process of a triplet is the turn-th slowest; of equal ones the lower. */
static int root_of(const int *triplet, const double *slowness, int turn)
{
	int order[ROOTS] = {0, 1, 2};

	for (int i = 1; i < ROOTS; i++)
		for (int k = i; k > 0 && slowness[triplet[order[k]]] > slowness[triplet[order[k - 1]]]; k--) {
			int other = order[k];

			order[k] = order[k - 1];
			order[k - 1] = other;
		}
	return order[turn];
}

/* Those of a round of triplets, in each of which the turn-th slowest process sends to the other two: what goes on side by side then takes about as long. */
static void add_triplets(struct groups *groups, const struct triplet_rounds *rounds, size_t r, const double *slowness, int turn, size_t bytes)
{
	for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++) {
		const int *t = rounds->triplets[i];
		int root = root_of(t, slowness, turn), others[2] = {t[root == 0 ? 1 : 0], t[root == 2 ? 1 : 2]};

		groups->list[groups->n++] = (struct experiment){.kind = EXPERIMENT_ONE_TO_TWO, .from = t[root], .to = others[0], .bytes = bytes, .count = 1, .setup = {.third = (size_t)others[1]}};
	}
}

/* The sizes of round trips; returns how many. Beyond the switch: half as much again, and four times as much. */
static size_t pair_sizes(const struct estimate_options *o, size_t *sizes)
{
	const size_t all[PAIR_SIZES] = {0, o->long_size, o->switch_size + o->switch_size / 2, 4 * o->switch_size};

	memcpy(sizes, all, sizeof(all));
	return o->switch_size > 0 ? PAIR_SIZES : SIZES;
}

size_t triplets_largest(const struct estimate_options *o)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(o, sizes);

	return sizes[n - 1];
}

/* All pairs, in the rounds that have so many. */
static enum status measure_pairs(const struct estimate_options *o, struct prober *prober, const struct pair_rounds *rounds, size_t together, struct groups *groups, struct error *err)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(o, sizes);

	groups->n = 0;
	for (size_t r = 0; r < rounds->n; r++)
		for (size_t s = 0; s < n && rounds->first[r + 1] - rounds->first[r] == together; s++)
			add_pairs(groups, rounds, r, sizes[s]);
	return groups->n ? probe_groups(prober, groups->list, together, groups->n / together, err) : OK;
}

/* One-to-two experiments are repeated and warmed up as the round trips of their size are: no trials of their own are needed. */
static enum status set_as_pairs(struct prober *prober, const struct groups *groups, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < groups->n; i++) {
		struct experiment *what = &groups->list[i];
		int low = what->from < what->to ? what->from : what->to, high = what->from < what->to ? what->to : what->from;
		const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP, .from = low, .to = high, .bytes = what->bytes, .reply_bytes = what->bytes, .count = 1};
		const struct sample *pair = campaign_find(prober->campaign, &trip);

		if (!pair)
			continue;
		what->loop = pair->what.loop;
		what->warmup = pair->what.warmup;
		status = campaign_point(prober->campaign, what, err) ? OK : ERR_MEMORY;
	}
	return status;
}

static enum status measure_triplets(const struct estimate_options *o, struct prober *prober, const struct triplet_rounds *rounds, const double *slowness, size_t together, struct groups *groups,
	struct error *err)
{
	const size_t sizes[SIZES] = {0, o->long_size};
	enum status status;

	groups->n = 0;
	for (size_t r = 0; r < rounds->n; r++)
		for (int k = 0; k < SIZES * ROOTS && rounds->first[r + 1] - rounds->first[r] == together; k++)
			add_triplets(groups, rounds, r, slowness, k / SIZES, sizes[k % SIZES]);
	status = set_as_pairs(prober, groups, err);
	return status == OK && groups->n ? probe_groups(prober, groups->list, together, groups->n / together, err) : status;
}

/* Opens the connections of all pairs: one exchange each, which is not counted. */
static enum status open_connections(const struct estimate_options *o, struct prober *prober, const struct pair_rounds *rounds, struct groups *groups, struct error *err)
{
	const struct platform_class *class = prober->platform->class;
	struct observation *unused = calloc(prober->platform->processes + 1, sizeof(*unused));
	enum status status = unused ? OK : error_memory(err, "first messages");

	for (size_t r = 0; status == OK && r < rounds->n; r++) {
		size_t together = rounds->first[r + 1] - rounds->first[r];

		groups->n = 0;
		add_pairs(groups, rounds, r, o->long_size);
		for (size_t i = 0; i < groups->n; i++)
			groups->list[i].loop = 1;
		status = together == 1 ? class->run(prober->platform, groups->list, 1, unused, err) : class->run_together(prober->platform, groups->list, together, 1, unused, err);
	}
	free(unused);
	return status;
}

/* The quickest round trip of long messages that each process has, with any other, in seconds: allocated. NULL if memory does not suffice. */
static double *find_slowness(const struct estimate_options *o, const struct prober *prober)
{
	double *slowness = malloc(prober->platform->processes * sizeof(*slowness));

	for (size_t i = 0; slowness && i < prober->platform->processes; i++)
		slowness[i] = INFINITY;
	for (size_t i = 0; slowness && i < prober->campaign->n; i++) {
		const struct sample *sample = prober->campaign->samples[i];
		const struct experiment *what = &sample->what;

		if (what->kind != EXPERIMENT_ROUNDTRIP || what->bytes != o->long_size || sample->n == 0)
			continue;
		slowness[what->from] = fmin(slowness[what->from], sample->observations[sample->n - 1].seconds);
		slowness[what->to] = fmin(slowness[what->to], sample->observations[sample->n - 1].seconds);
	}
	return slowness;
}

static enum status measure_all_triplets(const struct estimate_options *o, struct prober *prober, const struct triplet_rounds *triplets, struct groups *groups, struct error *err)
{
	double *slowness = find_slowness(o, prober);
	enum status status = slowness ? OK : error_memory(err, "the speeds of processes");

	progress_report(prober->progress, "triplets", 0, triplets_count(prober->platform->processes), NAN);
	for (size_t together = 1; status == OK && together <= prober->platform->processes / 3; together++)
		status = measure_triplets(o, prober, triplets, slowness, together, groups, err);
	free(slowness);
	return status;
}

static enum status measure_all(const struct estimate_options *o, struct prober *prober, const struct pair_rounds *pairs, const struct triplet_rounds *triplets, struct groups *groups, struct error *err)
{
	size_t most = prober->platform->processes / 2;
	enum status status = open_connections(o, prober, pairs, groups, err);

	if (status == OK)
		status = watch_begin(prober, o->pair.from, o->pair.to, o->long_size < WATCH_LARGE ? o->long_size : WATCH_LARGE, o->usual, err);
	progress_report(prober->progress, "pairs", 0, pair_rounds_count(pairs), NAN);
	for (size_t together = 1; status == OK && together <= most; together++)
		status = measure_pairs(o, prober, pairs, together, groups, err);
	return status == OK ? measure_all_triplets(o, prober, triplets, groups, err) : status;
}

enum status triplets_measure(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	size_t n = prober->platform->processes;
	struct pair_rounds pairs = {.n = 0};
	struct triplet_rounds triplets = {.n = 0};
	struct groups groups = {calloc(PAIR_SIZES * (n * n + ROOTS * triplets_count(n)), sizeof(*groups.list)), 0};
	enum status status = groups.list ? OK : error_memory(err, "the experiments of triplets");

	if (status == OK && o->parallel && !prober->platform->class->run_together)
		status = error_set(err, ERR_INPUT, "this platform cannot carry out experiments at the same time");
	if (status == OK)
		status = pair_rounds_all(&pairs, n, o->parallel, err);
	if (status == OK)
		status = triplet_rounds_all(&triplets, n, o->parallel, err);
	if (status == OK)
		status = measure_all(o, prober, &pairs, &triplets, &groups, err);
	pair_rounds_release(&pairs);
	triplet_rounds_release(&triplets);
	free(groups.list);
	return status;
}
