#include "store/migrate.h"

#include "base/memory.h"
#include "base/option_read.h"
#include "base/option_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 400, PLACE_ROOM = 24 };

/* The options of the commands of version 2 that measure. A word of a choice is a text here: it is written in one way.
 */
static const struct option known[] = {
	{.name = "output", .letter = 'o', .type = OPTION_TEXT, .may_differ = true},
	{.name = "store", .type = OPTION_TEXT, .may_differ = true},
	{.name = "run", .type = OPTION_TEXT, .may_differ = true},
	{.name = "resume", .type = OPTION_FLAG, .may_differ = true},
	{.name = "quiet", .type = OPTION_FLAG, .may_differ = true},
	{.name = "json", .type = OPTION_FLAG, .may_differ = true},
	{.name = "csv", .type = OPTION_FLAG, .may_differ = true},
	{.name = "all", .type = OPTION_FLAG, .may_differ = true},
	{.name = "patience", .type = OPTION_SECONDS, .may_differ = true},
	{.name = "reps", .type = OPTION_RANGE, .may_differ = true},
	{.name = "error", .type = OPTION_NUMBER, .may_differ = true},
	{.name = "spread", .type = OPTION_SECONDS, .may_differ = true},
	{.name = "method", .type = OPTION_TEXT},
	{.name = "sizes", .letter = 's', .type = OPTION_SIZES},
	{.name = "size-rule", .type = OPTION_TEXT},
	{.name = "epsilon", .type = OPTION_NUMBER},
	{.name = "max-size", .type = OPTION_BYTES},
	{.name = "max-sizes", .type = OPTION_COUNT},
	{.name = "long", .type = OPTION_BYTES},
	{.name = "blocks", .type = OPTION_COUNT},
	{.name = "strides", .type = OPTION_SIZES},
	{.name = "switch", .type = OPTION_BYTES},
	{.name = "thresholds", .type = OPTION_FLAG},
	{.name = "directions", .type = OPTION_TEXT},
	{.name = "heterogeneous", .type = OPTION_FLAG},
	{.name = "homogeneous", .type = OPTION_FLAG},
	{.name = "serial", .type = OPTION_FLAG},
	{.name = "parallel", .type = OPTION_FLAG},
	{.name = "classes", .type = OPTION_TEXT},
	{.name = "class-tolerance", .type = OPTION_NUMBER},
	{.name = "pairs", .type = OPTION_PAIR},
	{.name = "confidence", .type = OPTION_NUMBER},
	{.name = "statistic", .type = OPTION_TEXT},
	{.name = "seed", .type = OPTION_COUNT},
	{.name = "max-train", .type = OPTION_COUNT},
	{.name = "platform", .type = OPTION_TEXT},
	{.name = "noise", .type = OPTION_NUMBER},
	{.name = "outliers", .type = OPTION_NUMBER},
	{.name = "launches", .type = OPTION_COUNT},
	{.name = "count", .type = OPTION_COUNT},
	{.name = "paths", .type = OPTION_FLAG},
	{.name = "stride", .type = OPTION_BYTES}, /* of two commands a number, which reads alike */
	{.name = "models", .type = OPTION_TEXT},
	{.name = "ops", .type = OPTION_TEXT},
	{.name = "fit-sizes", .type = OPTION_SIZES},
	{.name = "rounds", .type = OPTION_FLAG},
	{.name = "regions", .type = OPTION_TEXT},
	{.name = "points", .type = OPTION_FLAG},
	{.name = "runs", .type = OPTION_TEXT},
	{.name = "eager", .type = OPTION_BYTES},
	{.name = "fair", .type = OPTION_FLAG},
	{.name = "in-turn", .type = OPTION_FLAG},
	{.name = "op", .type = OPTION_TEXT},
	{.name = "pattern", .type = OPTION_TEXT},
	{.name = "path", .type = OPTION_TEXT},
	{.name = "layout", .type = OPTION_TEXT},
	{.name = "type", .type = OPTION_TEXT},
	{.name = "block", .type = OPTION_BYTES},
	{.name = "cold", .type = OPTION_TEXT},
	{.name = "others", .type = OPTION_TEXT},
	{.name = "partners", .type = OPTION_TEXT},
	{.name = "side-by-side", .type = OPTION_FLAG},
	{.name = "algorithm", .type = OPTION_TEXT},
	{.name = "segment", .type = OPTION_BYTES},
	{.name = "fanout", .type = OPTION_COUNT},
	{.name = "order", .type = OPTION_TEXT},
	{.name = "groups", .type = OPTION_TEXT},
	{.name = "timing", .type = OPTION_TEXT},
	{.name = "root", .type = OPTION_COUNT},
	{.name = "side", .type = OPTION_TEXT},
	{.name = "tries", .type = OPTION_COUNT},
	{.name = "gathers", .type = OPTION_COUNT},
	{.name = "factor", .type = OPTION_NUMBER},
	{.name = "model", .type = OPTION_TEXT},
};

