#include "base/file_read.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 65536 };

/* All that is left, up to a part more than most or with a byte 0 in the last one. *text is the caller's to free, also
 * after an error. */
static enum status read_all(FILE *in, const char *path, const char *what, size_t most, char **text, size_t *length,
			    struct error *err)
{
	size_t capacity = 0, got = 1;
	const char *zero = NULL;

	while (got > 0 && *length <= most && !zero) {
		char *grown = memory_grow(*text, &capacity, *length + PART + 1, 1);

		if (!grown)
			return error_memory(err, what);
		*text = grown;
		got = fread(grown + *length, 1, PART, in);
		zero = memchr(grown + *length, '\0', got);
		*length += got;
		grown[*length] = '\0';
	}
	if (ferror(in))
		return error_set(err, ERR_IO, "%s: the %s cannot be read: %s", path, what, strerror(errno));
	if (*length > most)
		return error_set(err, ERR_INPUT, "%s: too long for a %s: %zu MB are allowed", path, what,
				 most / 1000000);
	if (zero)
		return error_set(err, ERR_INPUT, "%s: this is no text, as a %s is: byte %zu is 0", path, what,
				 (size_t)(zero - *text));
	return OK;
}

enum status file_read(const char *path, const char *what, size_t most, char **text, size_t *length, struct error *err)
{
	FILE *in = fopen(path, "r");
	enum status status;

	*text = NULL;
	*length = 0;
	if (!in)
		return error_set(err, ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
	status = read_all(in, path, what, most, text, length, err);
	fclose(in);
	if (status != OK) {
		free(*text);
		*text = NULL;
	}
	return status;
}
