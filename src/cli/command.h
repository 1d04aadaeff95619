#ifndef SONDE_CLI_COMMAND_H
#define SONDE_CLI_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/option.h"
#include "base/table.h"
#include "platform/platform.h"
#include "sample/asked.h"

struct command;

/* What takes the tables of options in place of people who ask for help: the program of the build that makes manual
 * pages and completion of them (cli/pages). */
struct option_reader {
	enum status (*read)(struct option_reader *reader, const struct command *command, const struct option *options,
			    struct error *err);
};

/* All of this is Local to the process that drives. What main hands to a subcommand. The arguments are those after the
 * subcommand's name. */
struct context {
	const struct command *command;
	struct option_reader *reader; /* takes what --help would print; NULL: it is printed */
	int argc;
	char **argv;
	char *line;                  /* the whole command line, as a person would type it */
	struct platform *live;       /* the live platform for a command that measures, NULL if it is not wanted */
	bool echoes;                 /* the launch's first process runs the same, and says what is the same at all:
					until the command looks at what may differ between hosts, and takes this back */
	FILE *out, *chatter;         /* results; progress and notes */
	bool json, csv, quiet, help; /* the options that every command has */
	struct asked asked;          /* what the user gave, as a run keeps it; owned */
	struct state_tables *states; /* results are those of a state of the machine, of several; NULL: they are not */
};

/* A subcommand. To add one: cmd_*.c with its command at the foot, and a line in commands.c. All other entries are
 * required. */
struct command {
	const char *name;
	const char *operands; /* "MODEL.json p2p" */
	const char *summary;  /* one line */
	const char *example;  /* one command line */
	bool measures;        /* runs under mpirun: main starts MPI first, and processes but 0 never get here */
	bool options_first;   /* the options stand before the operands: what follows these is another program's */
	bool forces;          /* tells the MPI library which algorithms to take */
	bool (*without_platform)(int argc, char **argv); /* NULL, or whether a command that measures does not with these
							    arguments: they have not been read */
	bool (*by_each)(int argc, char **argv); /* NULL, or whether every process of a launch runs it with these
						   arguments, without MPI; else the first does. It takes back
						   context->echoes */
	enum status (*run)(struct context *context, struct error *err);
};

/* What is typed behind a command's name, without a space before it: its operands and "[OPTIONS]". The caller frees it;
 * NULL: no memory. Local. */
char *command_usage(const struct command *command);

/* commands.c: NULL-terminated. */
extern const struct command *const commands[];

/* The lines of an option table that every command has; they end the table. */
#define COMMON_OPTIONS(context)                                                                                      \
	OPT_FLAG(0, "json", &(context)->json, "print the result as one JSON object, times in seconds",               \
		 OPTION_MAY_DIFFER),                                                                                 \
		OPT_FLAG(0, "csv", &(context)->csv, "print the result as CSV, times in seconds", OPTION_MAY_DIFFER), \
		OPT_FLAG(0, "quiet", &(context)->quiet, "no progress and no notes", OPTION_MAY_DIFFER),              \
		OPT_FLAG('h', "help", &(context)->help, "this text"),                                                \
	{                                                                                                            \
		.name = NULL                                                                                         \
	}

/*
 * Reads the command's options and operands: between least and most of the latter, which go to operands (room most).
 * With --help it prints the help and returns OK with context->help set: the command then returns OK at once. What was
 * given is then in context->asked. ERR_USAGE as options_read, or for a wrong number of operands.
 */
enum status command_options(struct context *context, const struct option *options, const char **operands, size_t least,
			    size_t most, size_t *n, struct error *err);

/* Prints a result in the form that the user asked for, and frees the table. table NULL is ERR_MEMORY. */
enum status command_print(struct context *context, struct table *table, struct error *err);

/*
 * Ends results in several states of the machine (state_tables.h), of which scripts get one table: prints it, unless
 * status is a failure other than that of a check. Returns status, or ERR_* of command_print.
 */
enum status command_print_states(struct context *context, enum status status, struct error *err);

/* Makes ERR_USAGE of what a library found wrong with what options say (ERR_INPUT), for a command to return. */
enum status usage_of(enum status status, struct error *err);

/* The same, with the option before the text. */
enum status usage_of_option(const char *option, enum status status, struct error *err);

#endif
