/*
 * How often the intervals of a model hold the truth in each state of a machine of two states, over random machines:
 * prints the parts, and how often the truth lay above and below. Usage: bench_states_coverage [MODEL [SEEDS [FIRST
 * [FACTOR DWELL [each]]]]]; each: how far each parameter of each seed is off, and the ends of its interval, in percent
 * of the truth
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measuring/estimation.h"
#include "model/file/file.h"
#include "model/states.h"
#include "platform/synthetic.h"

enum { DRAWS = 200 };

static const struct noise plain = {.spread = 0.05, .outliers = 0.01, .outlier_factor = 5};

static const struct {
	const char *name, *parameters;
} truths[] = {
	{"hockney", "\"alpha\": 12.5e-6, \"beta\": 3e-9"},
	{"logp", "\"L\": 8e-6, \"o_s\": 1.3e-6, \"o_r\": 1.9e-6, \"g\": 2.7e-6"},
	{"loggp", "\"L\": 8e-6, \"o_s\": 1.3e-6, \"o_r\": 1.9e-6, \"g\": 2.7e-6, \"G\": 0.9e-9"},
};

/* Of the intervals of a kind of state: how many held the truth, and beside how many it lay. */
struct tally {
	size_t n, above, below;
};

/* What came out of the seeds. */
struct outcome {
	struct tally main, other, alone; /* alone: of runs that told of one state */
	size_t two, untold; /* runs that told of two states; of them those with a state without parameters */
	double seconds;
};

static struct model *truth_of(const char *name)
{
	char text[400];
	struct error err = {.status = OK};

	for (size_t i = 0; i < sizeof(truths) / sizeof(truths[0]); i++) {
		struct model *model;

		if (strcmp(truths[i].name, name) != 0)
			continue;
		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"%s\", \"processes\": 2, "
			 "\"parameters\": {%s}}",
			 name, truths[i].parameters);
		model = model_parse(text, "the truth", &err);
		if (!model)
			fprintf(stderr, "%s\n", err.text);
		return model;
	}
	fprintf(stderr, "%s: use hockney, logp or loggp\n", name);
	return NULL;
}

static bool each;

/* scale: by which all times of the state are larger than the truth's. */
static void take(struct tally *tally, const char *state, const struct model *model, const struct model *truth,
		 double scale)
{
	if (each)
		printf("  %-5s", state);
	for (size_t p = 0; p < truth->class->n_params; p++) {
		const struct parameter *found = &model->parameters[p], *known = &truth->parameters[p];

		if (known->curve.n == 0 || !found->low)
			continue;
		tally->n++;
		tally->above += scale * known->curve.y[0] > found->high[0];
		tally->below += scale * known->curve.y[0] < found->low[0];
		if (each)
			printf(" %-5s %6.2f [%6.2f, %6.2f]", truth->class->params[p].name,
			       100 * (found->curve.y[0] / (scale * known->curve.y[0]) - 1),
			       100 * (found->low[0] / (scale * known->curve.y[0]) - 1),
			       100 * (found->high[0] / (scale * known->curve.y[0]) - 1));
	}
	if (each)
		printf("\n");
}

/* The machine's factor in a state where the model's first parameter is so large. */
static double factor_of(const struct model *model, const struct model *truth, double factor)
{
	double ratio = model->parameters[0].curve.y[0] / truth->parameters[0].curve.y[0];

	return ratio > sqrt(factor) ? factor : 1;
}

static void judge(struct outcome *out, const struct model *model, const struct model *truth, double factor)
{
	/* Noise multiplies every time alike: medians are larger by the median of the noise. */
	const double median = 1 - plain.spread * log(1 - 0.5 / (1 - plain.outliers));

	if (model->n_states != 2) {
		take(&out->alone, "alone", model, truth, median * factor_of(model, truth, factor));
		return;
	}
	out->two++;
	for (size_t k = 0; k < 2; k++) {
		bool main = k == model->main_state;
		const struct model *in_state = main ? model : model->states[k].model;

		if (in_state)
			take(main ? &out->main : &out->other, k == 0 ? "quick" : "slow", in_state, truth,
			     median * (k == 1 ? factor : 1));
		else
			out->untold++;
	}
}

