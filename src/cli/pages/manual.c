#include "cli/pages/pages.h"

#include <ctype.h>
#include <string.h>

#include "cli/pages/roff.h"
#include "version.h"

static void heading(FILE *out, const char *command)
{
	fprintf(out, ".\\\" Made by the build from the command's own tables of options.\n.TH SONDE");
	if (command)
		fputs("\\-", out);
	for (; command && *command; command++)
		fputc(*command == '-' ? '-' : toupper((unsigned char)*command), out);
	fprintf(out, " 1 \"\" \"sonde %s\" \"sonde\"\n.SH NAME\n", SONDE_VERSION);
}

/* .TP "-o, --output FILE", then what it is for. */
static void write_option(FILE *out, const struct described_option *option)
{
	fputs(".TP\n", out);
	if (option->letter)
		fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
	fputs("\\fB\\-\\-", out);
	roff_text(out, option->name);
	fputs("\\fR", out);
	if (option->argument) {
		fputs(option->choices ? " " : " \\fI", out);
		roff_text(out, option->argument);
		fputs(option->choices ? "" : "\\fR", out);
	}
	fputc('\n', out);
	roff_text(out, *option->help ? option->help : option->name);
	fputc('\n', out);
}

static void write_options(FILE *out, const struct described_command *d)
{
	char title[TABLE_TITLE];

	fputs(".SH OPTIONS\n", out);
	for (size_t t = 0; d->n > 1 && t < d->n; t++) {
		fputs(".SS Of ", out);
		roff_text(out, described_table_title(d, t, title));
		fputc('\n', out);
		if (d->tables[t].command != d->command) {
			roff_text(out, d->tables[t].command->summary);
			fputs("\n.br\nUsage: \\fBsonde ", out);
			roff_text(out, d->tables[t].command->name);
			fputs("\\fR ", out);
			roff_text(out, d->tables[t].command->operands);
			fputc('\n', out);
		}
		for (size_t i = 0; i < d->tables[t].n; i++)
			if (!described_option_is_common(d, &d->tables[t].options[i]))
				write_option(out, &d->tables[t].options[i]);
	}
	if (d->n > 1)
		fputs(".SS Of all of these\n", out);
	for (size_t i = 0; i < d->tables[0].n; i++)
		if (d->n == 1 || described_option_is_common(d, &d->tables[0].options[i]))
			write_option(out, &d->tables[0].options[i]);
}

static void write_example(FILE *out, const char *line)
{
	fputs(".PP\n.nf\n.RS\n", out);
	roff_text(out, line);
	fputs("\n.RE\n.fi\n", out);
}

/* Whether the example is of the command: "mpirun -n 2 build/sonde measure p2p" is of measure. */
static bool is_of(const char *example, size_t length, const char *name)
{
	static const char program[] = "build/sonde ";
	size_t n = strlen(name);

	for (const char *at = example; at + sizeof(program) - 1 + n <= example + length; at++)
		if (strncmp(at, program, sizeof(program) - 1) == 0)
			return strncmp(at + sizeof(program) - 1, name, n) == 0 &&
			       strchr(" `", at[sizeof(program) - 1 + n]);
	return false;
}

/* The example of a row, which is run in a build's folder, as it is typed where sonde is installed. */
static void write_row(FILE *out, const char *what, size_t what_length, const char *example, size_t length)
{
	static const char place[] = "build/";

	fputs(".PP\n", out);
	roff_markdown(out, what, what_length);
	fputs(":\n.PP\n.nf\n.RS\n", out);
	for (const char *at = example; at < example + length;) {
		if (strncmp(at, place, sizeof(place) - 1) == 0)
			at += sizeof(place) - 1;
		else if (*at == '`')
			at++;
		else
			roff_text(out, (char[]){*at++, '\0'});
	}
	fputs("\n.RE\n.fi\n", out);
}

