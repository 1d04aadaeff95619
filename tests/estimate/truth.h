#ifndef SONDE_TESTS_ESTIMATE_TRUTH_H
#define SONDE_TESTS_ESTIMATE_TRUTH_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/estimate.h"
#include "model/classes.h"
#include "platform/synthetic.h"

/* Models that synthetic platforms are made of, and what an estimation makes of them. Included once by each test
 * program. */

#define TRUTH_KNOTS 8

/* The sizes between which the PLogP platform is linear: powers of two, and the byte after the switch from eager to
 * rendezvous. */
static const double truth_bytes[TRUTH_KNOTS] = {0, 64, 1024, 4096, 4097, 16384, 65536, 262144};
#define TRUTH_SWITCH 4096

/* Per curve and knot, in microseconds. Receiving an unexpected eager message copies it: from 1024 to 4096 bytes o_r
 * exceeds g. */
static const struct {
	const char *name;
	double us[TRUTH_KNOTS];
} truth_curves[] = {
	{"o_s", {1.1, 1.2, 2.3, 5.2, 3.5, 5, 11, 35}},
	{"o_r", {1.5, 1.7, 9, 24, 4, 9, 29, 110}},
	{"o_r_expected", {0.9, 1.0, 2.6, 6.5, 2.2, 4.5, 13.5, 49.5}},
	{"g", {3, 3.4, 8, 20, 31, 55, 150, 520}},
};

/* One link for every pair, or one per direction. */
static inline struct model *truth_new(const struct model_class *class, bool both)
{
	static const struct link any[] = {{LINK_ANY, LINK_ANY}}, directed[] = {{0, 1}, {1, 0}};
	struct model *model = model_new(class, 2, both ? directed : any, both ? 2 : 1);

	assert_non_null(model);
	return model;
}

static inline void truth_set(struct model *model, size_t l, const char *name, double value)
{
	struct error err = {0};

	if (model_set(model, l, name, value, &err) != OK)
		fail_msg("%s", err.text);
}

/* The same both ways: only the sum of both ways can be measured. */
static inline struct model *truth_hockney(bool both)
{
	struct model *model = truth_new(&model_hockney, both);

	for (size_t l = 0; l < model->n_links; l++) {
		truth_set(model, l, "alpha", 12.5e-6);
		truth_set(model, l, "beta", 3e-9);
	}
	return model;
}

/* LogP and LogGP. The latency is the same both ways: only half of a round trip can be measured. */
static inline struct model *truth_logp(const struct model_class *class, bool both)
{
	struct model *model = truth_new(class, both);

	for (size_t l = 0; l < model->n_links; l++) {
		truth_set(model, l, "L", 8e-6);
		truth_set(model, l, "o_s", l ? 2.6e-6 : 1.3e-6);
		truth_set(model, l, "o_r", l ? 1.1e-6 : 1.9e-6);
		truth_set(model, l, "g", l ? 4.5e-6 : 2.7e-6);
		if (class == &model_loggp)
			truth_set(model, l, "G", l ? 2.2e-9 : 0.9e-9);
	}
	return model;
}

static inline struct model *truth_plogp(bool both)
{
	struct model *model = truth_new(&model_plogp, both);
	struct error err = {0};

	for (size_t l = 0; l < model->n_links; l++) {
		truth_set(model, l, "L", 10e-6);
		for (size_t c = 0; c < sizeof(truth_curves) / sizeof(truth_curves[0]); c++) {
			double seconds[TRUTH_KNOTS];

			/* The way back is another one in each curve. */
			for (size_t k = 0; k < TRUTH_KNOTS; k++)
				seconds[k] = truth_curves[c].us[k] * 1e-6 * (l ? 1.2 + 0.2 * (double)c : 1);
			if (model_set_curve(model, l, truth_curves[c].name, truth_bytes, seconds, TRUTH_KNOTS, &err) !=
			    OK)
				fail_msg("%s", err.text);
		}
	}
	return model;
}

static inline struct model *truth_of(const struct model_class *class, bool both)
{
	return class == &model_hockney ? truth_hockney(both)
	       : class == &model_plogp ? truth_plogp(both)
				       : truth_logp(class, both);
}

/* Every way to estimate a model. */
struct truth_estimator {
	const struct model_class *class;
	const char *method;
};

#define TRUTH_ESTIMATORS 6

static const struct truth_estimator truth_estimators[TRUTH_ESTIMATORS] = {
	{&model_hockney, "two-point"}, {&model_hockney, "regression"}, {&model_logp, "saturation"},
	{&model_loggp, "saturation"},  {&model_plogp, "fast"},         {&model_plogp, "saturation"},
};

/* The notes of an estimation, one after the other. */
struct notes {
	size_t n, warnings;
	char text[4096];
};

static inline void notes_take(void *context, enum note_severity severity, const char *text)
{
	struct notes *notes = context;

	notes->n++;
	notes->warnings += severity == NOTE_WARNING;
	strncat(notes->text, text, sizeof(notes->text) - strlen(notes->text) - 1);
}

static inline bool notes_hold(const struct notes *notes, const char *part)
{
	return strstr(notes->text, part) != NULL;
}

/* An estimation on a synthetic platform: what it measured, spent and found. */
struct estimation {
	struct platform *platform;
	struct campaign campaign;
	struct prober prober;
	struct model *model;
};

static inline struct estimate_options truth_options(const struct model_class *class, const char *method, bool both)
{
	struct error err = {0};
	const struct method *found = model_method_find(class, method, &err);
	struct estimate_options options;

	if (!found)
		fail_msg("%s", err.text);
	options = estimate_options_default(class, found);
	options.both_directions = both;
	return options;
}

/* Runs it; a failure of the estimation is one of the test. */
static inline void estimation_run(struct estimation *e, const struct model *truth, const struct noise *noise,
				  const struct estimate_options *options, const struct progress *progress)
{
	struct error err = {0};

	*e = (struct estimation){0};
	if (synthetic_open(truth, noise, options->probe.seed, &e->platform, &err) != OK)
		fail_msg("%s", err.text);
	e->model = estimate_run(options, e->platform, &e->campaign, NULL, progress, &e->prober, &err);
	if (!e->model)
		fail_msg("%s", err.text);
}

/* How many sizes were sent and answered with as many bytes. */
static inline size_t echoes_of(const struct campaign *campaign)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		n += what->kind == EXPERIMENT_ROUNDTRIP && what->bytes == what->reply_bytes;
	}
	return n;
}

static inline void estimation_release(struct estimation *e)
{
	model_free(e->model);
	prober_release(&e->prober);
	campaign_release(&e->campaign);
	platform_close(e->platform);
}

#endif
