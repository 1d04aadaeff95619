#ifndef SONDE_BASE_SPAWN_H
#define SONDE_BASE_SPAWN_H

#include <sys/types.h>

/*
 * Starts a program, looked for in PATH if its name has no slash, of which one stream is read.
 *
 * - argv: ends with NULL.
 * - stream: STDOUT_FILENO or STDERR_FILENO, which goes to the descriptor. The other one and its input lead nowhere.
 * - Returns 0, or an error number of errno.h. Then *process is to be waited for by the caller.
 * - Local.
 */
int spawn_into(const char *const *argv, int stream, int descriptor, pid_t *process);

#endif
