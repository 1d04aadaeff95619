#include "algorithm/choice.h"

#include "base/memory.h"
#include "base/units.h"
#include "sample/process_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

static const char own[] = "own", any[] = "any";

/* Of a line, of a name with what ends it, and of an order, for which memory is taken before it is read. */
enum { WORDS = 8, NAME = 256, ORDER_MOST = 1 << 26 };

static bool can_be_split(enum collective collective)
{
	return collective == COLLECTIVE_GATHER || collective == COLLECTIVE_GATHERV ||
	       collective == COLLECTIVE_SCATTER || collective == COLLECTIVE_SCATTERV;
}

static bool is_within(const uint64_t inner[2], const uint64_t outer[2])
{
	return inner[0] >= outer[0] && inner[1] <= outer[1];
}

bool choice_covers(const struct algorithm_choice *other, const struct algorithm_choice *row)
{
	bool root = !other->order || (row->order && row->order[0] == other->order[0]);

	return other->collective == row->collective && root && is_within(row->processes, other->processes) &&
	       is_within(row->bytes, other->bytes);
}

/* That the order has each of the row's processes once. ERR_INPUT, ERR_MEMORY. */
static enum status check_order(const struct algorithm_choice *choice, struct error *err)
{
	size_t n = (size_t)choice->processes[0], found = 0;
	bool *seen;

	if (!choice->order)
		return OK;
	if (!choice->algorithm || !(choice->algorithm->takes & TAKES_ORDER))
		return error_set(err, ERR_INPUT, "%s by %s has no order of processes to choose",
				 collective_words[choice->collective],
				 choice->algorithm ? choice->algorithm->name : own);
	seen = calloc(n + 1, sizeof(*seen));
	if (!seen)
		return error_memory(err, "chosen algorithms");
	for (size_t i = 0; i < n; i++)
		if (choice->order[i] >= 0 && (size_t)choice->order[i] < n && !seen[choice->order[i]]) {
			seen[choice->order[i]] = true;
			found++;
		}
	free(seen);
	if (found == n && (collective_has_root(choice->collective) || choice->order[0] == 0))
		return OK;
	return error_set(err, ERR_INPUT, "an order has each of the %zu processes once, the root first", n);
}

static enum status append(struct choices *choices, const struct algorithm_choice *choice, struct error *err)
{
	size_t n = choice->order ? (size_t)choice->processes[0] : 0;
	struct algorithm_choice *grown = memory_grow(choices->list, &choices->capacity, choices->n + 1, sizeof(*grown));
	int *order = n > 0 ? malloc(n * sizeof(*order)) : NULL;

	if (grown)
		choices->list = grown;
	if (!grown || (n > 0 && !order)) {
		free(order);
		return error_memory(err, "chosen algorithms");
	}
	if (order)
		memcpy(order, choice->order, n * sizeof(*order));
	grown[choices->n] = *choice;
	grown[choices->n++].order = order;
	return OK;
}

enum status choices_add(struct choices *choices, const struct algorithm_choice *choice, struct error *err)
{
	const struct algorithm_class *algorithm = choice->algorithm;
	unsigned takes = algorithm ? algorithm->takes : 0;
	enum status status;

	if (algorithm && algorithm->collective != choice->collective)
		return error_set(err, ERR_INPUT, "%s is an algorithm of %s, not of %s", algorithm->name,
				 collective_words[algorithm->collective], collective_words[choice->collective]);
	if ((choice->segment > 0 && !(takes & TAKES_SEGMENT)) || (choice->fanout != 0 && !(takes & TAKES_FANOUT)))
		return error_set(err, ERR_INPUT, "%s by %s has no %s to choose", collective_words[choice->collective],
				 algorithm ? algorithm->name : own, choice->segment > 0 ? "segments" : "fan-out");
	if (choice->fanout != 0 && choice->fanout < algorithm->least_fanout)
		return error_set(err, ERR_INPUT, "%s by %s has a fan-out of at least %d",
				 collective_words[choice->collective], algorithm->name, algorithm->least_fanout);
	if (choice->split > 0 && (algorithm || !can_be_split(choice->collective)))
		return error_set(
			err, ERR_INPUT,
			"%s by %s cannot be split; gather, gatherv, scatter and scatterv by the library's own way "
			"can",
			collective_words[choice->collective], algorithm ? algorithm->name : own);
	status = check_order(choice, err);
	return status == OK ? append(choices, choice, err) : status;
}

