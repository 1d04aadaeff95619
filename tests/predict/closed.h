#ifndef SONDE_TESTS_PREDICT_CLOSED_H
#define SONDE_TESTS_PREDICT_CLOSED_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "predict/closed.h"
#include "predict/predict.h"

/* What tests of closed forms have in common. */

/* Sums of up to some hundred times in another order than the formula's. */
#define EXACT 1e-12

enum { MOST = 40, NAMES = 6 };

static inline const struct algorithm_class *algorithm_of(enum collective collective, const char *name)
{
	const struct algorithm_class *algorithm = algorithm_find(collective, name, NULL);

	assert_non_null(algorithm);
	return algorithm;
}

/* The schedule; its messages are eager. */
static inline double simulated_by(const struct model_use *by, const struct algorithm_class *algorithm,
				  const struct call *call)
{
	const struct predict_options how = {.use = *by, .eager_most = UINT64_MAX};
	const struct algorithm_use use = {algorithm, call};
	struct error err = {0};
	double seconds = NAN;

	if (predict_collective(&how, &use, &seconds, &err) != OK)
		fail_msg("%s", err.text);
	return seconds;
}

static inline double simulated(const struct model *model, const struct algorithm_class *algorithm,
			       const struct call *call, bool parallel)
{
	return simulated_by(&(struct model_use){.model = model, .parallel = parallel}, algorithm, call);
}

static inline size_t forms_of(const struct model *model, const struct algorithm_class *algorithm,
			      const struct call *call, struct closed_form *forms)
{
	return closed_forms(&(struct model_use){.model = model}, algorithm, call, forms);
}

/* Whether the form is to a schedule of so many seconds what it says that it is; that is returned. */
static inline enum relation check_form_against(double schedule, const char *class,
					       const struct algorithm_class *algorithm, const struct call *call,
					       const struct closed_form *form)
{
	double slack = EXACT * fmax(schedule, form->seconds);
	bool right = form->relation == RELATION_NONE ||
		     (form->relation == RELATION_EXACT && fabs(schedule - form->seconds) <= slack) ||
		     (form->relation == RELATION_LOWER && form->seconds <= schedule + slack) ||
		     (form->relation == RELATION_UPPER && form->seconds >= schedule - slack);

	if (!right)
		fail_msg("%s: %s of %d processes by %s, %llu bytes: the form %s gives %.12g, said to be %s, the "
			 "schedule takes %.12g",
			 class, collective_words[call->collective], call->processes, algorithm->name,
			 (unsigned long long)call->count, form->name, form->seconds, relation_words[form->relation],
			 schedule);
	return form->relation;
}

/* Returns what the form says that it is. */
static inline enum relation check_form(const struct model *model, const struct algorithm_class *algorithm,
				       const struct call *call, const struct closed_form *form)
{
	return check_form_against(simulated(model, algorithm, call, false), model->class->name, algorithm, call, form);
}

#endif
