#include "report/course.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DRAWN = 2500 };

static enum status add_timing(void *context, const struct timing *timing, struct error *err)
{
	struct state_course *course = context;
	const struct observation *o = &timing->observation;
	struct course_moment *grown;

	if (!(o->level > 0) || o->state_before == STATE_NONE || o->state_after == STATE_NONE)
		return OK;
	grown = memory_grow(course->moments, &course->capacity, course->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "the states of the machine");
	course->moments = grown;
	grown[course->n++] = (struct course_moment){o->at, o->level, o->state_before, o->state_after};
	return OK;
}

static int by_time(const void *one, const void *other)
{
	double a = ((const struct course_moment *)one)->at, b = ((const struct course_moment *)other)->at;

	return (a > b) - (a < b);
}

enum status course_load(struct state_course *course, struct store *store, int64_t run, struct error *err)
{
	enum status status = store_timings(store, run, add_timing, course, err);

	if (status != OK || course->n == 0)
		return status;
	qsort(course->moments, course->n, sizeof(*course->moments), by_time);
	for (size_t i = course->n; i-- > 0;)
		course->moments[i].at -= course->moments[0].at;
	return OK;
}

void course_release(struct state_course *course)
{
	free(course->moments);
	*course = (struct state_course){.n = 0};
}

/* The number of the series that a moment is drawn in: its state's, or that of what lies between two. */
static size_t series_of(const struct course_moment *moment, size_t states)
{
	return moment->before == moment->after && (size_t)moment->before < states ? (size_t)moment->before : states;
}

/* Whether moment i is drawn: one of so many, and those at a change. */
static bool is_drawn(const struct state_course *course, size_t i)
{
	const struct course_moment *moment = &course->moments[i];

	return i % (course->n / DRAWN + 1) == 0 || moment->before != moment->after ||
	       moment->before != moment[-1].after;
}

static void name_series(struct report_plot *plot, const struct report_run *run, size_t k)
{
	if (k == run->n_levels)
		snprintf(plot->names[k], sizeof(plot->names[k]), "between two states");
	else
		snprintf(plot->names[k], sizeof(plot->names[k]), "%s%s", run->levels[k].name, k == 0 ? " (main)" : "");
}

enum status course_plot(const struct state_course *course, const struct report_run *run, struct report_plot *plot,
			struct error *err)
{
	size_t n = run->n_levels + 1, drawn[RUN_LEVELS_MOST + 1] = {0};

	for (size_t k = 0; k < n; k++) {
		double *x = calloc(2 * course->n + 1, sizeof(*x));

		if (!x)
			return error_memory(err, "the points of a plot");
		plot->owned[plot->n_owned++] = x;
		for (size_t i = 0; i < course->n; i++) {
			if (series_of(&course->moments[i], run->n_levels) != k || (i > 0 && !is_drawn(course, i)))
				continue;
			x[drawn[k]] = course->moments[i].at;
			x[course->n + drawn[k]++] = course->moments[i].level;
		}
		name_series(plot, run, k);
		plot->series[k] = (struct plot_series){
			.name = plot->names[k], .style = SERIES_POINTS, .x = x, .y = x + course->n, .n = drawn[k]};
	}
	plot->plot.n_series = drawn[n - 1] > 0 ? n : n - 1;
	plot->plot.title = "State of the machine over time";
	plot->plot.x_label = "time of the run [s]";
	plot->plot.y_label = "empty round trip";
	plot->plot.x_bytes = plot->plot.x_log = false;
	snprintf(plot->caption, sizeof(plot->caption),
		 "What an empty round trip took just before and just after each timing of %s.", run->run.name);
	plot->reading =
		"Each level on which points lie is a state of the machine; points between the levels were timed while "
		"it changed. Times of one level compare with each other, those of different levels do not.";
	return OK;
}
