#define _GNU_SOURCE /* memfd_create */

#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Noreturn void fuzz_fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("fuzz: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	abort();
}

bool fuzz_accepted(enum status status, const struct error *err)
{
	FUZZ_REQUIRE(status == err->status, "status %d is returned, the error has %d: \"%s\"", status, err->status,
		     err->text);
	FUZZ_REQUIRE((status == OK) == (err->text[0] == '\0'), "status %d with the text \"%s\"", status, err->text);
	FUZZ_REQUIRE(status != ERR_MEMORY && status != ERR_STOPPED, "status %d of an input: \"%s\"", status, err->text);
	for (const char *c = err->text; *c; c++)
		FUZZ_REQUIRE((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character in \"%s\"", err->text);
	return status == OK;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
	const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
	size_t length = end ? (size_t)(end - data) : size;
	char *text = malloc(length + 1);

	FUZZ_REQUIRE(text, "no memory for a text");
	if (length > 0)
		memcpy(text, data, length);
	text[length] = '\0';
	return text;
}

void fuzz_file_open(struct fuzz_file *file, const void *bytes, size_t size)
{
	file->descriptor = memfd_create("fuzz", 0);
	FUZZ_REQUIRE(file->descriptor >= 0, "no file in memory can be made");
	FUZZ_REQUIRE(size == 0 || write(file->descriptor, bytes, size) == (ssize_t)size,
		     "a file in memory cannot be written");
	snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->descriptor);
}

void fuzz_file_close(struct fuzz_file *file)
{
	close(file->descriptor);
}
