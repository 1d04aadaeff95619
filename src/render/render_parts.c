#include "render/render_parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Doubles hold every whole number below this one. */
#define WHOLE_MAX 0x1p53

bool render_is_whole(double number)
{
	return fabs(number) < WHOLE_MAX && number == floor(number);
}

enum status render_finish(FILE *out, struct error *err)
{
	errno = 0;
	if (fflush(out) == 0 && !ferror(out))
		return OK;
	return error_set(err, ERR_IO, "the results could not be written: %s",
			 errno ? strerror(errno) : "an output error");
}
