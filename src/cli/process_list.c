#include "cli/process_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"

/* Where numbers come from: a text, or a file if that is not NULL. */
struct numbers {
	const char *option, *text;
	FILE *file;
};

static int next_char(struct numbers *numbers)
{
	if (numbers->file)
		return getc(numbers->file);
	return *numbers->text ? (unsigned char)*numbers->text++ : EOF;
}

/* The next word, "" behind the last; one that is too long is cut, and then no number. */
static void next_word(struct numbers *numbers, char *word, size_t room)
{
	size_t n = 0;
	int c;

	do
		c = next_char(numbers);
	while (c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n');
	for (; c != EOF && !strchr(", \t\r\n", c); c = next_char(numbers)) {
		if (n + 1 < room)
			word[n++] = (char)c;
	}
	word[n] = '\0';
}

static enum status read_numbers(struct numbers *numbers, size_t processes, int *list, struct error *err)
{
	char word[40];
	size_t n = 0;

	for (next_word(numbers, word, sizeof(word)); word[0]; next_word(numbers, word, sizeof(word))) {
		unsigned long number = strlen(word) <= 10 && word[strspn(word, DIGITS)] == '\0' ? strtoul(word, NULL, 10) : processes;

		if (number >= processes)
			return error_set(err, ERR_USAGE, "%s: \"%s\" for process %zu: numbers are 0 to %zu", numbers->option, word, n, processes - 1);
		if (n == processes)
			return error_set(err, ERR_USAGE, "%s: more numbers than the %zu processes: one for each", numbers->option, processes);
		list[n++] = (int)number;
	}
	if (numbers->file && ferror(numbers->file))
		return error_set(err, ERR_IO, "%s: the file cannot be read: %s", numbers->option, strerror(errno));
	return n == processes ? OK : error_set(err, ERR_USAGE, "%s: %zu numbers for %zu processes: one for each", numbers->option, n, processes);
}

enum status process_list_read(const char *option, const char *text, size_t processes, int **list, struct error *err)
{
	struct numbers numbers = {.option = option, .text = text};
	enum status status;

	if (text[strspn(text, DIGITS ",")] != '\0') {
		numbers.file = fopen(text, "r");
		if (!numbers.file)
			return error_set(err, ERR_USAGE, "%s %s: neither a list of numbers like 0,3,1,2 nor a file that can be read: %s", option, text, strerror(errno));
	}
	*list = malloc((processes + 1) * sizeof(**list));
	status = *list ? read_numbers(&numbers, processes, *list, err) : error_memory(err, "a number for each process");
	if (numbers.file)
		fclose(numbers.file);
	if (status != OK) {
		free(*list);
		*list = NULL;
	}
	return status;
}

enum status process_groups_read(const char *option, const char *text, size_t processes, int **list, struct error *err)
{
	size_t size = strlen(text) <= 10 && text[0] && text[strspn(text, DIGITS)] == '\0' ? strtoul(text, NULL, 10) : 0;

	if (text[strspn(text, DIGITS)] != '\0')
		return process_list_read(option, text, processes, list, err);
	if (size == 0)
		return error_set(err, ERR_USAGE, "%s %s: groups of 1 process or more", option, text);
	*list = malloc((processes + 1) * sizeof(**list));
	if (!*list)
		return error_memory(err, "the group of each process");
	for (size_t i = 0; i < processes; i++)
		(*list)[i] = (int)(i / size);
	return OK;
}
