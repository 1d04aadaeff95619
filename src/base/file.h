#ifndef SONDE_BASE_FILE_H
#define SONDE_BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A file that is being replaced: written as a new file in the same folder, which then takes its place.
 *
 * - A reader finds the old content or the whole new one, and a failure leaves what was there.
 * - The new file has a name of its own (opened with O_EXCL and O_NOFOLLOW) and gets the permissions of the old one.
 * - Of a symbolic link, the file that it points at is replaced, or made; the link stays.
 * - What is no regular file, a device or a pipe, is written to directly. So is a descriptor of this process, whatever
 * it leads to: "/dev/stdout" continues where standard output is.
 */
struct file_replacement {
	FILE *stream;     /* to write to */
	const char *what; /* "model": what error texts call it; borrowed */
	char *path;       /* as the caller named it */
	char *target;     /* the file that is replaced: path without links */
	char *fresh;      /* the new file; NULL if path is written to directly */
};

/*
 * Opens the new file; file_replace_commit or file_replace_abandon follows, after a failure neither. ERR_IO ("PATH: the
 * WHAT cannot be written: CAUSE"), ERR_MEMORY. Local, as are these.
 */
enum status file_replace_begin(struct file_replacement *file, const char *path, const char *what, struct error *err);

/* Writes out what the stream holds, to the disk too, and puts the new file in place. ERR_IO: the new file is removed
 * again. */
enum status file_replace_commit(struct file_replacement *file, struct error *err);

/* Removes the new file. */
void file_replace_abandon(struct file_replacement *file);

/* commit if status is OK, else abandon. Returns the first failure. */
enum status file_replace_end(struct file_replacement *file, enum status status, struct error *err);

/* file_replace_begin and commit for a text. */
enum status file_replace_text(const char *path, const char *what, const char *text, struct error *err);

/* Whether file_replace_begin would open a file for this path; nothing is left behind, and a device or a pipe is not
 * opened. Errors as file_replace_begin. */
enum status file_replace_check(const char *path, const char *what, struct error *err);

/* The path, without links, of the file that file_replace_begin would replace or make; free it. NULL with errno, which
 * is ENOMEM without memory. Local. */
char *file_target(const char *path);

/* Whether both paths lead to one file, or would if neither is there yet and it were made. Local. */
bool file_same(const char *a, const char *b);

#endif
