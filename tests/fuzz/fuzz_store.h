#ifndef SONDE_TESTS_FUZZ_STORE_H
#define SONDE_TESTS_FUZZ_STORE_H

#include <stddef.h>

#include "store/store.h"

/* What the two targets of stores share. Local. */

/* The path of a store in the folder TMPDIR, of this process; fuzz_store_file makes it of these bytes, and
 * fuzz_store_remove takes it away with all that SQLite has put beside it. */
const char *fuzz_store_path(void);
void fuzz_store_file(const void *bytes, size_t size);
void fuzz_store_remove(void);

/* The bytes of a store with two runs of which each table has rows; the caller frees them. */
void *fuzz_store_sample(size_t *size);

/*
 * Opens the store at the path and reads all of it. What can be read is written into another store, read again and the
 * same. Then the store is opened for writing and written to.
 */
void fuzz_store(void);

#endif
