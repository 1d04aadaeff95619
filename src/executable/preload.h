#ifndef SONDE_EXECUTABLE_PRELOAD_H
#define SONDE_EXECUTABLE_PRELOAD_H

/*
 * The value of LD_PRELOAD with library in front, behind only those parts whose file names begin with first: what else
 * is preloaded already stacks behind it.
 *
 * - before: the value so far, NULL if there is none; parts of it whose file names begin with family are left out.
 * - first: NULL: none.
 * - The caller frees it; NULL if memory does not suffice. Local.
 */
char *preload_put(const char *library, const char *before, const char *family, const char *first);

#endif
