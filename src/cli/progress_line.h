#ifndef SONDE_CLI_PROGRESS_LINE_H
#define SONDE_CLI_PROGRESS_LINE_H

#include "base/progress.h"

/*
 * How far something is, in a line of the terminal that is written anew each time, and notes between. context: the
 * struct context, whose chatter it goes to; nothing with --quiet, and no progress where that is no terminal. They fit
 * struct progress. Local.
 */
void progress_line_show(void *context, const char *what, size_t done, size_t total, double left);
void progress_line_note(void *context, enum note_severity severity, const char *text);

/* A line for computations: it says how far they are, at most five times a second, and how long the rest takes. */
struct progress_line {
	const struct context *context;
	double last;
	struct progress progress; /* to be handed on; stays as long as the line */
};
void progress_line_init(struct progress_line *line, const struct context *context);

/* The clock of the user, who waits, s. */
double progress_line_now(void *unused);

/* Takes the line away. */
void progress_line_clear(void *context);

#endif
