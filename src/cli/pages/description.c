#include "cli/pages/description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_value.h"

/* Takes one table into a description. */
struct taking {
	struct option_reader reader;
	struct described_command *description;
	const char *word;
};

static void release_table(struct described_table *table)
{
	for (size_t i = 0; i < table->n; i++) {
		free(table->options[i].name);
		free(table->options[i].help);
		free(table->options[i].argument);
		free(table->options[i].choices);
	}
	free(table->options);
	free(table->word);
}

static char *join_choices(const char *const *choices)
{
	size_t room = 1;
	char *text;

	for (size_t i = 0; choices[i]; i++)
		room += strlen(choices[i]) + 1;
	text = calloc(room, 1);
	for (size_t i = 0; text && choices[i]; i++) {
		strcat(text, i ? " " : "");
		strcat(text, choices[i]);
	}
	return text;
}

static bool keep_option(struct described_option *kept, const struct option *option)
{
	bool choice = option->type == OPTION_CHOICE || option->type == OPTION_CHOICES;

	*kept = (struct described_option){.letter = option->letter};
	kept->name = memory_text(option->name);
	kept->help = memory_text(option->help ? option->help : "");
	kept->argument = option->type == OPTION_FLAG ? NULL : option_argument(option);
	kept->choices = choice ? join_choices(option->choices) : NULL;
	return kept->name && kept->help && (option->type == OPTION_FLAG || kept->argument) &&
	       (!choice || kept->choices);
}

bool described_options_equal(const struct described_option *a, const struct described_option *b)
{
	return strcmp(a->name, b->name) == 0 && strcmp(a->help, b->help) == 0 && !a->argument == !b->argument &&
	       (!a->argument || strcmp(a->argument, b->argument) == 0);
}

static bool tables_equal(const struct described_table *a, const struct described_table *b)
{
	bool equal = a->n == b->n;

	for (size_t i = 0; equal && i < a->n; i++)
		equal = described_options_equal(&a->options[i], &b->options[i]);
	return equal;
}

static enum status take(struct option_reader *reader, const struct command *command, const struct option *options,
			struct error *err)
{
	struct taking *taking = (struct taking *)reader;
	struct described_command *d = taking->description;
	struct described_table *table = &d->tables[d->n];
	size_t n = 0;
	bool fine;

	while (options[n].name)
		n++;
	*table = (struct described_table){.command = command};
	table->options = calloc(n + 1, sizeof(*table->options));
	table->word = taking->word ? memory_text(taking->word) : NULL;
	fine = table->options && (!taking->word || table->word);
	for (; fine && table->n < n; table->n++)
		fine = keep_option(&table->options[table->n], &options[table->n]);
	if (fine && d->n > 0 && tables_equal(table, &d->tables[0]))
		release_table(table);
	else
		d->n++;
	return fine ? OK : error_memory(err, "a table of options");
}

/* One table: of the command behind this word, NULL for none. */
static enum status ask(struct described_command *d, const char *word, struct error *err)
{
	struct taking taking = {.reader = {take}, .description = d, .word = word};
	char help[] = "--help", *first = word ? memory_text(word) : help, *arguments[] = {first, help, NULL};
	struct context context = {.command = d->command,
				  .reader = &taking.reader,
				  .argc = word ? 2 : 1,
				  .argv = arguments,
				  .out = stdout,
				  .chatter = stderr};
	enum status status = first ? d->command->run(&context, err) : error_memory(err, "a word");

	asked_release(&context.asked);
	if (word)
		free(first);
	return status;
}

/* The words that come first in an operands' text: "list|show [RUN]" has list and show; what is to be replaced has
 * capitals. */
static enum status find_words(struct described_command *d, struct error *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	const char *at = d->command->operands;
	size_t most = 1;

	for (const char *c = at; *c; c++)
		most += *c == '|';
	d->words = calloc(most, sizeof(*d->words));
	if (!d->words)
		return error_memory(err, "the words of a command");
	while (at) {
		size_t length;

		at += strspn(at, " [");
		length = strspn(at, letters);
		if (length && strchr(" |]", at[length]) && !(d->words[d->n_words++] = strndup(at, length)))
			return error_memory(err, "the words of a command");
		at = strchr(at, '|');
		at = at ? at + 1 : NULL;
	}
	return OK;
}

enum status description_init(struct described_command *description, const struct command *command, struct error *err)
{
	enum status status;

	*description = (struct described_command){.command = command};
	status = find_words(description, err);
	description->tables = calloc(description->n_words + 1, sizeof(*description->tables));
	if (status == OK && !description->tables)
		status = error_memory(err, "the tables of a command");
	if (status == OK)
		status = ask(description, NULL, err);
	for (size_t i = 0; status == OK && i < description->n_words; i++)
		status = ask(description, description->words[i], err);
	return status;
}

void description_release(struct described_command *description)
{
	for (size_t i = 0; i < description->n; i++)
		release_table(&description->tables[i]);
	for (size_t i = 0; i < description->n_words; i++)
		free(description->words[i]);
	free(description->tables);
	free(description->words);
}

bool described_option_is_common(const struct described_command *d, const struct described_option *option)
{
	for (size_t t = 0; t < d->n; t++) {
		bool found = false;

		for (size_t i = 0; !found && i < d->tables[t].n; i++)
			found = described_options_equal(&d->tables[t].options[i], option);
		if (!found)
			return false;
	}
	return true;
}

static void add(char title[TABLE_TITLE], const char *between, const char *text)
{
	size_t used = strlen(title);

	snprintf(title + used, TABLE_TITLE - used, "%s%s", between, text);
}

const char *described_table_title(const struct described_command *d, size_t table, char title[TABLE_TITLE])
{
	const char *between = " ";

	title[0] = '\0';
	add(title, "sonde ", d->command->name);
	if (d->tables[table].word)
		add(title, " ", d->tables[table].word);
	for (size_t w = 0; table == 0 && w < d->n_words; w++) {
		bool own = false;

		for (size_t i = 1; i < d->n; i++)
			own = own || strcmp(d->tables[i].word, d->words[w]) == 0;
		if (!own) {
			add(title, between, d->words[w]);
			between = ", ";
		}
	}
	return title;
}

bool described_option_is_file(const struct described_option *option)
{
	static const char *const files[] = {"FILE", "DIR", ".json", "TABLE", "TRACE", ".goal", NULL};

	for (size_t i = 0; option->argument && !option->choices && files[i]; i++)
		if (strstr(option->argument, files[i]))
			return true;
	return false;
}
