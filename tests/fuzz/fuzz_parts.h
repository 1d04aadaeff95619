#ifndef SONDE_TESTS_FUZZ_PARTS_H
#define SONDE_TESTS_FUZZ_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What targets share whose input is several files of a folder. All of it is Local. */

enum { FUZZ_PARTS_MOST = 8 };

/* Parts of an input, which may be changed. */
struct fuzz_parts {
	uint8_t *copy, *data[FUZZ_PARTS_MOST];
	size_t size[FUZZ_PARTS_MOST];
};

/* Cuts an input into n parts: each but the last has its length in front, two bytes, the lower first. False: it is too
 * short. fuzz_parts_release follows in any case. */
bool fuzz_parts_cut(struct fuzz_parts *parts, size_t n, const uint8_t *data, size_t size);
void fuzz_parts_release(struct fuzz_parts *parts);

/* A folder of this process, which is removed when it ends with all that was made in it by the functions below. */
const char *fuzz_folder(void);

/* Makes or replaces a file of the folder, or makes a folder inside it. name: a constant. */
void fuzz_folder_write(const char *name, const void *data, size_t size);
void fuzz_folder_make(const char *name);

/* What somebody else makes in the folder is removed, too. */
void fuzz_folder_remember(const char *name);

#endif
