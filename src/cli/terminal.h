#ifndef SONDE_CLI_TERMINAL_H
#define SONDE_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Whether what is printed comes to a terminal. Open MPI gives the process that prints a terminal of its own and passes
 * on what comes there: then it is asked where its launcher prints. Local.
 */
bool prints_on_terminal(FILE *out);

#endif
