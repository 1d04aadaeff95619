#include "cli/list_option.h"

#include "base/memory.h"
#include "sample/process_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of a file; the caller frees it. */
static enum status read_file(const char *option, const char *path, char **text, struct error *err)
{
	FILE *in = fopen(path, "r");
	size_t capacity = 0, n = 0, got = 1;
	enum status status = OK;

	if (!in)
		return error_set(err, ERR_USAGE,
				 "%s %s: neither a list of numbers like 0,3,1,2 nor a file that can be read: %s",
				 option, path, strerror(errno));
	while (status == OK && got > 0) {
		char *grown = memory_grow(*text, &capacity, n + 4096, 1);

		if (!grown) {
			status = error_memory(err, "a number for each process");
			break;
		}
		*text = grown;
		got = fread(grown + n, 1, capacity - n - 1, in);
		n += got;
		grown[n] = '\0';
	}
	if (status == OK && ferror(in))
		status = error_set(err, ERR_USAGE, "%s %s: the file cannot be read: %s", option, path, strerror(errno));
	fclose(in);
	return status;
}

static enum status read_option(const char *option, const char *text, size_t processes,
			       enum status (*parse)(const char *, size_t, int *, struct error *), int **list,
			       struct error *err)
{
	char *file = NULL;
	struct error why = {0};
	enum status status = text[strspn(text, "0123456789,-")] != '\0' ? read_file(option, text, &file, err) : OK;

	if (status == OK && !(*list = malloc((processes + 1) * sizeof(**list))))
		status = error_memory(err, "a number for each process");
	if (status == OK && parse(file ? file : text, processes, *list, &why) != OK)
		status = error_set(err, ERR_USAGE, "%s: %s", option, why.text);
	free(file);
	if (status != OK) {
		free(*list);
		*list = NULL;
	}
	return status;
}

enum status list_option_read(const char *option, const char *text, size_t processes, int **list, struct error *err)
{
	return read_option(option, text, processes, process_list_parse, list, err);
}

enum status groups_option_read(const char *option, const char *text, size_t processes, int **list, struct error *err)
{
	return read_option(option, text, processes, process_groups_parse, list, err);
}
