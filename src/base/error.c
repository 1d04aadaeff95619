#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

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
	vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
	return status;
}

enum status error_memory(struct error *err, const char *what)
{
	return error_set(err, ERR_MEMORY, "not enough memory for %s", what);
}
