#include "cli/pages/pages.h"

#include <stdlib.h>
#include <string.h>

static const char head[] =
	"# Reference\n"
	"\n"
	"All commands with all of their options, as `sonde COMMAND --help` has them. The build makes this page from "
	"the commands' own tables: `cmake --build build && cp build/pages/reference.md doc`.\n"
	"\n"
	"Times are printed in microseconds, with `--json` and `--csv` in seconds. Sizes are bytes, and K is 1024. "
	"[Commands](commands.md) says which command does what, with examples, and what exit codes mean.\n"
	"\n"
	"| command | what it does |\n"
	"|---|---|\n";

/* In a table a bar would end the cell. */
static void put_cell(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|' || *text == '*' || *text == '<')
			fputc('\\', out);
		fputc(*text, out);
	}
}

/* Between backquotes everything is as it is, but bars. */
static void put_code(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void write_option(FILE *out, const struct described_option *option)
{
	fputs("| `", out);
	if (option->letter)
		fprintf(out, "-%c, ", option->letter);
	fprintf(out, "--%s", option->name);
	if (option->argument) {
		fputc(' ', out);
		put_code(out, option->argument);
	}
	fputs("` | ", out);
	put_cell(out, *option->help ? option->help : option->name);
	fputs(" |\n", out);
}

/* The options of a table that all tables of the command have, or the others. */
static void write_table(FILE *out, const struct described_command *d, size_t t, bool common)
{
	bool begun = false;

	for (size_t i = 0; i < d->tables[t].n; i++) {
		const struct described_option *option = &d->tables[t].options[i];

		if (d->n > 1 && described_option_is_common(d, option) != common)
			continue;
		if (!begun)
			fputs("\n| option | |\n|---|---|\n", out);
		begun = true;
		write_option(out, option);
	}
}

static void write_usage(FILE *out, const struct command *command)
{
	char *usage = command_usage(command);

	fprintf(out, "\n```\n%ssonde %s %s\n```\n", command->measures ? "mpirun -n 2 " : "", command->name,
		usage ? usage : "");
	free(usage);
}

static void write_command(FILE *out, const struct described_command *d)
{
	char title[TABLE_TITLE];

	fprintf(out, "\n## sonde %s\n\n%s.\n", d->command->name, d->command->summary);
	write_usage(out, d->command);
	fprintf(out, "\nFor example `%s`.\n", d->command->example);
	for (size_t t = 0; d->n > 1 && t < d->n; t++) {
		const struct command *of = d->tables[t].command;

		fprintf(out, "\n### Of %s\n", described_table_title(d, t, title));
		if (of != d->command) {
			fprintf(out, "\n%s.\n", of->summary);
			write_usage(out, of);
			fprintf(out, "\nFor example `%s`.\n", of->example);
		}
		write_table(out, d, t, false);
	}
	if (d->n > 1)
		fputs("\n### Of all of these\n", out);
	write_table(out, d, 0, true);
}

void reference_write(FILE *out, const struct described_command *descriptions, size_t n)
{
	fputs(head, out);
	for (size_t i = 0; i < n; i++) {
		const struct command *command = descriptions[i].command;

		fprintf(out, "| [%s](#sonde-%s) | ", command->name, command->name);
		put_cell(out, command->summary);
		fputs(command->measures ? " (under mpirun) |\n" : " |\n", out);
	}
	for (size_t i = 0; i < n; i++)
		write_command(out, &descriptions[i]);
}
