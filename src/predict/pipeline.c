/*
 * With m/k bytes in each of k segments the form is, of those terms that k is in, under hockney alpha k + (n - 2) beta
 * m/k, and under loggp, while overheads are no longer than gaps, (g - G) k + (n - 2) G m/k. Either is least where both
 * terms are equal.
 */
#include "predict/pipeline.h"

#include <math.h>
#include <string.h>

static bool is_pipeline(const struct algorithm_class *algorithm, const struct call *call)
{
	bool chain = strcmp(algorithm->name, "chain") == 0 && call->fanout == 1;

	return call->collective == COLLECTIVE_BCAST && call->processes >= 2 &&
	       (chain || strcmp(algorithm->name, "pipeline") == 0);
}

static bool has_form(const struct model *model)
{
	const char *class = model->class->name;

	return model->n_links == 1 &&
	       (strcmp(class, "hockney") == 0 || strcmp(class, "logp") == 0 || strcmp(class, "loggp") == 0);
}

static struct cost cost_of(const struct model *model, const struct call *call, uint64_t bytes)
{
	return model_cost(model, (struct link){call->root, call->root ? 0 : 1}, (size_t)bytes);
}

static uint64_t segment_of(const struct call *call)
{
	return call->segment > 0 && call->segment < call->count ? call->segment : call->count;
}

/* The form's seconds; *held: overheads hold segments up for longer than the gap. */
static double seconds_of(const struct model *model, const struct call *call, bool *held)
{
	uint64_t segment = segment_of(call), k = segment > 0 ? (call->count + segment - 1) / segment : 1,
		 last = call->count - (k - 1) * segment;
	struct cost each = cost_of(model, call, segment), end = cost_of(model, call, last);
	double d = cost_delivery(&each);

	*held = k > 1 && each.gap < (call->processes > 2 ? each.send + each.receive_expected
							 : fmax(each.send, each.receive_expected));
	return (call->processes - 2) * d + (double)(k - 1) * each.gap + cost_delivery(&end);
}

size_t pipeline_form(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
		     struct closed_form *form)
{
	bool held;

	if (!is_pipeline(algorithm, call) || !has_form(model))
		return 0;
	*form = (struct closed_form){
		.name = "",
		.source = "Pjesivac-Grbovic, Angskun, Bosilca, Fagg, Gabriel, Dongarra 2007",
		.about = "a process passes a segment on while it receives the next; segments follow each other by the "
			 "gap, and longer overheads hold them up",
		.seconds = seconds_of(model, call, &held)};
	form->relation = call->count == 0 ? RELATION_UPPER : held ? RELATION_LOWER : RELATION_EXACT;
	return 1;
}

/* What a segment costs by itself, and a byte. */
static void parts_of(const struct model *model, const struct call *call, double *segment, double *byte)
{
	struct cost one = cost_of(model, call, 1), two = cost_of(model, call, 2);

	*byte = cost_delivery(&two) - cost_delivery(&one);
	*segment = one.gap - *byte;
}

uint64_t pipeline_segment(const struct model *model, const struct algorithm_use *use)
{
	struct call call = *use->call;
	double segment, byte, k, least = INFINITY;
	uint64_t best = call.count;

	if (call.count < 2 || !is_pipeline(use->algorithm, &call) || !has_form(model))
		return 0;
	parts_of(model, &call, &segment, &byte);
	k = segment > 0 ? sqrt((call.processes - 2) * fmax(byte, 0) * (double)call.count / segment)
			: (double)call.count;
	k = fmin(fmax(floor(k), 1), (double)call.count);
	for (int more = 0; more < 2 && k + more <= (double)call.count; more++) {
		bool held;
		double seconds;

		call.segment = (uint64_t)ceil((double)call.count / (k + more));
		seconds = seconds_of(model, &call, &held);
		if (seconds < least) {
			least = seconds;
			best = call.segment;
		}
	}
	return best;
}
