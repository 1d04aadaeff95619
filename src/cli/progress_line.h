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

/* Takes the line away. */
void progress_line_clear(void *context);

#endif
