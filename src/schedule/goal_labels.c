#include "schedule/goal_labels.h"

#include "base/memory.h"
#include "schedule/order.h"

#include <stdlib.h>
#include <string.h>

/* Operations, or requirements, of a process whose memory is not worth keeping. */
#define LARGE 4096

/* Which suffice not to overflow. */
#define DIGITS 18

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

static void fill_table(struct labels *labels)
{
	for (size_t i = 0; i < labels->n; i++) {
		if (labels->words[i].length > 0)
			labels->table[find(labels, labels->words[i])] = i + 1;
	}
}

static enum status grow_table(struct labels *labels, struct error *err)
{
	size_t slots = labels->slots > 0 ? labels->slots : 32;
	size_t *table;

	if (labels->slots > 2 * labels->used)
		return OK;
	while (slots <= 2 * labels->used || slots == labels->slots)
		slots *= 2;
	table = calloc(slots, sizeof(*table));
	if (!table)
		return error_memory(err, "the labels of a process");
	free(labels->table);
	labels->table = table;
	labels->slots = slots;
	fill_table(labels);
	return OK;
}

/* The number at the end of a label, and how many letters precede it. */
static size_t split(struct word word, uint64_t *number)
{
	size_t n = word.length, least = n > DIGITS ? n - DIGITS : 0;
	uint64_t place = 1;

	for (*number = 0; n > least && (unsigned char)(word.at[n - 1] - '0') <= 9; n--, place *= 10)
		*number += place * (unsigned char)(word.at[n - 1] - '0');
	return n;
}

/* The number of a label that has the prefix of those that are counted, less that of the first one; UINT64_MAX: it has
 * another prefix, or no number behind it. */
static uint64_t count_of(const struct labels *labels, struct word label)
{
	uint64_t number = 0;

	if (label.length <= labels->prefix || label.length > labels->prefix + DIGITS)
		return UINT64_MAX;
	for (size_t i = 0; i < labels->prefix; i++) {
		if (label.at[i] != labels->words[0].at[i])
			return UINT64_MAX;
	}
	for (size_t i = labels->prefix; i < label.length; i++) {
		unsigned char digit = (unsigned char)(label.at[i] - '0');

		if (digit > 9)
			return UINT64_MAX;
		number = 10 * number + digit;
	}
	return number - labels->number;
}

/* Whether the labels are counted with the next one, too: its number is that of the last one and 1. */
static bool counts_on(struct labels *labels, struct word label)
{
	if (!labels->counted || label.length == 0)
		return false;
	if (labels->n > 0)
		return count_of(labels, label) == labels->n;
	labels->prefix = split(label, &labels->number);
	return labels->prefix < label.length;
}

/* Labels that were counted go into the table. */
static enum status stop_counting(struct labels *labels, struct error *err)
{
	if (!labels->counted)
		return OK;
	labels->counted = false;
	labels->used = labels->n;
	if (labels->slots > 2 * labels->used)
		fill_table(labels);
	return labels->slots > 2 * labels->used ? OK : grow_table(labels, err);
}

/* The operation of a label, counted from 1; 0: there is none. */
static size_t labelled(const struct labels *labels, struct word label)
{
	uint64_t count;

	if (!labels->counted)
		return labels->slots > 0 ? labels->table[find(labels, label)] : 0;
	count = labels->n > 0 ? count_of(labels, label) : UINT64_MAX;
	return count < labels->n && labels->words[count].length == label.length ? (size_t)count + 1 : 0;
}

/* Makes a label known that is not counted. */
static enum status enter(struct labels *labels, struct word label, size_t line, struct error *err)
{
	size_t s;

	if (stop_counting(labels, err) != OK || (label.length > 0 && grow_table(labels, err) != OK))
		return ERR_MEMORY;
	if (label.length == 0)
		return OK;
	s = find(labels, label);
	if (labels->table[s])
		return error_set(err, ERR_INPUT, "%s:%zu: label %.*s is already that of the operation in line %zu",
				 labels->file, line, (int)(label.length < 60 ? label.length : 60), label.at,
				 labels->lines[labels->table[s] - 1]);
	labels->table[s] = labels->n + 1;
	labels->used++;
	return OK;
}

enum status labels_add(struct labels *labels, struct word label, size_t line, struct error *err)
{
	struct word *words = memory_grow(labels->words, &labels->word_capacity, labels->n + 1, sizeof(*words));
	size_t *lines = memory_grow(labels->lines, &labels->line_capacity, labels->n + 1, sizeof(*lines));
	enum status status = OK;

	labels->words = words ? words : labels->words;
	labels->lines = lines ? lines : labels->lines;
	if (!words || !lines)
		return error_memory(err, "the labels of a process");
	if (!counts_on(labels, label))
		status = enter(labels, label, line, err);
	if (status != OK)
		return status;
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
	*operation = labelled(labels, label);
	if (*operation == 0)
		return error_set(err, ERR_INPUT, "%s:%zu: no operation of this rank has the label %.*s", labels->file,
				 line, (int)(label.length < 60 ? label.length : 60), label.at);
	return OK;
}

static enum status set_requirements(const struct labels *labels, struct rank_program *program, struct error *err)
{
	struct requirement *requirements = program->requirements;
	uint32_t sum = 0;

	if (labels->n_edges > 0)
		requirements = memory_grow(requirements, &program->requirement_capacity, labels->n_edges,
					   sizeof(*requirements));
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
		labels->counted = true;
		return;
	}
	labels->counted = true;
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
