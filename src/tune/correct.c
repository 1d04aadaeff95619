#include "tune/correct.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

/* How a factor is known. */
enum source { BY_SIZES, BY_RELATIVES, BY_ALL, SOURCES };

/* Of each source: what its doubt is before three factors show it, and the least that it is then. */
static const double first_doubt[SOURCES] = {0.15, 0.3, 0.6}, least_doubt[SOURCES] = {0.05, 0.1, 0.2};

enum { SHOWN = 3 /* factors that show a doubt */ };

static size_t cell(const struct tune_task *task, size_t candidate, size_t size)
{
	return candidate * task->n_sizes + size;
}

/* The logarithm of what was measured over what was predicted; NAN: it was not measured. */
static double ratio(const struct tune_task *task, size_t candidate, size_t size)
{
	size_t at = cell(task, candidate, size);

	return isfinite(task->predicted[at]) ? log(task->measured[at].value / task->predicted[at]) : NAN;
}

/* Of a candidate, by the sizes at which it was measured but for one (SIZE_MAX: all count). */
static double by_sizes(const struct tune_task *task, size_t candidate, size_t size, size_t but)
{
	double below = NAN, above = NAN, low = 0, high = 0, at = log((double)task->sizes[size] + 1);

	for (size_t s = 0; s < task->n_sizes; s++) {
		double r = s == but ? NAN : ratio(task, candidate, s), x = log((double)task->sizes[s] + 1);

		if (isnan(r))
			continue;
		if (s <= size) {
			below = r;
			low = x;
		} else if (isnan(above)) {
			above = r;
			high = x;
		}
	}
	if (isnan(below) || isnan(above))
		return isnan(below) ? above : below;
	return below + (above - below) * (at - low) / (high - low);
}

static bool are_related(const struct tune_task *task, size_t a, size_t b)
{
	return a != b && task->candidates.list[a].algorithm == task->candidates.list[b].algorithm;
}

/* The mean of those of the same algorithm. */
static double by_relatives(const struct tune_task *task, size_t candidate, size_t size)
{
	double sum = 0;
	size_t n = 0;

	for (size_t c = 0; c < task->candidates.n; c++) {
		double r = are_related(task, c, candidate) ? by_sizes(task, c, size, SIZE_MAX) : NAN;

		sum += isnan(r) ? 0 : r;
		n += !isnan(r);
	}
	return n > 0 ? sum / (double)n : NAN;
}

/* The median of all other candidates. list: room for one of each. */
static double by_all(const struct tune_task *task, size_t candidate, size_t size, double *list)
{
	size_t n = 0;

	for (size_t c = 0; c < task->candidates.n; c++) {
		double r = c == candidate ? NAN : by_sizes(task, c, size, SIZE_MAX);

		if (!isnan(r))
			list[n++] = r;
	}
	return n > 0 ? quantile_median(list, n) : NAN;
}

static double by(const struct tune_task *task, enum source source, size_t candidate, size_t size, size_t but,
		 double *list)
{
	if (source == BY_SIZES)
		return by_sizes(task, candidate, size, but);
	return source == BY_RELATIVES ? by_relatives(task, candidate, size) : by_all(task, candidate, size, list);
}

/* How far each source is off where something was measured. */
static void find_doubts(const struct tune_task *task, double doubt[SOURCES], double *list)
{
	for (int source = 0; source < SOURCES; source++) {
		double sum = 0;
		size_t n = 0;

		for (size_t c = 0; c < task->candidates.n; c++)
			for (size_t s = 0; s < task->n_sizes; s++) {
				double off = ratio(task, c, s) - by(task, (enum source)source, c, s, s, list);

				sum += isnan(off) ? 0 : off * off;
				n += !isnan(off);
			}
		doubt[source] = n >= SHOWN ? fmax(least_doubt[source], sqrt(sum / (double)n)) : first_doubt[source];
	}
}

static void correct(struct tune_task *task, size_t candidate, size_t size, const double doubt[SOURCES], double *list)
{
	size_t at = cell(task, candidate, size);
	double known = NAN;
	int source = BY_SIZES;

	if (!isfinite(task->predicted[at]))
		return;
	while (source < SOURCES && isnan(known = by(task, (enum source)source, candidate, size, SIZE_MAX, list)))
		source++;
	task->factor[at] = isnan(known) ? 1 : exp(known);
	task->doubt[at] = source < SOURCES ? doubt[source] : first_doubt[BY_ALL];
	task->seconds[at] = task->predicted[at] * task->factor[at];
	if (isnan(task->measured[at].value))
		return;
	task->doubt[at] = 0;
	task->seconds[at] = task->measured[at].value;
}

enum status tune_correct(struct tune_task *task, struct error *err)
{
	double *list = malloc((task->candidates.n + 1) * sizeof(*list)), doubt[SOURCES];

	if (!list)
		return error_memory(err, "the factors of predictions");
	find_doubts(task, doubt, list);
	for (size_t c = 0; c < task->candidates.n; c++)
		for (size_t s = 0; s < task->n_sizes; s++)
			correct(task, c, s, doubt, list);
	free(list);
	return OK;
}
