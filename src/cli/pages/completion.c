#include "cli/pages/pages.h"

#include <string.h>

#include "model/model.h"

static const char head[] =
	"# Completion of sonde's commands, options and values for bash. Made by the build from the commands' own "
	"tables.\n"
	"\n"
	"# Adds the files that begin so, one a line: names may have blanks.\n"
	"_sonde_files() # what is typed, perhaps quoted\n"
	"{\n"
	"\tlocal typed=${1//\\\\/}\n"
	"\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"${typed#[\\\"\\']}\")\n"
	"}\n"
	"\n"
	"# The command and the word that chooses its options are the first of the line that are no options.\n"
	"_sonde()\n"
	"{\n"
	"\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= word= i option values\n"
	"\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	"\t\tcase ${COMP_WORDS[i]} in -* | =) continue ;; esac\n"
	"\t\toption=${COMP_WORDS[i-1]}\n"
	"\t\tif [ \"$option\" = = ]; then option=${COMP_WORDS[i-2]}; fi\n"
	"\t\t[ -z \"$(_sonde_values \"$command\" \"$word\" \"$option\")\" ] || continue\n"
	"\t\tif [ -z \"$command\" ]; then command=${COMP_WORDS[i]}; else word=${COMP_WORDS[i]}; break; fi\n"
	"\tdone\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$current\" = = ]; then current=; fi\n"
	"\tif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
	"\tif [ -z \"$command\" ]; then\n"
	"\t\tCOMPREPLY=($(compgen -W \"$(_sonde_commands)\" -- \"$current\"))\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tvalues=$(_sonde_values \"$command\" \"$word\" \"$before\")\n"
	"\tcase $values in\n"
	"\t'') ;;\n"
	"\t+file) _sonde_files \"$current\"; return ;;\n"
	"\t+none) return ;;\n"
	"\t*) COMPREPLY=($(compgen -W \"$values\" -- \"$current\")); return ;;\n"
	"\tesac\n"
	"\tcase $current in\n"
	"\t-*) COMPREPLY=($(compgen -W \"$(_sonde_options \"$command\" \"$word\")\" -- \"$current\")) ;;\n"
	"\t*)\n"
	"\t\t[ -n \"$word\" ] || COMPREPLY=($(compgen -W \"$(_sonde_words \"$command\")\" -- \"$current\"))\n"
	"\t\t_sonde_files \"$current\"\n"
	"\t\t;;\n"
	"\tesac\n"
	"}\n";

/* The pattern of a case: the command, and the word of its table or any. */
static void write_key(FILE *out, const struct described_command *d, const struct described_table *table)
{
	fprintf(out, table->word ? "'%s %s" : "'%s '*", d->command->name, table->word);
	if (table->word)
		fputc('\'', out);
}

static void write_commands(FILE *out, const struct described_command *descriptions, size_t n)
{
	fputs("\n_sonde_commands()\n{\n\techo '", out);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s ", descriptions[i].command->name);
	fputs("--help --version'\n}\n", out);
}

/* What may come first behind a command; models too, where one is to be named. */
static void write_words(FILE *out, const struct described_command *descriptions, size_t n)
{
	fputs("\n_sonde_words() # command\n{\n\tcase $1 in\n", out);
	for (size_t i = 0; i < n; i++) {
		const struct command *command = descriptions[i].command;
		bool model = strncmp(command->operands, "MODEL", 5) == 0 && command->operands[5] != '.';

		if (!descriptions[i].n_words && !model)
			continue;
		fprintf(out, "\t%s) echo '", command->name);
		for (size_t w = 0; w < descriptions[i].n_words; w++)
			fprintf(out, "%s ", descriptions[i].words[w]);
		for (size_t m = 0; model && model_classes[m]; m++)
			fprintf(out, "%s ", model_classes[m]->name);
		fputs("' ;;\n", out);
	}
	fputs("\tesac\n}\n", out);
}

static void write_options(FILE *out, const struct described_command *d)
{
	for (size_t t = d->n; t-- > 0;) {
		fputc('\t', out);
		write_key(out, d, &d->tables[t]);
		fputs(") echo '", out);
		for (size_t i = 0; i < d->tables[t].n; i++) {
			const struct described_option *option = &d->tables[t].options[i];

			if (option->letter)
				fprintf(out, "-%c ", option->letter);
			fprintf(out, "--%s ", option->name);
		}
		fputs("' ;;\n", out);
	}
}

/* What follows an option that takes something. */
static void write_values(FILE *out, const struct described_command *d)
{
	for (size_t t = d->n; t-- > 0;)
		for (size_t i = 0; i < d->tables[t].n; i++) {
			const struct described_option *option = &d->tables[t].options[i];

			if (!option->argument)
				continue;
			fputc('\t', out);
			write_key(out, d, &d->tables[t]);
			fprintf(out, "' --%s'", option->name);
			if (option->letter) {
				fputc('|', out);
				write_key(out, d, &d->tables[t]);
				fprintf(out, "' -%c'", option->letter);
			}
			fprintf(out, ") echo '%s' ;;\n",
				option->choices                    ? option->choices
				: described_option_is_file(option) ? "+file"
								   : "+none");
		}
}

void completion_write(FILE *out, const struct described_command *descriptions, size_t n)
{
	fputs(head, out);
	write_commands(out, descriptions, n);
	write_words(out, descriptions, n);
	fputs("\n_sonde_options() # command, word\n{\n\tcase \"$1 $2\" in\n", out);
	for (size_t i = 0; i < n; i++)
		write_options(out, &descriptions[i]);
	fputs("\tesac\n}\n\n# +file: a file; +none: nothing that is known; nothing where the option takes nothing.\n"
	      "_sonde_values() # command, word, option\n{\n\tcase \"$1 $2 $3\" in\n",
	      out);
	for (size_t i = 0; i < n; i++)
		write_values(out, &descriptions[i]);
	fputs("\tesac\n}\n\ncomplete -o filenames -F _sonde sonde sonde-openmpi sonde-mpich sonde-none\n", out);
}
