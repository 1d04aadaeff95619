#include "api/options.h"

#include <string.h>

enum { SIZE_MOST = 4096 }; /* of options: a larger one was never set */

static size_t last_set(const unsigned char *bytes, size_t n)
{
	while (n > 0 && bytes[n - 1] == 0)
		n--;
	return n;
}

enum status options_take(void *own, size_t bytes, const void *given, const char *name, struct error *err)
{
	size_t size;

	memset(own, 0, bytes);
	if (!given)
		return error_set(err, ERR_INPUT, "there are no options: a struct %s is needed, not NULL", name);
	memcpy(&size, given, sizeof(size));
	if (size < sizeof(size) || size > SIZE_MOST)
		return error_set(err, ERR_INPUT, "the size of a struct %s is %zu: set it to sizeof(struct %s)", name,
				 size, name);
	if (last_set(given, size) > bytes)
		return error_set(
			err, ERR_INPUT,
			"a struct %s of %zu bytes has options that this library, which knows %zu bytes, does not "
			"have",
			name, size, bytes);
	memcpy(own, given, size < bytes ? size : bytes);
	return OK;
}
