#include "evaluate/evaluation_store.h"

#include "model/file/file.h"
#include "store/found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct run_cost cost_of(const struct evaluation_cost *part)
{
	return (struct run_cost){part->experiments, part->messages, part->seconds};
}

static struct evaluation_cost part_of(const struct run_cost *cost)
{
	return (struct evaluation_cost){cost->experiments, cost->messages, cost->seconds};
}

/* The models' files are allocated; all else is borrowed from the evaluation. */
static enum status fill(struct stored_evaluation *e, const struct evaluation *evaluation, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < evaluation->n; i++) {
		const struct candidate *c = &evaluation->list[i];

		e->models[e->n_models++] = (struct evaluated_model){.name = (char *)c->name,
								    .model = (char *)c->class->name,
								    .method = (char *)c->method->name,
								    .apart = c->apart,
								    .file = model_text(c->model, err),
								    .cost = cost_of(&c->taken)};
		status = e->models[i].file ? OK : err->status;
	}
	for (size_t k = 0; k < evaluation->n_operations; k++) {
		const struct evaluation_operation *what = &evaluation->operations[k];

		e->operations[e->n_operations++] =
			(struct evaluated_operation){(char *)evaluation_operation_name(what),
						     what->algorithm ? (char *)what->algorithm->name : NULL};
	}
	e->parts[STORED_SWITCH] = cost_of(&evaluation->parts[PART_SWITCH]);
	e->parts[STORED_THRESHOLDS] = cost_of(&evaluation->parts[PART_THRESHOLDS]);
	e->parts[STORED_HELD_OUT] = cost_of(&evaluation->parts[PART_HELD_OUT]);
	return status;
}

enum status evaluation_save(struct store *store, int64_t run, const struct evaluation *evaluation, struct error *err)
{
	struct evaluated_model models[MODELS_MOST];
	struct evaluated_operation operations[OPERATIONS_MOST];
	struct stored_evaluation kept = {.models = models,
					 .operations = operations,
					 .sizes = evaluation->sizes,
					 .confidence = evaluation->confidence,
					 .noise = evaluation->noise};
	enum status status = fill(&kept, evaluation, err);

	if (status == OK)
		status = store_set_evaluation(store, run, &kept, err);
	for (size_t i = 0; i < kept.n_models; i++)
		free(kept.models[i].file);
	return status;
}

/* ERR_INPUT with the run before what was wrong. */
static enum status of_run(int64_t run, const struct error *why, struct error *err)
{
	return error_set(err, why->status == ERR_MEMORY ? ERR_MEMORY : ERR_INPUT,
			 "run %lld of the store, of its evaluation: %s", (long long)run, why->text);
}

static enum status load_models(int64_t run, const struct stored_evaluation *kept, struct evaluation *evaluation,
			       struct error *err)
{
	struct error why = {.status = OK};

	if (kept->n_models > MODELS_MOST)
		error_set(&why, ERR_INPUT, "%zu models, where there can be %d", kept->n_models, MODELS_MOST);
	for (size_t i = 0; why.status == OK && i < kept->n_models; i++) {
		const struct evaluated_model *m = &kept->models[i];
		const struct model_class *class = model_class_find(m->model, &why);
		const struct method *method = class ? model_method_find(class, m->method, &why) : NULL;

		if (!method)
			break;
		evaluation_add_model(evaluation, m->name, class, method, m->apart);
		evaluation->list[i].taken = part_of(&m->cost);
		evaluation->list[i].model = model_parse(m->file, m->name, &why);
	}
	return why.status == OK ? OK : of_run(run, &why, err);
}

static enum status load_operations(int64_t run, const struct stored_evaluation *kept, struct evaluation *evaluation,
				   struct error *err)
{
	struct error why = {.status = OK};

	if (kept->n_operations > OPERATIONS_MOST)
		error_set(&why, ERR_INPUT, "%zu operations, where there can be %d", kept->n_operations,
			  OPERATIONS_MOST);
	for (size_t k = 0; why.status == OK && k < kept->n_operations; k++) {
		const struct evaluated_operation *o = &kept->operations[k];
		int collective = o->algorithm ? collective_of_word(o->operation) : -1;
		const struct algorithm_class *algorithm =
			collective >= 0 ? algorithm_find((enum collective)collective, o->algorithm, &why) : NULL;

		if (!algorithm && (o->algorithm || strcmp(o->operation, "p2p") != 0))
			error_set(&why, ERR_INPUT, "%s is neither p2p nor a collective operation with an algorithm",
				  o->operation);
		else
			evaluation->operations[evaluation->n_operations++] =
				(struct evaluation_operation){algorithm, true};
	}
	return why.status == OK ? OK : of_run(run, &why, err);
}

enum status evaluation_load(struct store *store, int64_t run, size_t processes, struct evaluation *evaluation,
			    struct error *err)
{
	struct stored_evaluation kept;
	enum status status = store_evaluation(store, run, &kept, err);

	*evaluation = (struct evaluation){.processes = processes};
	if (status != OK)
		return status;
	evaluation->confidence = kept.confidence;
	evaluation->noise = kept.noise;
	evaluation->sizes = kept.sizes;
	kept.sizes = (struct size_list){.n = 0};
	evaluation->parts[PART_SWITCH] = part_of(&kept.parts[STORED_SWITCH]);
	evaluation->parts[PART_THRESHOLDS] = part_of(&kept.parts[STORED_THRESHOLDS]);
	evaluation->parts[PART_HELD_OUT] = part_of(&kept.parts[STORED_HELD_OUT]);
	status = load_models(run, &kept, evaluation, err);
	if (status == OK)
		status = load_operations(run, &kept, evaluation, err);
	stored_evaluation_release(&kept);
	return status;
}