/* A size, which is all of the text. */
static bool number_of(const char *text, uint64_t *number)
{
	size_t bytes;

	if (size_parse(text, &bytes, NULL) != OK)
		return false;
	*number = bytes;
	return true;
}

/* "16", "2-16", "2-", "any". */
static bool range_of(char *text, uint64_t range[2])
{
	char *dash = strchr(text, '-');

	range[0] = 0;
	range[1] = UINT64_MAX;
	if (strcmp(text, any) == 0)
		return true;
	if (dash)
		*dash = '\0';
	if (!number_of(text, &range[0]))
		return false;
	if (!dash)
		range[1] = range[0];
	else if (dash[1] != '\0' && !number_of(dash + 1, &range[1]))
		return false;
	return range[0] <= range[1];
}

/* The operation and the algorithm of a row. */
static enum status read_names(const char *operation, const char *algorithm, struct algorithm_choice *choice,
			      struct error *err)
{
	int collective = collective_of_word(operation);

	if (collective < 0)
		return error_set(err, ERR_INPUT, "there is no operation \"%s\"", operation);
	choice->collective = (enum collective)collective;
	if (strcmp(algorithm, own) == 0)
		return OK;
	choice->algorithm = algorithm_find(choice->collective, algorithm, err);
	return choice->algorithm ? OK : ERR_INPUT;
}

/* The process at each place, of a row for one number of processes. */
static enum status read_order(const char *text, struct algorithm_choice *choice, struct error *err)
{
	uint64_t n = choice->processes[0];

	if (n != choice->processes[1] || n == 0 || n > ORDER_MOST)
		return error_set(err, ERR_INPUT,
				 "an order is for one number of processes, as \"bcast 4 any binomial "
				 "order=0,3,1,2\"");
	free(choice->order);
	choice->order = malloc((size_t)n * sizeof(*choice->order));
	if (!choice->order)
		return error_memory(err, "an order of processes");
	return process_list_parse(text, (size_t)n, choice->order, err);
}

/* "segment=64K", "fanout=4", "split=8K", "order=0,3,1-2". */
static enum status read_parameter(const char *text, struct algorithm_choice *choice, struct error *err)
{
	uint64_t value = 0;

	if (strncmp(text, "segment=", 8) == 0 && number_of(text + 8, &value)) {
		choice->segment = value;
		return OK;
	}
	if (strncmp(text, "fanout=", 7) == 0 && number_of(text + 7, &value) && value > 0 && value < INT32_MAX) {
		choice->fanout = (int)value;
		return OK;
	}
	if (strncmp(text, "split=", 6) == 0 && number_of(text + 6, &value)) {
		choice->split = value;
		return OK;
	}
	if (strncmp(text, "order=", 6) == 0)
		return read_order(text + 6, choice, err);
	return error_set(err, ERR_INPUT, "\"%.40s\": segment=SIZE, fanout=N, split=SIZE or order=LIST is expected",
			 text);
}

static enum status read_row(char *const words[WORDS], size_t n, size_t line, struct choices *choices, struct error *err)
{
	struct algorithm_choice choice = {.line = line};
	enum status status;

	if (n < 4)
		return error_set(err, ERR_INPUT,
				 "OPERATION PROCESSES BYTES ALGORITHM [segment=SIZE] [fanout=N] [split=SIZE] "
				 "[order=LIST] is expected, as \"bcast 2-16 0-4K binomial\"");
	if (!range_of(words[1], choice.processes) || !range_of(words[2], choice.bytes))
		return error_set(err, ERR_INPUT,
				 "processes and bytes are ranges, as 16, 2-16, 4K- or any, the lesser number first");
	status = read_names(words[0], words[3], &choice, err);
	for (size_t i = 4; status == OK && i < n; i++)
		status = read_parameter(words[i], &choice, err);
	if (status == OK)
		status = choices_add(choices, &choice, err);
	free(choice.order);
	return status;
}

/* The words of a line, which it is cut into; more than there is room for are too many. */
static bool split(char *line, char *words[WORDS], size_t *n)
{
	line[strcspn(line, "#")] = '\0';
	for (*n = 0;; (*n)++) {
		line += strspn(line, BLANKS);
		if (*line == '\0')
			return true;
		if (*n == WORDS)
			return false;
		words[*n] = line;
		line += strcspn(line, BLANKS);
		if (*line != '\0')
			*line++ = '\0';
	}
}

/* A line of the table; text has no line's end. */
static enum status read_line(char *text, size_t line, struct choices *choices, struct error *err)
{
	char *words[WORDS];
	struct error why = {0};
	enum status status = OK;
	size_t n;

