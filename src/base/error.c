#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * What a terminal would take for commands, and a reader for a second message: a text may repeat what a file holds.
 * Bytes from 0x80 on are parts of UTF-8.
 */
static void one_line(char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '\n' || c == '\t')
			*text = ' ';
		else if (c < 0x20 || c == 0x7f)
			*text = '?';
	}
}

enum status error_set(struct error *err, enum status status, const char *format, ...)
{
	va_list args;

	assert(status != OK);
	if (!err)
		return status;
	if (err->status != OK)
		return err->status;
	err->status = status;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	one_line(err->text);
	return status;
}

enum status error_memory(struct error *err, const char *what)
{
	return error_set(err, ERR_MEMORY, "not enough memory for %s", what);
}

void error_prefix(struct error *err, const char *before)
{
	char text[ERROR_TEXT_MAX];
	size_t used;

	if (!err || err->status == OK)
		return;
	memcpy(text, err->text, sizeof(text));
	used = (size_t)snprintf(err->text, sizeof(err->text), "%s: ", before);
	if (used < sizeof(err->text))
		snprintf(err->text + used, sizeof(err->text) - used, "%.*s", (int)(sizeof(err->text) - used - 1), text);
	one_line(err->text);
}

void error_add(struct error *err, const char *after)
{
	size_t used = err ? strlen(err->text) : 0;

	if (err && err->status != OK)
		snprintf(err->text + used, sizeof(err->text) - used, "%s", after);
	if (err)
		one_line(err->text);
}