/* Rows "| `measure p2p` | what it does | `an example` |" of the command. */
static void write_rows(FILE *out, const char *examples, const char *name)
{
	while (*examples) {
		const char *end = strchr(examples, '\n');
		const char *second, *third, *last;

		end = end ? end : examples + strlen(examples);
		second = strncmp(examples, "| ", 2) == 0 ? strstr(examples + 2, " | ") : NULL;
		third = second ? strstr(second + 3, " | ") : NULL;
		last = third ? strstr(third + 3, " |") : NULL;
		if (last && last < end && is_of(third + 3, (size_t)(last - third - 3), name))
			write_row(out, second + 3, (size_t)(third - second - 3), third + 3, (size_t)(last - third - 3));
		examples = *end ? end + 1 : end;
	}
}

static void write_ends(FILE *out)
{
	static const char *const codes[][2] = {{"0", "done"},
					       {"1", "failed: what could not be read, written or measured is said"},
					       {"2", "wrong usage: nothing was done"},
					       {"3", "a check that was asked for says no"}};

	fputs(".SH EXIT STATUS\n", out);
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		fprintf(out, ".TP\n.B %s\n%s\n", codes[i][0], codes[i][1]);
}

void page_of_command(FILE *out, const struct described_command *d, const char *examples)
{
	const struct command *command = d->command;

	heading(out, command->name);
	fputs("sonde\\-", out);
	roff_text(out, command->name);
	fputs(" \\- ", out);
	roff_text(out, command->summary);
	fprintf(out, "\n.SH SYNOPSIS\n%s\\fBsonde ", command->measures ? "\\fBmpirun\\fR \\-n 2 " : "");
	roff_text(out, command->name);
	fputs("\\fR ", out);
	if (command->options_first)
		fputs("[\\fIOPTIONS\\fR] ", out);
	roff_text(out, command->operands);
	fputs(command->options_first ? "\n.SH DESCRIPTION\n" : " [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n", out);
	roff_text(out, command->summary);
	fputs(".\n", out);
	if (command->measures)
		fputs("It measures on the processes that a launcher starts, such as mpirun or srun; on a synthetic "
		      "platform it needs none.\n",
		      out);
	write_options(out, d);
	fputs(".SH EXAMPLES\n", out);
	write_example(out, command->example);
	for (size_t t = 1; t < d->n; t++)
		if (d->tables[t].command != command)
			write_example(out, d->tables[t].command->example);
	write_rows(out, examples, command->name);
	write_ends(out);
	fputs(".SH SEE ALSO\n.BR sonde (1)\n", out);
}

void page_of_all(FILE *out, const struct described_command *descriptions, size_t n)
{
	heading(out, NULL);
	fputs("sonde \\- measures an MPI platform, fits communication models to it and predicts with them\n"
	      ".SH SYNOPSIS\n\\fBsonde\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n\\fBmpirun\\fR \\-n 2 \\fBsonde\\fR "
	      "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n\\fBsonde\\fR \\-\\-help | \\-\\-version\n.SH DESCRIPTION\n"
	      "The installed program starts the build for the MPI whose launcher started it, sonde\\-openmpi or "
	      "sonde\\-mpich, and the first that is installed where there is no launcher.\nTimes are printed in "
	      "microseconds, with \\fB\\-\\-json\\fR and \\fB\\-\\-csv\\fR in seconds; sizes are bytes, and K is "
	      "1024.\n.SH COMMANDS\n",
	      out);
	for (size_t i = 0; i < n; i++) {
		fputs(".TP\n.BR sonde\\-", out);
		roff_text(out, descriptions[i].command->name);
		fputs(" (1)\n", out);
		roff_text(out, descriptions[i].command->summary);
		fputs(descriptions[i].command->measures ? " (under mpirun)\n" : "\n", out);
	}
	fputs(".SH ENVIRONMENT\n.TP\n.B SONDE_MPI\nthe build that the installed program starts: openmpi, mpich or "
	      "none\n.SH FILES\n.TP\n.I sonde.db\nwhere timings are kept unless \\fB\\-\\-store\\fR names another "
	      "file\n",
	      out);
	write_ends(out);
	fputs(".SH SEE ALSO\n", out);
	for (size_t i = 0; i < n; i++) {
		fputs(".BR sonde\\-", out);
		roff_text(out, descriptions[i].command->name);
		fputs(" (1),\n", out);
	}
	fputs(".BR sonde.h (3)\n", out);
}
