#include "evaluate/evaluation.h"

#include "base/memory.h"
#include "base/random.h"
#include "sample/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix_apart[] = "het-", round_trips[] = "p2p";

const char *const evaluation_part_names[EVALUATION_PARTS] = {"switch", "thresholds", "held back"};

void evaluation_release(struct evaluation *evaluation)
{
	for (size_t i = 0; i < evaluation->n; i++)
		model_free(evaluation->list[i].model);
	size_list_release(&evaluation->sizes);
	*evaluation = (struct evaluation){.n = 0};
}

/* Calls read for each of the names, separated by commas. */
static enum status each_name(struct evaluation *evaluation, const char *names,
			     enum status (*read)(struct evaluation *evaluation, const char *name, struct error *err),
			     struct error *err)
{
	char *copy = memory_text(names), *next = copy;
	enum status status = copy ? OK : error_memory(err, "a list of names");

	while (status == OK && next) {
		char *name = next, *comma = strchr(next, ',');

		next = comma ? comma + 1 : NULL;
		if (comma)
			*comma = '\0';
		status = *name ? read(evaluation, name, err)
			       : error_set(err, ERR_INPUT, "%s: names separated by commas, and one of them is empty",
					   names);
	}
	free(copy);
	return status;
}

/* The one before that is fitted to the same experiments, else its own place. */
static size_t source_of(const struct evaluation *evaluation, const struct candidate *candidate)
{
	for (size_t i = 0; i < evaluation->n; i++)
		if (evaluation->list[i].class == candidate->class && evaluation->list[i].method == candidate->method)
			return i;
	return evaluation->n;
}

void evaluation_add_model(struct evaluation *evaluation, const char *name, const struct model_class *class,
			  const struct method *method, bool apart)
{
	struct candidate *candidate = &evaluation->list[evaluation->n];

	*candidate = (struct candidate){.class = class, .method = method, .apart = apart};
	snprintf(candidate->name, sizeof(candidate->name), "%s", name);
	candidate->source = source_of(evaluation, candidate);
	evaluation->n++;
}

static enum status read_model(struct evaluation *evaluation, const char *name, struct error *err)
{
	size_t prefix = strncmp(name, prefix_apart, strlen(prefix_apart)) == 0 ? strlen(prefix_apart) : 0;
	size_t length = strcspn(name + prefix, ":");
	const struct model_class *class;
	const struct method *method;
	char word[CANDIDATE_NAME];
	bool keeps_apart;

	if (evaluation->n == MODELS_MOST)
		return error_set(err, ERR_INPUT, "at most %d models are compared", MODELS_MOST);
	if (strlen(name) >= CANDIDATE_NAME)
		return error_set(err, ERR_INPUT, "%s: no model has such a long name", name);
	snprintf(word, sizeof(word), "%.*s", (int)length, name + prefix);
	class = model_class_find(word, err);
	method =
		class ? model_method_find(class, name[prefix + length] ? name + prefix + length + 1 : NULL, err) : NULL;
	if (!method)
		return ERR_INPUT;
	keeps_apart = prefix > 0 || class->fit_all;
	for (size_t i = 0; i < evaluation->n; i++)
		if (evaluation->list[i].method == method && evaluation->list[i].class == class &&
		    evaluation->list[i].apart == keeps_apart)
			return error_set(err, ERR_INPUT, "%s and %s are the same model", evaluation->list[i].name,
					 name);
	evaluation_add_model(evaluation, name, class, method, keeps_apart);
	return OK;
}

enum status evaluation_read_models(struct evaluation *evaluation, const char *names, struct error *err)
{
	return each_name(evaluation, names, read_model, err);
}

