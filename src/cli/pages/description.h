#ifndef SONDE_CLI_PAGES_DESCRIPTION_H
#define SONDE_CLI_PAGES_DESCRIPTION_H

#include "cli/command.h"

/* A line of an option table, kept: all texts are owned. */
struct described_option {
	char *name, *help;
	char *argument; /* as --help calls it; NULL for a flag */
	char *choices;  /* with blanks between; NULL: it takes other things */
	char letter;    /* 0: none */
};

/* A table of options of a command. word: the first operand that has this table, "p2p" of "measure p2p"; NULL: the
 * table without any. */
struct described_table {
	char *word;
	const struct command *command; /* what the table's help is of; not owned */
	struct described_option *options;
	size_t n;
};

/* A command with the tables of all that it does; the first is the one without a word. */
struct described_command {
	const struct command *command;
	char **words; /* that may come first, as its operands name them; owned */
	size_t n_words;
	struct described_table *tables;
	size_t n;
};

/* Asks the command for its tables: --help alone, then behind each word; words with the same table as the command have
 * none of their own. ERR_* of the command, ERR_MEMORY; to be released in any case. Local. */
enum status description_init(struct described_command *description, const struct command *command, struct error *err);

void description_release(struct described_command *description);

/* Whether both have the same name, argument and help. Local. */
bool described_options_equal(const struct described_option *a, const struct described_option *b);

/* Whether all tables of the command have this line. Local. */
bool described_option_is_common(const struct described_command *description, const struct described_option *option);

enum { TABLE_TITLE = 256 };

/* What a table of a command that has several is of, as "sonde measure overlap"; of the first one the words that have
 * none of their own: "sonde measure p2p, collective". Returns title. Local. */
const char *described_table_title(const struct described_command *description, size_t table, char title[TABLE_TITLE]);

/* Whether the argument is the name of a file or a folder. Local. */
bool described_option_is_file(const struct described_option *option);

#endif
