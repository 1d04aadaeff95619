#define _XOPEN_SOURCE 700 /* uselocale */
#include "base/locale.h"

#include <stddef.h>

/* The C library has this one always: nothing is allocated, and nothing is to be freed. */
locale_t locale_of_c(void)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);

	return plain ? uselocale(plain) : (locale_t)0;
}

void locale_restore(const locale_t *before)
{
	if (*before)
		uselocale(*before);
}
