#ifndef SONDE_TRACE_FILE_H
#define SONDE_TRACE_FILE_H

#include <stddef.h>

#include "base/error.h"

/*
 * Files of a trace that is being written. None stays open: a program may close what it did not open, fork, or change
 * its folder. All functions are Local.
 */

enum { TRACE_PATH_MAX = 4096 };

/* The path of a stream's file: DIR/RANK.SUFFIX, DIR/RANK-THREAD.SUFFIX of a thread from 1 on. ERR_INPUT: too long. */
enum status trace_file_path(char path[TRACE_PATH_MAX], const char *dir, int rank, int thread, const char *suffix,
			    struct error *err);

/* Makes a file with this content, which must not be there yet. ERR_IO. */
enum status trace_file_make(const char *path, const void *data, size_t n, struct error *err);

/* Appends to a file of so many bytes. If it does not succeed, the file has as many as before. ERR_IO. */
enum status trace_file_append(const char *path, size_t before, const void *data, size_t n, struct error *err);

/* Writes instead of what the file has from that place on, which is not more. If there is no room for it, the file is as
 * before. ERR_IO. */
enum status trace_file_replace(const char *path, size_t before, const void *data, size_t n, struct error *err);

#endif
