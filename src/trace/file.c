#include "trace/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum status trace_file_path(char path[TRACE_PATH_MAX], const char *dir, int rank, int thread, const char *suffix,
			    struct error *err)
{
	int length = thread > 0 ? snprintf(path, TRACE_PATH_MAX, "%s/%d-%d.%s", dir, rank, thread, suffix)
				: snprintf(path, TRACE_PATH_MAX, "%s/%d.%s", dir, rank, suffix);

	if (length < 0 || length >= TRACE_PATH_MAX)
		return error_set(err, ERR_INPUT, "the path of the trace is too long: %.100s…", dir);
	return OK;
}

static int write_all(int file, const char *data, size_t n)
{
	while (n > 0) {
		ssize_t written = write(file, data, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written < 0 ? errno : ENOSPC;
		data += written;
		n -= (size_t)written;
	}
	return 0;
}

/* Whether a file may have so many bytes. Writing beyond would not fail but end the program. */
static bool may_grow(size_t size)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

static enum status write_file(const char *path, int flags, size_t before, const void *data, size_t n, struct error *err)
{
	int file = open(path, O_WRONLY | O_CLOEXEC | O_APPEND | flags, 0666), fault;

	if (file < 0)
		return error_set(err, ERR_IO, "%s: the trace cannot be written: %s", path, strerror(errno));
	fault = may_grow(before + n) ? write_all(file, data, n) : EFBIG;
	if (fault != 0 && before == 0)
		unlink(path);
	else if (fault != 0 && ftruncate(file, (off_t)before) != 0)
		fault = errno;
	if (close(file) != 0 && fault == 0)
		fault = errno;
	return fault == 0 ? OK : error_set(err, ERR_IO, "%s: the trace cannot be written: %s", path, strerror(fault));
}

enum status trace_file_make(const char *path, const void *data, size_t n, struct error *err)
{
	return write_file(path, O_CREAT | O_EXCL, 0, data, n, err);
}

enum status trace_file_append(const char *path, size_t before, const void *data, size_t n, struct error *err)
{
	return write_file(path, 0, before, data, n, err);
}

/* Has room for so many bytes before any of them is written over: a full disk leaves what was there. */
static int make_room(int file, size_t size)
{
	struct stat found;
	int fault;

	if (!may_grow(size))
		return EFBIG;
	if (fstat(file, &found) != 0)
		return errno;
	if ((size_t)found.st_size >= size)
		return 0;
	fault = posix_fallocate(file, found.st_size, (off_t)size - found.st_size);
	return fault == 0 || ftruncate(file, found.st_size) == 0 ? fault : errno;
}

enum status trace_file_replace(const char *path, size_t before, const void *data, size_t n, struct error *err)
{
	int file = open(path, O_RDWR | O_CLOEXEC), fault;
	ssize_t written;

	if (file < 0)
		return error_set(err, ERR_IO, "%s: the trace cannot be written: %s", path, strerror(errno));
	fault = make_room(file, before + n);
	written = fault == 0 ? pwrite(file, data, n, (off_t)before) : 0;
	if (fault == 0 && written != (ssize_t)n)
		fault = written < 0 ? errno : ENOSPC;
	if (fault == 0 && ftruncate(file, (off_t)(before + n)) != 0)
		fault = errno;
	if (close(file) != 0 && fault == 0)
		fault = errno;
	return fault == 0 ? OK : error_set(err, ERR_IO, "%s: the trace cannot be written: %s", path, strerror(fault));
}
