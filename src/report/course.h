#ifndef SONDE_REPORT_COURSE_H
#define SONDE_REPORT_COURSE_H

#include "report/drawing.h"
#include "report/run.h"

/* The machine's states over the time of a run. All functions are Local. */

/* A timing, and the state in which it was made. */
struct course_moment {
	double at, level; /* s since the run's first timing; s that the sentinel took */
	int before, after;
};

/* Ascending times. Starts zero-initialised; course_release frees what it holds. */
struct state_course {
	struct course_moment *moments;
	size_t n, capacity;
};

/* Reads the states of the run's timings, of those that are of one state or between two. ERR_* of store_timings. */
enum status course_load(struct state_course *course, struct store *store, int64_t run, struct error *err);
void course_release(struct state_course *course);

/*
 * What the sentinel took against the time of the run, points in the colour of their state.
 *
 * - Of many timings some are drawn, and all where the state changes.
 * - ERR_MEMORY. report_plot_release in any case.
 */
enum status course_plot(const struct state_course *course, const struct report_run *run, struct report_plot *plot,
			struct error *err);

#endif
