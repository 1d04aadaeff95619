#include "estimate/classes/landmarks.h"

#include "estimate/method/trips.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 2, LEAST = 3, REPETITIONS = 5 };

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

/* The process that has, with the landmarks drawn, the quickest large messages. */
static enum status add_quickest(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
				int *landmarks, struct error *err)
{
	size_t drawn = landmarks_count(processes) - 1;
	double least = INFINITY;

	for (int i = 0; i < (int)processes; i++) {
		double sum = 0;

		for (size_t k = 0; k < drawn && !is_landmark(landmarks, drawn, i); k++) {
			const struct sample *trip = trip_find(campaign, i, landmarks[k], o->long_size);

			if (!trip)
				return error_set(err, ERR_INPUT,
						 "no round trip of %zu bytes between processes %d and %d was measured, "
						 "by which processes are compared",
						 o->long_size, i, landmarks[k]);
			sum += log(trip_estimate(o, trip).value);
		}
		if (!is_landmark(landmarks, drawn, i) && !(sum >= least)) {
			least = sum;
			landmarks[drawn] = i;
		}
	}
	return OK;
}

enum status landmarks_find(const struct estimate_options *o, const struct campaign *campaign, size_t processes,
			   int *landmarks, struct error *err)
{
	enum status status = landmarks_draw(o, processes, landmarks, err);

	return status == OK ? add_quickest(o, campaign, processes, landmarks, err) : status;
}

enum status landmarks_measure(const struct estimate_options *o, struct prober *prober, int *landmarks,
			      struct error *err)
{
	const struct probe_options *saved = prober->options;
	struct probe_options few = *saved, drawn;
	size_t n = landmarks_count(prober->platform->processes);
	enum status status = landmarks_draw(o, prober->platform->processes, landmarks, err);

	few.stopping.least = few.stopping.least < REPETITIONS ? few.stopping.least : REPETITIONS;
	prober->options = &few;
	drawn = prober_part(prober, (double)(n - 1) / (double)n);
	prober->options = &drawn;
	if (status == OK)
		status = measure_stars(o, prober, landmarks, 0, n - 1, err);
	prober->options = &few;
	if (status == OK)
		status = add_quickest(o, prober->campaign, prober->platform->processes, landmarks, err);
	if (status == OK)
		status = measure_stars(o, prober, landmarks, n - 1, n, err);
	prober->options = saved;
	return status;
}

/* What a process shows: its round trips with each landmark, of both sizes; no value for a landmark with itself. */
static enum status features_of(const struct estimate_options *o, const struct campaign *campaign, int process,
			       const int *landmarks, size_t n, struct estimate *features, struct error *err)
{
	for (size_t i = 0; i < SIZES * n; i++) {
		int landmark = landmarks[i / SIZES];
		size_t bytes = i % SIZES ? o->long_size : 0;
		const struct sample *trip = process == landmark ? NULL : trip_find(campaign, process, landmark, bytes);

		if (process != landmark && !trip)
			return error_set(err, ERR_INPUT,
					 "no round trip of %zu bytes between processes %d and %d was measured, by "
					 "which processes are compared",
					 bytes, process, landmark);
		features[i] = trip ? trip_estimate(o, trip) : (struct estimate){NAN, NAN, NAN};
	}
	return OK;
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
	enum status status = features ? OK : error_memory(err, "what processes show");

	for (size_t i = 0; status == OK && i < processes; i++)
		status = features_of(o, campaign, (int)i, landmarks, n, &features[i * row], err);
	for (size_t i = 0; status == OK && i < processes; i++)
		for (size_t j = 0; j < processes; j++)
			distances[i * processes + j] = distance(&features[i * row], &features[j * row], row);
	free(features);
	return status;
}
