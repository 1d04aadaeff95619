#ifndef SONDE_CLI_PAGES_PAGES_H
#define SONDE_CLI_PAGES_PAGES_H

#include "cli/pages/description.h"

/* A manual page in the language of roff, sections from NAME to SEE ALSO, of one command. examples: the text of
 * doc/commands.md, whose rows have examples. Local. */
void page_of_command(FILE *out, const struct described_command *description, const char *examples);

/* The page sonde(1): what commands there are, and what all of them have in common. Local. */
void page_of_all(FILE *out, const struct described_command *descriptions, size_t n);

/* The reference in Markdown: of each command its usage, options and example. Local. */
void reference_write(FILE *out, const struct described_command *descriptions, size_t n);

/* The completion of the command for bash: commands, their words, options and values. Local. */
void completion_write(FILE *out, const struct described_command *descriptions, size_t n);

#endif
