/*
 * A program of the build: sonde_pages FOLDER commands.md writes the manual pages man1/sonde.1, man1/sonde-COMMAND.1 and
 * the completion for bash and reference.md into FOLDER, which has man1. All of it comes from the commands' tables of
 * options.
 */
#include "cli/pages/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"

enum { COMMANDS_MOST = 64, PATH_ROOM = 4096, EXAMPLES_MOST = 1 << 20 };

static enum status open_page(const char *folder, const char *name, FILE **out, struct error *err)
{
	char path[PATH_ROOM];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	*out = fopen(path, "w");
	return *out ? OK : error_set(err, ERR_IO, "%s: %s", path, strerror(errno));
}

static enum status close_page(FILE *out, struct error *err)
{
	return fclose(out) == 0 ? OK : error_set(err, ERR_IO, "a page could not be written: %s", strerror(errno));
}

static enum status write_all(const char *folder, const char *examples, const struct described_command *descriptions,
			     size_t n, struct error *err)
{
	static const struct {
		const char *name;
		void (*write)(FILE *out, const struct described_command *descriptions, size_t n);
	} others[] = {
		{"man1/sonde.1", page_of_all}, {"completion", completion_write}, {"reference.md", reference_write}};
	FILE *out = NULL;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		char name[PATH_ROOM];

		snprintf(name, sizeof(name), "man1/sonde-%s.1", descriptions[i].command->name);
		status = open_page(folder, name, &out, err);
		if (status != OK)
			break;
		page_of_command(out, &descriptions[i], examples);
		status = close_page(out, err);
	}
	for (size_t i = 0; status == OK && i < sizeof(others) / sizeof(others[0]); i++) {
		status = open_page(folder, others[i].name, &out, err);
		if (status != OK)
			break;
		others[i].write(out, descriptions, n);
		status = close_page(out, err);
	}
	return status;
}

int main(int argc, char **argv)
{
	struct described_command descriptions[COMMANDS_MOST];
	struct error err = {0};
	enum status status = OK;
	char *examples = NULL;
	size_t n = 0, length;

	if (argc != 3) {
		fprintf(stderr, "usage: sonde_pages FOLDER commands.md\n");
		return EXIT_FAILURE;
	}
	for (; status == OK && commands[n] && n < COMMANDS_MOST; n++)
		status = description_init(&descriptions[n], commands[n], &err);
	if (status == OK)
		status = file_read(argv[2], "document", EXAMPLES_MOST, &examples, &length, &err);
	if (status == OK)
		status = write_all(argv[1], examples, descriptions, n, &err);
	for (size_t i = 0; i < n; i++)
		description_release(&descriptions[i]);
	free(examples);
	if (status != OK)
		fprintf(stderr, "sonde_pages: %s\n", err.text);
	return status == OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
