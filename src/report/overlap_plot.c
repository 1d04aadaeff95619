#include "report/overlap_plot.h"

#include "predict/overlapped.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PER_OCTAVE = 4, ENDS = 2 };

static const char *const ratio_names[ENDS] = {"R_so, sender", "R_ro, receiver"};

/* The index of the first model that has forms of overlap; models.n if there is none. */
static size_t with_forms(const struct model_list *models)
{
	size_t i = 0;

	while (i < models->n && !models->models[i]->class->handshakes)
		i++;
	return i;
}

/* The largest size that the model was measured at, 1 MiB if it does not say. */
static double largest(const struct model *model)
{
	double most = 0;

	for (size_t k = 0; k < model->n_links * model->class->n_params; k++) {
		const struct curve *curve = &model->parameters[k].curve;

		if (model->class->params[k % model->class->n_params].shape == PARAM_PER_SIZE && curve->n > 0)
			most = fmax(most, curve->x[curve->n - 1]);
	}
	return most > 1 ? most : 0x1p20;
}

/* Two series over the same n sizes, which begin at x; the ratios stand behind them. */
static void add_ends(struct report_plot *plot, enum overlapped_case receiver, double *x, size_t n)
{
	for (int end = 0; end < ENDS; end++) {
		size_t k = plot->plot.n_series++;

		snprintf(plot->names[k], sizeof(plot->names[k]), "%s, %s", ratio_names[end],
			 overlapped_names[receiver]);
		plot->series[k] = (struct plot_series){.name = plot->names[k],
						       .style = SERIES_LINE_POINTS,
						       .x = x,
						       .y = x + (size_t)(1 + end) * n,
						       .n = n};
	}
}

/* Two processes that the model knows. */
static struct link pair_of(const struct model *model)
{
	const struct link link = report_first_link(model);

	return link.from == LINK_ANY ? (struct link){0, 1} : link;
}

static enum status add_case(struct report_plot *plot, const struct model *model, enum overlapped_case receiver,
			    struct error *err)
{
	double most = largest(model);
	size_t n = 2 + (size_t)(PER_OCTAVE * log2(most));
	double *x = calloc((1 + ENDS) * n, sizeof(*x));
	enum status status = OK;

	if (!x)
		return error_memory(err, "the points of a plot");
	plot->owned[plot->n_owned++] = x;
	for (size_t i = 0; status == OK && i < n; i++) {
		struct overlapped found = {.bytes = 0};

		x[i] = i + 1 == n ? most : floor(pow(most, (double)i / (double)(n - 1)) + 0.5);
		status = predict_overlapped(model, pair_of(model), (size_t)x[i], receiver, -1, &found, err);
		x[n + i] = found.hidden_sender;
		x[2 * n + i] = found.hidden_receiver;
	}
	add_ends(plot, receiver, x, n);
	return status;
}

enum status overlap_plot(const struct report_input *input, struct report_plot *plot, struct error *err)
{
	size_t index = with_forms(&input->models);
	enum status status = OK;

	plot->plot.title = "What computation beside a message hides";
	plot->plot.y_label = "overlap ratio";
	plot->plot.y_seconds = plot->plot.y_log = false;
	if (index == input->models.n)
		return OK;
	snprintf(plot->caption, sizeof(plot->caption),
		 "Model: %s. Sender and receiver begin a message, compute for as long as it takes alone, and wait. The "
		 "ratio is computation / (computation + time in MPI). 1: all of it is hidden; 0.5: it takes as long as "
		 "without computation. Early: the receive is posted at once; late: when the request has come, and the "
		 "receiver then computes until the data are there.",
		 input->models.names[index]);
	plot->reading =
		"The higher a curve, the more of the message is hidden behind the computation. Where a curve falls, "
		"the library works on the message only while the program is inside of MPI.";
	for (int receiver = 0; status == OK && receiver < OVERLAPPED_CASES; receiver++)
		status = add_case(plot, input->models.models[index], (enum overlapped_case)receiver, err);
	return status;
}
