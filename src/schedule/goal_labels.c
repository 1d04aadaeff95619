#include "schedule/goal_labels.h"

#include "base/memory.h"
#include "schedule/order.h"

#include <stdlib.h>
#include <string.h>

/* Operations, or requirements, of a process whose memory is not worth keeping. */
#define LARGE 4096

static size_t hash(struct word word)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < word.length; i++)
		h = (h ^ (unsigned char)word.at[i]) * UINT64_C(0x100000001b3);
	return (size_t)(h ^ h >> 32);
}

/* The slot of a label: its own, or the empty one where it would go. */
static size_t find(const struct labels *labels, struct word word)
{
	size_t s = hash(word) & (labels->slots - 1);

	for (; labels->table[s]; s = (s + 1) & (labels->slots - 1)) {
		const struct word *other = &labels->words[labels->table[s] - 1];

		if (other->length == word.length && memcmp(other->at, word.at, word.length) == 0)
			break;
	}
	return s;
}

static enum status grow_table(struct labels *labels, struct error *err)
{
	size_t slots = labels->slots > 0 ? 2 * labels->slots : 64;
	size_t *table;

	if (labels->slots > 2 * labels->used)
		return OK;
	table = calloc(slots, sizeof(*table));
	if (!table)
		return error_memory(err, "the labels of a process");
	free(labels->table);
	labels->table = table;
	labels->slots = slots;
	for (size_t i = 0; i < labels->n; i++) {
		if (labels->words[i].length > 0)
			table[find(labels, labels->words[i])] = i + 1;
	}
	return OK;
}

enum status labels_add(struct labels *labels, struct word label, size_t line, struct error *err)
{
	struct word *words = memory_grow(labels->words, &labels->word_capacity, labels->n + 1, sizeof(*words));
	size_t *lines = memory_grow(labels->lines, &labels->line_capacity, labels->n + 1, sizeof(*lines));
	size_t s;

	labels->words = words ? words : labels->words;
	labels->lines = lines ? lines : labels->lines;
	if (!words || !lines)
		return error_memory(err, "the labels of a process");
	if (label.length > 0) {
		if (grow_table(labels, err) != OK)
			return ERR_MEMORY;
		s = find(labels, label);
		if (labels->table[s])
			return error_set(err, ERR_INPUT,
					 "%s:%zu: label %.*s is already that of the operation in line %zu",
					 labels->file, line, (int)(label.length < 60 ? label.length : 60), label.at,
					 lines[labels->table[s] - 1]);
		labels->table[s] = labels->n + 1;
		labels->used++;
	}
	words[labels->n] = label;
	lines[labels->n++] = line;
	return OK;
}

enum status labels_require(struct labels *labels, struct goal_requirement edge, struct error *err)
{
	struct goal_requirement *edges =
		memory_grow(labels->edges, &labels->edge_capacity, labels->n_edges + 1, sizeof(*edges));

	if (!edges)
		return error_memory(err, "the requirements of a process");
	labels->edges = edges;
	edges[labels->n_edges++] = edge;
	return OK;
}

/* The operation of a label, counted from 1. */
static enum status operation_of(const struct labels *labels, struct word label, size_t line, size_t *operation,
				struct error *err)
{
	*operation = labels->slots > 0 ? labels->table[find(labels, label)] : 0;
	if (*operation == 0)
		return error_set(err, ERR_INPUT, "%s:%zu: no operation of this rank has the label %.*s", labels->file,
				 line, (int)(label.length < 60 ? label.length : 60), label.at);
	return OK;
}

static enum status set_requirements(const struct labels *labels, struct rank_program *program, struct error *err)
{
	struct requirement *requirements = memory_grow(program->requirements, &program->requirement_capacity,
						       labels->n_edges, sizeof(*requirements));
	uint32_t sum = 0;

	if (labels->n_edges > 0 && !requirements)
		return error_memory(err, "the requirements of a process");
	program->requirements = requirements;
	for (size_t e = 0; e < labels->n_edges; e++) {
		struct goal_requirement *edge = &labels->edges[e];

		if (operation_of(labels, edge->label, edge->line, &edge->of, err) != OK ||
		    operation_of(labels, edge->on, edge->line, &edge->required, err) != OK)
			return ERR_INPUT;
		program->operations[edge->of - 1].first++;
	}
	for (size_t i = 0; i < program->n; i++) {
		sum += program->operations[i].first;
		program->operations[i].first = sum;
	}
	for (size_t e = labels->n_edges; e-- > 0;) {
		const struct goal_requirement *edge = &labels->edges[e];

		requirements[--program->operations[edge->of - 1].first] =
			(struct requirement){.on = (uint32_t)(edge->required - 1) & INT32_MAX, .start = edge->start};
	}
	program->n_requirements = labels->n_edges;
	return OK;
}

enum status labels_resolve(struct labels *labels, struct rank_program *program, struct error *err)
{
	size_t cycle;
	enum status status = set_requirements(labels, program, err);

	if (status != OK)
		return status;
	cycle = rank_program_cycle(program);
	if (cycle == SIZE_MAX)
		return error_memory(err, "the requirements of a process");
	if (cycle < program->n)
		return error_set(err, ERR_INPUT,
				 "%s:%zu: a cycle: this operation waits for itself, or for others that wait for it",
				 labels->file, labels->lines[cycle]);
	return OK;
}

void labels_clear(struct labels *labels)
{
	if (labels->n > LARGE || labels->n_edges > LARGE) {
		labels_release(labels);
		return;
	}
	if (labels->used > 0)
		memset(labels->table, 0, labels->slots * sizeof(*labels->table));
	labels->n = 0;
	labels->n_edges = 0;
	labels->used = 0;
}

void labels_release(struct labels *labels)
{
	free(labels->words);
	free(labels->lines);
	free(labels->edges);
	free(labels->table);
	*labels = (struct labels){.file = labels->file};
}
