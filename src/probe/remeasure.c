#include "probe/remeasure.h"

#include "base/units.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	TIMES = 3, /* that a point which stands out is measured again */
	TIMINGS_MOST = 20000,
	NAMED_MOST = 5
};

static const double apart = 0.025;

/* By which part of its neighbours' time the point in the middle is longer than both (positive) or shorter (negative); 0
 * if it lies between them, as far as the intervals tell. */
static double stands_out(const struct estimate *before, const struct estimate *point, const struct estimate *after)
{
	if (point->low > (1 + apart) * fmax(before->high, after->high))
		return point->value / fmax(before->value, after->value) - 1;
	if (point->high < (1 - apart) * fmin(before->low, after->low))
		return point->value / fmin(before->value, after->value) - 1;
	return 0;
}

/* Beside a point that stands out another one seems to do so the other way: only the one that does so more is left. */
static void leave_larger(double *out, size_t curves, size_t n)
{
	for (size_t i = curves; i < n * curves; i++) {
		if (out[i] == 0 || out[i - curves] == 0)
			continue;
		if (fabs(out[i]) > fabs(out[i - curves]))
			out[i - curves] = 0;
		else
			out[i] = 0;
	}
}

/* Sets out[i * curves + k]. */
static enum status find_outliers(const struct prober *prober, const struct experiment *points, size_t curves, size_t n,
				 double *out, struct error *err)
{
	struct estimate *estimates = malloc((n * curves + 1) * sizeof(*estimates));

	if (!estimates)
		return error_memory(err, "a curve");
	for (size_t i = 0; i < n * curves; i++) {
		estimates[i] = probe_estimate(prober, campaign_find(prober->campaign, &points[i]));
		out[i] = 0;
	}
	for (size_t i = curves; i + curves < n * curves; i++)
		out[i] = stands_out(&estimates[i - curves], &estimates[i], &estimates[i + curves]);
	leave_larger(out, curves, n);
	free(estimates);
	return OK;
}

/* The groups in which a point stands out are measured again; *count is how many there are. */
static enum status measure_again(struct prober *prober, const struct experiment *points, size_t together, size_t groups,
				 const double *out, size_t *count, struct error *err)
{
	enum status status = OK;

	*count = 0;
	for (size_t g = 0; g < groups; g++) {
		bool any = false;

		for (size_t k = 0; k < together; k++)
			any = any || out[g * together + k] != 0;
		*count += any;
		for (size_t r = 0; status == OK && any && r < prober->options->stopping.least; r += PROBE_VISIT)
			status = probe_more(prober, &points[g * together], together, 1, PROBE_VISIT, err);
	}
	return status;
}

/* Names those that stand out although they were measured again. */
static void tell(const struct prober *prober, const struct experiment *points, const double *out, size_t n)
{
	char text[400] = "", size[32];
	size_t used = 0, count = 0;

	for (size_t i = 0; i < n; i++) {
		if (out[i] == 0)
			continue;
		if (count++ < NAMED_MOST)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s B (%+.0f %%, %d to %d)",
						 used ? ", " : "", size_format(points[i].bytes, size, sizeof(size)),
						 100 * out[i], points[i].from, points[i].to);
	}
	if (count)
		progress_warn(prober->progress, "%zu %s out against both neighbours, also when measured again: %s%s",
			      count, count == 1 ? "size stands" : "sizes stand", text,
			      count > NAMED_MOST ? ", ..." : "");
}

enum status remeasure_outliers(struct prober *prober, const struct experiment *points, size_t curves, size_t together,
			       size_t n, struct error *err)
{
	double *out = calloc(n * curves + 1, sizeof(*out));
	enum status status = out ? OK : error_memory(err, "a curve");
	size_t count = 1;

	for (int time = 0; status == OK && count > 0 && time <= TIMES; time++) {
		status = find_outliers(prober, points, curves, n, out, err);
		if (status == OK && time < TIMES)
			status = measure_again(prober, points, together, n * curves / together, out, &count, err);
		if (status == OK)
			status = tracking_close(prober, err);
	}
	if (status == OK)
		tell(prober, points, out, n * curves);
	free(out);
	return status;
}

/* Timings of the point with the most. */
static size_t most_timings(const struct prober *prober, const struct experiment *points, size_t n)
{
	size_t most = 0;

	for (size_t i = 0; i < n; i++) {
		const struct sample *sample = campaign_find(prober->campaign, &points[i]);

		if (sample && sample->n > most)
			most = sample->n;
	}
	return most;
}

enum status remeasure_spread(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			     double seconds, struct error *err)
{
	size_t timings;
	enum status status = OK;

	seconds = prober->options->spread > 0 ? 0 : seconds; /* they are */
	timings = seconds > 0 ? most_timings(prober, points, n) : 0;
	for (; status == OK && seconds > 0 && timings < TIMINGS_MOST &&
	       platform_now(prober->platform) < prober->began + prober->watch.waited + seconds;
	     timings += PROBE_VISIT)
		status = probe_more(prober, points, together, n / together, PROBE_VISIT, err);
	return status == OK ? probe_complete(prober, err) : status;
}
