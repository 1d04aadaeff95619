#include "estimate/classes/landmarks.h"

#include "estimate/method/least.h"
#include "estimate/method/trips.h"
#include "probe/unfinished.h"

#include <math.h>
#include <stdlib.h>

enum {
	SIZES = 2,
	LEAST = 3,
	REPETITIONS = 5,
	SHORTER = 4,    /* a long message that there is no time for becomes a quarter */
	SHORTEST = 1024 /* bytes: but not below */
};

static const double attempt_part = 0.5; /* of the time that is left, for messages that could be shorter */

size_t landmarks_count(size_t processes)
{
	size_t n = 0;

	while (((size_t)1 << n) < processes)
		n++;
	n = n > LEAST ? n : LEAST;
	return n < processes ? n : processes;
}

/* True if one of the first n landmarks is the process. */
static bool is_landmark(const int *landmarks, size_t n, int process)
{
	for (size_t i = 0; i < n; i++)
		if (landmarks[i] == process)
			return true;
	return false;
}

/* The pairs of landmarks first to last - 1 with every process, each pair once. */
static enum status measure_stars(const struct estimate_options *o, struct prober *prober, const int *landmarks,
				 size_t first, size_t last, struct error *err)
{
	int processes = (int)prober->platform->processes;
	int(*pairs)[2] = calloc((last - first) * prober->platform->processes + 1, sizeof(*pairs));
	size_t n = 0;
	enum status status = pairs ? OK : error_memory(err, "pairs with landmarks");

	for (int i = 0; pairs && i < processes; i++)
		for (size_t k = first; k < last; k++)
			if (i != landmarks[k] && !is_landmark(landmarks, k, i)) {
				pairs[n][0] = i < landmarks[k] ? i : landmarks[k];
				pairs[n++][1] = i < landmarks[k] ? landmarks[k] : i;
			}
	if (status == OK)
		status = trips_measure(o, prober, pairs, n, "comparing processes", err);
	free(pairs);
	return status;
}

enum status landmarks_draw(const struct estimate_options *o, size_t processes, int *landmarks, struct error *err)
{
	struct random random;
	size_t *order = malloc((processes + 1) * sizeof(*order));

	if (!order)
		return error_memory(err, "landmarks");
	random_init(&random, o->classes->seed);
	for (size_t i = 0; i < processes; i++)
		order[i] = i;
	random_shuffle(&random, order, processes);
	for (size_t i = 0; i + 1 < landmarks_count(processes); i++)
		landmarks[i] = (int)order[i];
	free(order);
	return OK;
}

/* Adds the process that has the quickest large messages with the landmarks drawn, which all have been measured. */
static void add_quickest(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
			 int *landmarks)
{
	size_t drawn = landmarks_count(processes) - 1;
	double least = INFINITY;

	for (int i = 0; i < (int)processes; i++) {
		double sum = 0;

		if (is_landmark(landmarks, drawn, i))
			continue;
		for (size_t k = 0; k < drawn; k++)
			sum += log(trip_estimate(o, trip_find(campaign, i, landmarks[k], o->long_size)).value);
		if (!(sum >= least)) {
			least = sum;
			landmarks[drawn] = i;
		}
	}
}

/* Whether every process has round trips of 0 and of size bytes with each of the first n landmarks. */
static bool is_compared(const struct campaign *campaign, size_t processes, const int *landmarks, size_t n, size_t size)
{
	for (size_t k = 0; k < n; k++)
		for (int i = 0; i < (int)processes; i++)
			if (i != landmarks[k] &&
			    (!trip_find(campaign, i, landmarks[k], 0) || !trip_find(campaign, i, landmarks[k], size)))
				return false;
	return true;
}

/* Returns the largest size of at most `most` bytes among the round trips with equal answers, 0 if none exists. */
static size_t largest_size(const struct campaign *campaign, size_t most)
{
	size_t largest = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_ROUNDTRIP && what->bytes == what->reply_bytes && what->bytes <= most &&
		    what->bytes > largest)
			largest = what->bytes;
	}
	return largest;
}

enum status landmarks_find(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
			   int *landmarks, size_t *size, struct error *err)
{
	size_t n = landmarks_count(processes);

	TRY(landmarks_draw(o, processes, landmarks, err));
	for (*size = largest_size(campaign, o->long_size); *size > 0; *size = largest_size(campaign, *size - 1)) {
		struct estimate_options own = *o;

		own.long_size = *size;
		if (!is_compared(campaign, processes, landmarks, n - 1, *size))
			continue;
		add_quickest(&own, campaign, processes, landmarks);
		if (is_compared(campaign, processes, landmarks, n, *size))
			return OK;
	}
	return error_set(err, ERR_INPUT,
			 "processes cannot be compared: no round trips of the same size were measured between process "
			 "%d, or another one that is drawn, and all others",
			 landmarks[0]);
}