	if (!split(text, words, &n))
		status = error_set(&why, ERR_INPUT, "there are too many words");
	else if (n > 0)
		status = read_row(words, n, line, choices, &why);
	return status == OK ? OK : error_set(err, status, "line %zu: %s", line, why.text);
}

enum status choices_read(struct choices *choices, const char *text, struct error *err)
{
	enum status status = OK;
	char *copy, *next;

	if (text[strspn(text, BLANKS "\n")] == '{')
		return choices_read_json(choices, text, err);
	copy = memory_text(text);
	if (!copy)
		return error_memory(err, "a table of algorithms");
	next = copy;
	for (size_t line = 1; status == OK && *next; line++) {
		char *this = next;
		size_t length = strcspn(this, "\n");

		next += length + (this[length] == '\n');
		this[length] = '\0';
		status = read_line(this, line, choices, err);
	}
	free(copy);
	return status;
}

enum status choices_parse(struct choices *choices, const char *text, struct error *err)
{
	enum status status = OK;

	while (status == OK && *text) {
		struct algorithm_choice choice = {.processes = {0, UINT64_MAX}, .bytes = {0, UINT64_MAX}};
		size_t length = strcspn(text, ","), name = strcspn(text, "=");
		char words[2][NAME];

		if (name >= length || name >= NAME || length - name > NAME)
			return error_set(err, ERR_INPUT, "\"%.*s\": OPERATION=ALGORITHM is expected, as bcast=binomial",
					 (int)(length < 40 ? length : 40), text);
		memcpy(words[0], text, name);
		words[0][name] = '\0';
		memcpy(words[1], text + name + 1, length - name - 1);
		words[1][length - name - 1] = '\0';
		status = read_names(words[0], words[1], &choice, err);
		if (status == OK)
			status = choices_add(choices, &choice, err);
		text += length + (text[length] == ',');
	}
	return status;
}

static void write_range(FILE *out, const uint64_t range[2])
{
	if (range[0] == range[1])
		fprintf(out, " %" PRIu64, range[0]);
	else if (range[0] == 0 && range[1] == UINT64_MAX)
		fprintf(out, " %s", any);
	else if (range[1] == UINT64_MAX)
		fprintf(out, " %" PRIu64 "-", range[0]);
	else
		fprintf(out, " %" PRIu64 "-%" PRIu64, range[0], range[1]);
}

enum status choices_write(const struct choices *choices, FILE *out, struct error *err)
{
	fprintf(out, "# OPERATION PROCESSES BYTES ALGORITHM [segment=SIZE] [fanout=N] [split=SIZE] [order=LIST]\n");
	for (size_t i = 0; i < choices->n; i++) {
		const struct algorithm_choice *choice = &choices->list[i];

		fprintf(out, "%s", collective_words[choice->collective]);
		write_range(out, choice->processes);
		write_range(out, choice->bytes);
		fprintf(out, " %s", choice->algorithm ? choice->algorithm->name : own);
		if (choice->segment > 0)
			fprintf(out, " segment=%" PRIu64, choice->segment);
		if (choice->fanout > 0)
			fprintf(out, " fanout=%d", choice->fanout);
		if (choice->split > 0)
			fprintf(out, " split=%" PRIu64, choice->split);
		for (size_t k = 0; choice->order && k < choice->processes[0]; k++)
			fprintf(out, "%s%d", k > 0 ? "," : " order=", choice->order[k]);
		fprintf(out, "\n");
	}
	return ferror(out) ? error_set(err, ERR_IO, "a table of algorithms cannot be written: %s", strerror(errno))
			   : OK;
}

static bool is_in(uint64_t number, const uint64_t range[2])
{
	return number >= range[0] && number <= range[1];
}

const struct algorithm_choice *choices_row(const struct choices *choices, enum collective collective, int processes,
					   int root, uint64_t bytes)
{
	for (size_t i = 0; i < choices->n; i++) {
		const struct algorithm_choice *choice = &choices->list[i];

		if (choice->collective == collective && is_in((uint64_t)processes, choice->processes) &&
		    is_in(bytes, choice->bytes) && (!choice->order || choice->order[0] == root))
			return choice;
	}
	return NULL;
}

void choices_release(struct choices *choices)
{
	for (size_t i = 0; i < choices->n; i++)
		free(choices->list[i].order);
	free(choices->list);
	*choices = (struct choices){.n = 0};
}
