#include "base/option_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option_value.h"
#include "base/text.h"

#define HELP_WIDTH 100

/* Labels up to this width share a line with their help. */
#define LABEL_WIDTH 34

/* "  -o, --output FILE", "      --json". The caller frees it; NULL if memory does not suffice. */
static char *label_text(const struct option *option)
{
	char *argument = option->type == OPTION_FLAG ? NULL : option_argument(option);
	char *label = NULL;
	size_t size;
	FILE *out;

	if (option->type != OPTION_FLAG && !argument)
		return NULL;
	out = open_memstream(&label, &size);
	if (out) {
		if (option->letter)
			fprintf(out, "  -%c, --%s", option->letter, option->name);
		else
			fprintf(out, "      --%s", option->name);
		if (argument)
			fprintf(out, " %s", argument);
		if (fclose(out)) {
			free(label);
			label = NULL;
		}
	}
	free(argument);
	return label;
}

static size_t prefix_width(const char *text, size_t length)
{
	return text_width(text) - text_width(text + length);
}

/* The length of the next piece that is not broken: a word with the spaces before it; words also end behind a |. */
static size_t piece_length(const char *text)
{
	size_t spaces = strspn(text, " "), length = spaces + strcspn(text + spaces, " |");

	return text[length] == '|' ? length + 1 : length;
}

static void wrap_at(FILE *out, size_t indent)
{
	fprintf(out, "\n%*s", (int)indent, "");
}

/* Writes text from a column on, with line breaks that indent what follows; returns the column after it. */
static size_t wrap(FILE *out, const char *text, size_t column, size_t indent)
{
	while (*text) {
		size_t length = piece_length(text), width = prefix_width(text, length);

		if (column > indent && column + width > HELP_WIDTH) {
			size_t spaces = strspn(text, " ");

			wrap_at(out, indent);
			text += spaces;
			length -= spaces;
			width -= spaces;
			column = indent;
		}
		fwrite(text, 1, length, out);
		column += width;
		text += length;
	}
	return column;
}

static void write_option(FILE *out, const char *label, const char *help, size_t indent)
{
	size_t column = wrap(out, label, 0, 10);

	if (column + 2 > indent)
		wrap_at(out, indent);
	else
		fprintf(out, "%*s", (int)(indent - column), "");
	wrap(out, help, indent, indent);
	fputc('\n', out);
}

static char **labels_new(const struct option *options, size_t n)
{
	char **labels = calloc(n + 1, sizeof(*labels));

	for (size_t i = 0; labels && i < n; i++) {
		labels[i] = label_text(&options[i]);
		if (!labels[i]) {
			while (i)
				free(labels[--i]);
			free(labels);
			return NULL;
		}
	}
	return labels;
}

/* The column of the help: two behind the longest of the labels that are not too long. */
static size_t help_column(char *const *labels)
{
	size_t widest = 0;

	for (; *labels; labels++) {
		size_t width = text_width(*labels);

		if (width <= LABEL_WIDTH && width > widest)
			widest = width;
	}
	return (widest ? widest : 10) + 2;
}

char *options_help(const struct option *options)
{
	char *text = NULL, **labels;
	size_t n = 0, size;
	FILE *out;

	while (options[n].name)
		n++;
	labels = labels_new(options, n);
	if (!labels)
		return NULL;
	out = open_memstream(&text, &size);
	if (out) {
		for (size_t i = 0; i < n; i++)
			write_option(out, labels[i], options[i].help ? options[i].help : "", help_column(labels));
		if (fclose(out)) {
			free(text);
			text = NULL;
		}
	}
	for (size_t i = 0; i < n; i++)
		free(labels[i]);
	free(labels);
	return text;
}