static enum status add_operation(struct evaluation *evaluation, const struct algorithm_class *algorithm, bool named,
				 struct error *err)
{
	for (size_t i = 0; i < evaluation->n_operations; i++)
		if (evaluation->operations[i].algorithm == algorithm)
			return error_set(err, ERR_INPUT, "%s%s%s is named twice",
					 algorithm ? collective_words[algorithm->collective] : round_trips,
					 algorithm ? ":" : "", algorithm ? algorithm->name : "");
	if (evaluation->n_operations == OPERATIONS_MOST)
		return error_set(err, ERR_INPUT, "at most %d operations and algorithms are measured", OPERATIONS_MOST);
	evaluation->operations[evaluation->n_operations++] = (struct evaluation_operation){algorithm, named};
	return OK;
}

/* By the linear and the binomial algorithm, as far as the operation has them. */
static enum status add_default_algorithms(struct evaluation *evaluation, enum collective collective, struct error *err)
{
	static const char *const default_names[] = {"linear", "binomial"};
	enum status status = OK;
	size_t found = 0;

	for (size_t i = 0; status == OK && i < sizeof(default_names) / sizeof(default_names[0]); i++) {
		const struct algorithm_class *algorithm = algorithm_find(collective, default_names[i], NULL);

		if (!algorithm)
			continue;
		found++;
		status = add_operation(evaluation, algorithm, false, err);
	}
	return status == OK && found == 0 ? error_set(err, ERR_INPUT,
						      "%s: it has neither a linear nor a binomial algorithm; "
						      "name one, as %s:ALGORITHM",
						      collective_words[collective], collective_words[collective])
					  : status;
}

static enum status read_operation(struct evaluation *evaluation, const char *name, struct error *err)
{
	const char *colon = strchr(name, ':');
	char word[CANDIDATE_NAME];
	int collective;
	const struct algorithm_class *algorithm;

	if (strcmp(name, round_trips) == 0)
		return add_operation(evaluation, NULL, true, err);
	snprintf(word, sizeof(word), "%.*s", (int)(colon ? colon - name : (int)strlen(name)), name);
	collective = collective_of_word(word);
	if (collective < 0 || collective == COLLECTIVE_BARRIER || !collective_find(word))
		return error_set(err, ERR_INPUT,
				 "%s: use p2p, or a collective operation that moves data, such as scatter, "
				 "gather or bcast, by itself or with an algorithm, as scatter:linear",
				 name);
	if (!colon)
		return add_default_algorithms(evaluation, (enum collective)collective, err);
	algorithm = algorithm_find((enum collective)collective, colon + 1, err);
	return algorithm ? add_operation(evaluation, algorithm, true, err) : ERR_INPUT;
}

enum status evaluation_read_operations(struct evaluation *evaluation, const char *names, struct error *err)
{
	return each_name(evaluation, names, read_operation, err);
}

const char *evaluation_operation_name(const struct evaluation_operation *operation)
{
	return operation->algorithm ? collective_words[operation->algorithm->collective] : round_trips;
}

const char *evaluation_algorithm_name(const struct evaluation_operation *operation)
{
	return operation->algorithm ? operation->algorithm->name : "roundtrip";
}

struct experiment evaluation_experiment(const struct evaluation_operation *operation, struct link link, size_t bytes)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};

	if (!operation->algorithm)
		return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
					   .from = link.from,
					   .to = link.to,
					   .bytes = bytes,
					   .reply_bytes = bytes,
					   .count = 1};
	what.setup.timing = TIMING_GLOBAL;
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", evaluation_operation_name(operation));
	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", operation->algorithm->name);
	return what;
}

size_t evaluation_pairs(size_t processes, uint64_t seed, struct link *pairs)
{
	size_t n = 0, seen = 0;
	struct random random;

	random_init(&random, seed);
	for (int i = 0; i < (int)processes; i++)
		for (int j = i + 1; j < (int)processes; j++, seen++) {
			size_t place = n < EVALUATION_PAIRS ? n++ : random_below(&random, seen + 1);

			if (place < EVALUATION_PAIRS)
				pairs[place] = (struct link){i, j};
		}
	return n;
}
