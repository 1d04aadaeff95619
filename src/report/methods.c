#include "report/methods.h"

#include "report/words.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The median of the ratios of a's values to b's at the sizes of b that lie in a's range; *n: how many there are. */
static enum status middle_ratio(const struct curve *a, const struct curve *b, double *middle, size_t *n,
				struct error *err)
{
	double *ratios = malloc(b->n * sizeof(*ratios));

	if (!ratios)
		return error_memory(err, "a list of ratios");
	*n = 0;
	for (size_t i = 0; i < b->n; i++)
		if (b->x[i] >= a->x[0] && b->x[i] <= a->x[a->n - 1] && b->y[i] > 0)
			ratios[(*n)++] = curve_at(a, b->x[i]) / b->y[i];
	*middle = quantile_median(ratios, *n);
	free(ratios);
	return OK;
}

/* How long the model was measured, without the time in which the machine was watched if the store has the run; NAN if
 * it is not known. */
static double measuring_seconds(const struct report_input *input, const struct model *model)
{
	const struct report_run *run = report_run_of(input, model);
	const struct fact *fact = model_fact(model, "measuring_seconds");

	if (run && run->n_parts)
		return report_run_seconds(run, false);
	return fact && !fact->text ? fact->number : NAN;
}

static void say_gaps(struct report_methods *methods, double middle, size_t n)
{
	char ratio[WORDS_ROOM];

	if (n)
		snprintf(methods->gaps, sizeof(methods->gaps),
			 "The fast g is %s times that of saturation: the median over the %zu size%s of saturation in "
			 "the range of the fast method.",
			 words_number(middle, ratio), n, n == 1 ? "" : "s");
	else
		snprintf(methods->gaps, sizeof(methods->gaps), "The two methods have no sizes in common.");
}

static void say_times(struct report_methods *methods, double fast, size_t n_fast, double saturation,
		      size_t n_saturation)
{
	char times[2][WORDS_ROOM], factors[2][WORDS_ROOM];
	double factor = saturation / fast, factor_each = factor * (double)n_fast / (double)n_saturation;

	methods->times[0] = '\0';
	if (isfinite(factor))
		snprintf(methods->times, sizeof(methods->times),
			 "The fast method measured %zu sizes in %s, saturation %zu sizes in %s: %s times as long in "
			 "all, and %s times as long for each size.",
			 n_fast, words_duration(fast, times[0]), n_saturation, words_duration(saturation, times[1]),
			 words_number(factor, factors[0]), words_number(factor_each, factors[1]));
}

enum status report_methods_find(const struct report_input *input, struct report_methods *methods, struct error *err)
{
	size_t fast = report_by_method(input, "plogp", "fast"),
	       saturation = report_by_method(input, "plogp", "saturation"), n = 0;
	const struct model *models[2];
	const struct curve *gaps[2];
	double middle = NAN;
	enum status status;

	methods->both = fast < input->models.n && saturation < input->models.n;
	if (!methods->both)
		return OK;
	models[0] = input->models.models[fast];
	models[1] = input->models.models[saturation];
	gaps[0] = &model_param(models[0], 0, "g")->curve;
	gaps[1] = &model_param(models[1], 0, "g")->curve;
	status = middle_ratio(gaps[0], gaps[1], &middle, &n, err);
	say_gaps(methods, middle, n);
	say_times(methods, measuring_seconds(input, models[0]), gaps[0]->n, measuring_seconds(input, models[1]),
		  gaps[1]->n);
	return status;
}
