#ifndef SONDE_REPORT_INPUT_H
#define SONDE_REPORT_INPUT_H

#include "base/table.h"
#include "base/units.h"
#include "evaluate/scores.h"
#include "evaluate/model_list.h"
#include "evaluate/trips.h"
#include "stats/statistic.h"
#include "store/store.h"
#include "report/course.h"
#include "report/run.h"

/* What a report is made of. */
struct report_input {
	struct model_list models;
	struct report_run *runs; /* oldest first; none if no store was wanted */
	size_t n_runs;
	const struct report_run
		*head; /* the run whose circumstances are shown: the one that was asked for, else the newest */
	const struct report_run
		*compared;      /* the run whose round trips are held against the models; NULL if there is none */
	int state;              /* of the machine, in which it is: that of the models, if it has that; STATE_NONE: it
				   does not, and its main one is taken */
	struct link link;       /* that it measured */
	struct size_list sizes; /* with answers of the same size */
	struct trips_comparison comparison; /* of these; no trips if nothing is compared */
	const struct report_run
		*pathed; /* the newest run of sonde compare --paths, or the one asked for; NULL if there is none */
	const struct report_run *changing;  /* the run that was asked for, or the newest, if it was made in several
					       states of the machine, else the newest such on its platform; NULL if
					       there is none */
	struct state_course course;         /* of it */
	const struct report_run *evaluated; /* the run of sonde compare --models that is shown; NULL if there is none */
	struct evaluation evaluation;       /* that it held */
	struct scores scores;               /* of it */
};

/*
 * Reads the models, and the store unless its path is NULL. Compared are the models, if any, with the run of this name
 * if it is one of sonde compare, else with the newest such run. The evaluation is that of the run of this name if it is
 * one of sonde compare --models, else the newest that ended. ERR_* of model_read, store_open and store_find.
 * report_input_release in any case. Local, as are all of these.
 */
enum status report_input_read(struct report_input *input, const char *const *paths, size_t n_paths,
			      const char *store_path, const char *run_name, struct error *err);
void report_input_release(struct report_input *input);

/* Seconds and messages of the run's parts. watching: those of watching the machine, and of waiting for it, as well. */
double report_run_seconds(const struct report_run *run, bool watching);
double report_run_messages(const struct report_run *run);

/* The run that the model was estimated in, NULL if it is not among the input's. */
const struct report_run *report_run_of(const struct report_input *input, const struct model *model);

/* Whether the model gives every size the same time: then it holds for short messages only. */
bool report_short_only(const struct model *model);

/* The first link of the model between two processes: from its first process to another, LINK_ANY both if that is what
 * it has. */
struct link report_first_link(const struct model *model);

/* The first model that has parameters per size, and their values; the model of this class and method; the index in the
 * list, models.n if there is none. */
size_t report_per_size(const struct report_input *input);
size_t report_by_method(const struct report_input *input, const char *class, const char *method);

#endif