enum { KNOWN = sizeof(known) / sizeof(known[0]) };

/* A command line that is being read. */
struct old_command {
	union {
		bool flag;
		const char *text;
		size_t whole, range[2];
		double number;
		struct size_list sizes;
		int pair[2];
	} values[KNOWN];
	struct option options[KNOWN + 1];
	bool given[KNOWN + 1];
	char *words[WORDS_MOST];
	int n_words;
	const char *operands[WORDS_MOST];
	size_t n_operands;
};

static void split(struct old_command *c, char *line)
{
	char *rest = NULL;

	for (char *word = strtok_r(line, " ", &rest); word && c->n_words < WORDS_MOST;
	     word = strtok_r(NULL, " ", &rest))
		c->words[c->n_words++] = word;
}

/* How many of the arguments that are no options there can be: what comes after is the rest of a name with a space. */
static size_t operands_most(const char *command)
{
	return strcmp(command, "estimate") == 0 ? 1 : strcmp(command, "compare") == 0 ? WORDS_MOST : 0;
}

/* The command with its options, after the program's name; of sonde measure the next word is a part of it. */
static bool read(struct old_command *c, char *line)
{
	int first = 2;

	split(c, line);
	for (size_t i = 0; i < KNOWN; i++) {
		c->options[i] = known[i];
		c->options[i].value = &c->values[i];
	}
	if (c->n_words < 2)
		return false;
	if (strcmp(c->words[1], "measure") == 0)
		first++;
	if (first > c->n_words || options_read(c->options, c->n_words - first, c->words + first, c->operands,
					       &c->n_operands, c->given, NULL) != OK)
		return false;
	if (c->n_operands > operands_most(c->words[1]))
		c->n_operands = operands_most(c->words[1]);
	return true;
}

static enum status add_option(struct run_option *option, char *key, char *value, bool resume, struct error *err)
{
	*option = (struct run_option){key, value, resume};
	return key && value ? OK : error_memory(err, "the options of a run");
}

static char *place_text(size_t place)
{
	char *text = malloc(PLACE_ROOM);

	if (text)
		snprintf(text, PLACE_ROOM, "%zu", place);
	return text;
}

static enum status keep(struct store *store, int64_t run, const struct old_command *c, struct error *err)
{
	struct asked asked = {.options = calloc(KNOWN + c->n_operands + 1, sizeof(*asked.options))};
	enum status status = asked.options ? OK : error_memory(err, "the options of a run");

	for (size_t i = 0; status == OK && i < KNOWN; i++) {
		if (!c->given[i])
			continue;
		status = add_option(&asked.options[asked.n++], memory_text(known[i].name), option_text(&c->options[i]),
				    !known[i].may_differ, err);
		if (strcmp(known[i].name, "sizes") == 0)
			asked.sizes = c->values[i].sizes;
	}
	for (size_t i = 0; status == OK && i < c->n_operands; i++)
		status = add_option(&asked.options[asked.n++], place_text(i + 1), memory_text(c->operands[i]), true,
				    err);
	if (status == OK)
		status = asked_write(store, run, &asked, err);
	run_options_free(asked.options, asked.n);
	return status;
}

enum status migrate_command(struct store *store, int64_t run, const char *line, struct error *err)
{
	struct old_command *c = calloc(1, sizeof(*c));
	char *copy = memory_text(line);
	enum status status = c && copy ? OK : error_memory(err, "the command line of a run");

	if (status == OK && read(c, copy))
		status = keep(store, run, c, err);
	for (size_t i = 0; c && i < KNOWN; i++)
		if (known[i].type == OPTION_SIZES)
			size_list_release(&c->values[i].sizes);
	free(copy);
	free(c);
	return status;
}
