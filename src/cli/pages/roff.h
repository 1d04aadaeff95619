#ifndef SONDE_CLI_PAGES_ROFF_H
#define SONDE_CLI_PAGES_ROFF_H

#include <stdio.h>

/* Writes a text of one line as roff has it: hyphens of options stay hyphens, nothing in it is a request. Local. */
void roff_text(FILE *out, const char *text);

/* The same of length characters of Markdown: what stands between backquotes is bold, links are their text. Local. */
void roff_markdown(FILE *out, const char *text, size_t length);

#endif
