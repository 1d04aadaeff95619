#ifndef SONDE_RENDER_PAGE_GNUPLOT_H
#define SONDE_RENDER_PAGE_GNUPLOT_H

#include "base/error.h"

/*
 * Runs gnuplot on the commands and returns what it drew, which the caller frees. It goes through files that are deleted
 * already, so that no amount of data blocks, and no shell is asked. NULL: ERR_PLATFORM if gnuplot is missing (says how
 * to install it), refuses a command (says what it said) or draws no complete SVG; ERR_IO; ERR_MEMORY. Local.
 */
char *gnuplot_run(const char *commands, struct error *err);

#endif