/* Measures round trips of 0 and o->long_size bytes with the landmarks. *compared: whether there was time for all. */
static enum status measure_size(const struct estimate_options *o, struct prober *prober, int *landmarks, bool *compared,
				struct error *err)
{
	const struct probe_options *whole = prober->options;
	size_t processes = prober->platform->processes, n = landmarks_count(processes);
	const struct probe_options drawn = prober_part(prober, (double)(n - 1) / (double)n);
	enum status status;

	prober->options = &drawn;
	status = measure_stars(o, prober, landmarks, 0, n - 1, err);
	prober->options = whole;
	*compared = status == OK && is_compared(prober->campaign, processes, landmarks, n - 1, o->long_size);
	if (!*compared)
		return status;
	add_quickest(o, prober->campaign, processes, landmarks);
	TRY(measure_stars(o, prober, landmarks, n - 1, n, err));
	*compared = is_compared(prober->campaign, processes, landmarks, n, o->long_size);
	return OK;
}

/* The same, with ever shorter long messages where a deadline has no time for o->long_size bytes, and by three
 * repetitions without a deadline where it has none at all and is lenient. */
static enum status measure_sizes(const struct estimate_options *o, struct prober *prober, int *landmarks,
				 struct error *err)
{
	const struct probe_options *few = prober->options;
	struct estimate_options own = *o;
	struct probe_options now;
	bool compared = false, last = false;
	enum status status = OK;

	for (; status == OK && !compared && !last; own.long_size /= SHORTER) {
		last = own.long_size / SHORTER < SHORTEST;
		now = prober_part(prober, last ? 1 : attempt_part);
		prober->options = &now;
		status = measure_size(&own, prober, landmarks, &compared, err);
		prober->options = few;
	}
	if (status != OK || compared || !few->lenient)
		return status;
	own.long_size = o->long_size < LEAST_LONG ? o->long_size : LEAST_LONG;
	now = least_options(few);
	prober->options = &now;
	status = measure_size(&own, prober, landmarks, &compared, err);
	prober->options = few;
	return status;
}

enum status landmarks_measure(const struct estimate_options *o, struct prober *prober, int *landmarks, size_t *size,
			      struct error *err)
{
	const struct probe_options *saved = prober->options;
	struct probe_options few = *saved;
	size_t noted = unfinished_noted(prober);
	enum status status;

	TRY(landmarks_draw(o, prober->platform->processes, landmarks, err));
	few.stopping.least = few.stopping.least < REPETITIONS ? few.stopping.least : REPETITIONS;
	prober->options = &few;
	status = measure_sizes(o, prober, landmarks, err);
	prober->options = saved;
	unfinished_forget(prober, noted);
	return status == OK ? landmarks_find(o, prober->campaign, prober->platform->processes, landmarks, size, err)
			    : status;
}

/* What a process shows: its round trips with each landmark, of both sizes; no value for a landmark with itself. */
static void features_of(const struct estimate_options *o, const struct campaign *campaign, int process,
			const int *landmarks, size_t n, struct estimate *features)
{
	for (size_t i = 0; i < SIZES * n; i++) {
		int landmark = landmarks[i / SIZES];
		size_t bytes = i % SIZES ? o->long_size : 0;
		const struct sample *trip = process == landmark ? NULL : trip_find(campaign, process, landmark, bytes);

		features[i] = trip ? trip_estimate(o, trip) : (struct estimate){NAN, NAN, NAN};
	}
}

/* As a part of the value, which is that of the logarithm. Infinite bounds of few timings explain nothing. */
static double half_width(const struct estimate *e)
{
	double width = (e->high - e->low) / 2 / e->value;

	return isfinite(width) ? width : 0;
}

static double distance(const struct estimate *a, const struct estimate *b, size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(a[i].value) && !isnan(b[i].value))
			most = fmax(most, fabs(log(a[i].value / b[i].value)) - half_width(&a[i]) - half_width(&b[i]));
	return most;
}

enum status landmarks_distances(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
				const int *landmarks, double *distances, struct error *err)
{
	size_t n = landmarks_count(processes), row = SIZES * n;
	struct estimate *features = malloc((processes * row + 1) * sizeof(*features));

	if (!features)
		return error_memory(err, "what processes show");
	for (size_t i = 0; i < processes; i++)
		features_of(o, campaign, (int)i, landmarks, n, &features[i * row]);
	for (size_t i = 0; i < processes; i++)
		for (size_t j = 0; j < processes; j++)
			distances[i * processes + j] = distance(&features[i * row], &features[j * row], row);
	free(features);
	return OK;
}
