#include "algorithm/choice.h"

#include "base/memory.h"
#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

static const char own[] = "own", any[] = "any";

enum { WORDS = 7, WORD = 64 };

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
	return other->collective == row->collective && is_within(row->processes, other->processes) &&
	       is_within(row->bytes, other->bytes);
}

enum status choices_add(struct choices *choices, const struct algorithm_choice *choice, struct error *err)
{
	const struct algorithm_class *algorithm = choice->algorithm;
	unsigned takes = algorithm ? algorithm->takes : 0;
	struct algorithm_choice *grown;

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
	grown = memory_grow(choices->list, &choices->capacity, choices->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "chosen algorithms");
	choices->list = grown;
	grown[choices->n++] = *choice;
	return OK;
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

/* "segment=64K", "fanout=4", "split=8K". */
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
	return error_set(err, ERR_INPUT, "\"%s\": segment=SIZE, fanout=N or split=SIZE is expected", text);
}

static enum status read_row(char words[WORDS][WORD], size_t n, size_t line, struct choices *choices, struct error *err)
{
	struct algorithm_choice choice = {.line = line};
	enum status status;

	if (n < 4)
		return error_set(err, ERR_INPUT,
				 "OPERATION PROCESSES BYTES ALGORITHM [segment=SIZE] [fanout=N] [split=SIZE] is "
				 "expected, as \"bcast "
				 "2-16 0-4K binomial\"");
	if (!range_of(words[1], choice.processes) || !range_of(words[2], choice.bytes))
		return error_set(err, ERR_INPUT,
				 "processes and bytes are ranges, as 16, 2-16, 4K- or any, the lesser number first");
	status = read_names(words[0], words[3], &choice, err);
	for (size_t i = 4; status == OK && i < n; i++)
		status = read_parameter(words[i], &choice, err);
	return status == OK ? choices_add(choices, &choice, err) : status;
}

/* The words of a line; more than there is room for are too many. */
static bool split(const char *line, size_t length, char words[WORDS][WORD], size_t *n)
{
	const char *end = line + length;

	for (*n = 0;; (*n)++) {
		size_t word;

		while (line < end && strchr(BLANKS, *line))
			line++;
		if (line == end || *line == '#')
			return true;
		for (word = 0; line + word < end && !strchr(BLANKS "#", line[word]); word++)
			;
		if (*n == WORDS || word >= WORD)
			return false;
		memcpy(words[*n], line, word);
		words[*n][word] = '\0';
		line += word;
	}
}

enum status choices_read(struct choices *choices, const char *text, struct error *err)
{
	char words[WORDS][WORD];
	size_t n;

	if (text[strspn(text, BLANKS "\n")] == '{')
		return choices_read_json(choices, text, err);
	for (size_t line = 1; *text; line++) {
		size_t length = strcspn(text, "\n");
		struct error why = {0};
		enum status status = OK;

		if (!split(text, length, words, &n))
			status = error_set(&why, ERR_INPUT, "there are too many words, or one is too long");
		else if (n > 0)
			status = read_row(words, n, line, choices, &why);
		if (status != OK)
			return error_set(err, status, "line %zu: %s", line, why.text);
		text += length + (text[length] == '\n');
	}
	return OK;
}

enum status choices_parse(struct choices *choices, const char *text, struct error *err)
{
	enum status status = OK;

	while (status == OK && *text) {
		struct algorithm_choice choice = {.processes = {0, UINT64_MAX}, .bytes = {0, UINT64_MAX}};
		size_t length = strcspn(text, ","), name = strcspn(text, "=");
		char words[2][WORD];

		if (name >= length || name >= WORD || length - name > WORD)
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
	fprintf(out, "# OPERATION PROCESSES BYTES ALGORITHM [segment=SIZE] [fanout=N] [split=SIZE]\n");
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
					   uint64_t bytes)
{
	for (size_t i = 0; i < choices->n; i++) {
		const struct algorithm_choice *choice = &choices->list[i];

		if (choice->collective == collective && is_in((uint64_t)processes, choice->processes) &&
		    is_in(bytes, choice->bytes))
			return choice;
	}
	return NULL;
}

const struct algorithm_choice *choices_find(const struct choices *choices, enum collective collective, int processes,
					    uint64_t bytes)
{
	const struct algorithm_choice *row = choices_row(choices, collective, processes, bytes);

	return row && row->algorithm ? row : NULL;
}

void choices_release(struct choices *choices)
{
	free(choices->list);
	*choices = (struct choices){.n = 0};
}
