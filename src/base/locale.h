#ifndef SONDE_BASE_LOCALE_H
#define SONDE_BASE_LOCALE_H

#include <locale.h>

/*
 * From here to the end of the block, numbers are read and written with a point, as files have them, whatever locale the
 * program around has chosen: for code that runs inside programs of others. It stands among the declarations, and is of
 * this thread alone. Local.
 */
#define NUMBERS_AS_IN_C __attribute__((cleanup(locale_restore), unused)) locale_t locale_before = locale_of_c()

/* Takes C's locale; returns the one before, for locale_restore. */
locale_t locale_of_c(void);
void locale_restore(const locale_t *before);

#endif
