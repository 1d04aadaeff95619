#ifndef SONDE_CLI_TUNE_RULES_H
#define SONDE_CLI_TUNE_RULES_H

#include "cli/command.h"
#include "tune/tune.h"

/*
 * Writes rules into a file, in place of what it has.
 *
 * - comments: lines that stand before the rules, each ended by '\n'; behind the first one how a program is started with
 *   the file is added, and whether files of its form were tried.
 * - processes: of the program that is started.
 * - ERR_IO, and as library->write: then the file has what it had. Local.
 */
enum status tune_rules_write(const struct tune_library *library, const char *path, const char *comments,
			     size_t processes, const struct tuned_file *rules, struct error *err);

/* The largest number of processes that was tuned. Local. */
size_t tune_rules_processes(const struct size_list *processes);

/* How many rules there are to be written; rows for gathers that escalate count as one, rows with an order
 * each. Local. */
size_t tune_rules_count(const struct tune_result *result);

/* Says in the comments of a table which gathers escalate, as was measured or by a model, and that it has rows for them;
 * nothing where there are none. Local. */
void tune_rules_put_escalating(FILE *out, const struct tuned_file *rules, bool measured);

/* Draws what rules are worth into the file path, unless that is NULL. ERR_*: of tuning_plot, ERR_IO. */
enum status tune_rules_plot(const struct tune_library *library, const char *path, const struct tune_result *result,
			    struct error *err);

/* Says where the rules went, and how a program is started with them, or that there are none; where a file was asked for
 * that is said with --quiet, too. */
struct tune_news {
	const char *file;  /* NULL: nowhere */
	size_t n;          /* rules */
	const char *none;  /* why there are none */
	const char *doubt; /* what is not known of them: "They were not measured."; "" */
	size_t processes;  /* of the program that they are for */
	bool usual_sizes;  /* they end at the size that nobody asked for */
};
void tune_rules_tell(const struct context *context, const struct tune_library *library, const struct tune_news *news);

/* Says how rules of a file are looked at in another launch. oversubscribed: Open MPI is to be told. Local. */
void tune_rules_tell_verify(const struct context *context, const char *file, size_t processes, bool oversubscribed);

#endif
