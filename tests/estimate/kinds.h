#ifndef TESTS_ESTIMATE_KINDS_H
#define TESTS_ESTIMATE_KINDS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "estimate/classes/check.h"
#include "estimate/classes/classes.h"
#include "model/file/file.h"
#include "truth.h"

/* What the project promises without noise; rounding alone would leave about 1e-12. */
#define EXACT 1e-9

enum { KINDS = 4, FORTY = 40, BEFORE_SWITCH = 8192 };

static const struct noise quiet = {0}, noisy = {.spread = 0.02};

/* Process i is of kind 5 i % 7 % KINDS, so that classes do not lie in a row. */
static inline int kind_of(int process)
{
	return process * 5 % 7 % KINDS;
}

static inline double value_of(const struct param_spec *spec, struct link link)
{
	int a = kind_of(link.from), b = kind_of(link.to);

	if (spec->scope == SCOPE_PROCESS)
		return strcmp(spec->name, "C") == 0 ? (5 + 2 * a) * 1e-6 : (3 + a) * 1e-9;
	if (spec->of_process)
		return spec->of_receiver ? 1.1e-6 * (1 + 0.3 * b) : 0.7e-6 * (1 + 0.4 * a);
	if (strcmp(spec->unit, "s/B") == 0)
		return 2e-9 * (1 + 0.5 * (a + b) + 0.1 * a * b);
	return 20e-6 * (1 + 0.3 * (a + b) + 0.05 * a * b);
}

/* All processes and pairs of their own. */
static inline struct model *of_kinds(const struct model_class *class, size_t processes)
{
	struct link *links = calloc(processes * processes + 1, sizeof(*links));
	size_t n = 0;
	struct model *model;

	for (int i = 0; i < (int)processes; i++)
		for (int k = 0; k < (int)processes; k++)
			if (class->symmetric ? i <= k : i != k)
				links[n++] = (struct link){i, k};
	model = model_new(class, processes, links, n);
	assert_non_null(model);
	for (size_t l = 0; l < n; l++)
		for (size_t p = 0; p < class->n_params; p++)
			if (!class->params[p].optional &&
			    (class->params[p].scope == SCOPE_PROCESS) == (links[l].from == links[l].to))
				assert_int_equal(model_set(model, l, class->params[p].name,
							   value_of(&class->params[p], links[l]), NULL),
						 OK);
	free(links);
	return model;
}

/* LMO of four kinds or of one, with messages beyond the switch that take another time, and keep their sender until they
 * are delivered or until they have left. */
static inline struct model *beyond_switch(size_t processes, bool alike, double hold)
{
	struct link *links = NULL;
	size_t n = 0;
	struct model *model;

	assert_int_equal(model_lmo.links(processes, &links, &n, NULL), OK);
	model = model_new(&model_lmo, processes, links, n);
	assert_non_null(model);
	for (size_t l = 0; l < n; l++) {
		struct link link = alike ? (struct link){0, 0} : links[l];

		if (links[l].from == LINK_ANY)
			continue;
		for (size_t p = 0; p < model_lmo.n_params; p++)
			if (!model_lmo.params[p].optional &&
			    (model_lmo.params[p].scope == SCOPE_PROCESS) == (links[l].from == links[l].to))
				truth_set(model, l, model_lmo.params[p].name, value_of(&model_lmo.params[p], link));
		if (links[l].from == links[l].to)
			continue;
		truth_set(model, l, "rendezvous_alpha", (150 + 10 * (kind_of(link.from) + kind_of(link.to))) * 1e-6);
		truth_set(model, l, "rendezvous_beta", (9 + kind_of(link.from) + kind_of(link.to)) * 1e-9);
	}
	truth_set(model, model_platform(model), "S", BEFORE_SWITCH);
	truth_set(model, model_platform(model), "rendezvous_hold", hold);
	free(links);
	return model;
}

static inline void estimate_classes(struct estimation *e, const struct class_plan *plan, const char *method,
				    const struct model *truth, const struct noise *noise, uint64_t seed)
{
	struct estimate_options options = truth_options(truth->class, method, false);

	options.classes = plan;
	options.parallel = true;
	options.both_directions = !truth->class->symmetric && !estimate_is_symmetric(options.method);
	options.probe.seed = seed;
	options.draws = 20;
	estimation_run(e, truth, noise, &options, NULL);
}

static inline void check_classes(const struct model *model)
{
	assert_non_null(model->classes);
	assert_int_equal(model->n_classes, KINDS);
	for (int i = 0; i < (int)model->processes; i++)
		for (int k = 0; k < i; k++)
			assert_int_equal(model->classes[i] == model->classes[k], kind_of(i) == kind_of(k));
}

static inline void check_messages(const struct model *model, const struct model *truth, double tolerance)
{
	for (int i = 0; i < (int)model->processes; i++)
		for (int k = 0; k < (int)model->processes; k++)
			for (size_t bytes = 0; i != k && bytes <= 16384; bytes += 16384) {
				double found = model_p2p(model, (struct link){i, k}, bytes),
				       expected = model_p2p(truth, (struct link){i, k}, bytes);

				if (!(fabs(found - expected) <= tolerance * expected))
					fail_msg("%s, %zu bytes from %d to %d: %.17g is not %.17g", model->class->name,
						 bytes, i, k, found, expected);
			}
}

/* So many pairs were compared, with which the model agrees; what follows for the others is arithmetic. */
static inline void check_checked(const struct model *model, size_t pairs, double tolerance)
{
	double part = 1 - pow(0.05, 1 / (double)pairs);

	assert_int_equal((size_t)model_fact(model, "check_pairs")->number, pairs);
	assert_true(model_fact(model, "check_others")->number > (double)pairs);
	assert_true(model_fact(model, "check_deviation")->number <= tolerance);
	assert_true(fabs(model_fact(model, "check_part")->number - part) <= EXACT);
}

#endif