static enum status run(const struct model *truth, const struct unrest *unrest, uint64_t seed, struct outcome *out,
		       struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_ESTIMATE, truth->class->name);
	const struct estimation_request request = {.all_states = true};
	struct estimate_options o = estimate_options_default(truth->class, model_method_find(truth->class, NULL, NULL));
	struct measuring_host host = {.place = "a bench"};
	struct noise noise = plain;
	struct measuring measuring;
	struct measurement m = {.run = 0};
	struct estimation found = {.model = NULL};
	enum status status;

	noise.unrest = *unrest;
	status = synthetic_open(truth, &noise, seed, &host.live, err);
	measuring_init(&measuring, &host);
	measuring.options.patience = 0;
	measuring.options.statistic = STATISTIC_MEDIAN;
	measuring.options.seed = seed;
	measuring.options.pair[0] = 0, measuring.options.pair[1] = 1;
	if (status == OK)
		status = measuring_open(&measuring, err);
	if (status == OK)
		status = measurement_begin(&m, &measuring, NULL, &purpose, err);
	estimation_take_options(&o, &measuring.options);
	o.pair = (struct link){0, 1};
	o.draws = DRAWS;
	if (status == OK)
		status = estimate_prepare(&o, host.live, err);
	if (status == OK)
		status = estimation_run(&m, &o, &request, &found, err);
	if (status == OK)
		judge(out, found.model, truth, unrest->factor);
	out->seconds += status == OK ? platform_now(host.live) : 0;
	estimation_release(&found);
	measurement_release(&m);
	measuring_release(&measuring);
	platform_close(host.live);
	return status;
}

static void print_tally(const struct tally *t)
{
	double n = t->n ? (double)t->n : NAN;

	printf(" %6zu %5.1f%% %5.1f%% %5.1f%%", t->n, 100 * (1 - (double)(t->above + t->below) / n),
	       100 * (double)t->above / n, 100 * (double)t->below / n);
}

static enum status print_row(const struct model *truth, double factor, double dwell, size_t seeds, uint64_t first,
			     struct error *err)
{
	const struct unrest unrest = {.factor = factor, .dwell = dwell};
	struct outcome out = {.two = 0};
	enum status status = OK;

	for (uint64_t seed = first; status == OK && seed < first + seeds; seed++) {
		if (each)
			printf("seed %zu\n", (size_t)seed);
		status = run(truth, &unrest, seed, &out, err);
	}
	printf("%6g %8g %6zu %6zu", factor, dwell, out.two, out.untold);
	print_tally(&out.main);
	print_tally(&out.other);
	print_tally(&out.alone);
	printf(" %8.3f\n", out.seconds / (double)seeds);
	fflush(stdout);
	return status;
}

int main(int argc, char **argv)
{
	const double factors[] = {1.25, 2, 2.7}, dwells[] = {2e-3, 2e-2, 0.2, 3, 30};
	const char *name = argc > 1 ? argv[1] : "hockney";
	size_t seeds = argc > 2 ? strtoul(argv[2], NULL, 10) : 200;
	uint64_t first = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	struct error err = {.status = OK};
	struct model *truth = truth_of(name);
	enum status status = truth ? OK : ERR_USAGE;

	each = argc > 6 && strcmp(argv[6], "each") == 0;
	printf("%s, seeds %zu to %zu; of main, other and only states: intervals, and how often they hold the truth, or "
	       "it lies above or below\n",
	       name, (size_t)first, (size_t)first + seeds - 1);
	printf("%6s %8s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %8s\n", "factor", "dwell", "two",
	       "untold", "main", "hold", "above", "below", "other", "hold", "above", "below", "alone", "hold", "above",
	       "below", "seconds");
	if (argc > 5 && status == OK)
		status = print_row(truth, strtod(argv[4], NULL), strtod(argv[5], NULL), seeds, first, &err);
	for (size_t f = 0; argc <= 5 && f < 3; f++)
		for (size_t d = 0; status == OK && d < 5; d++)
			status = print_row(truth, factors[f], dwells[d], seeds, first, &err);
	if (status != OK)
		fprintf(stderr, "%s\n", err.text);
	model_free(truth);
	return status == OK ? 0 : 1;
}
