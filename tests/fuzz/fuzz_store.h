#ifndef SONDE_TESTS_FUZZ_STORE_H
#define SONDE_TESTS_FUZZ_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

/* What the targets of stores share. Local. */

/* The path of a store in the folder TMPDIR, of this process; fuzz_store_file makes it of these bytes, and
 * fuzz_store_remove takes it away with all that SQLite has put beside it. */
const char *fuzz_store_path(void);
void fuzz_store_file(const void *bytes, size_t size);
void fuzz_store_remove(void);

/* The bytes of the store at a path, and of one with two runs of which tables have rows, without the constraints of
 * columns; the caller frees them. */
void *fuzz_store_read(const char *path, size_t *size);
void *fuzz_store_sample(size_t *size);

/* Ends the target unless the bytes are a store of which each run can be read. */
void fuzz_store_sound(const void *bytes, size_t size);

/* Changes rows of the store at the path by statements of SQL, within limits of time and space; what SQLite refuses has
 * no effect, and neither has what changes anything but rows. */
void fuzz_store_change(const char *sql);

/* Opens the store at the path and reads all of it. If SQLite's own structures are sound, fuzz_store_copy follows for
 * each run; else the store is then opened for writing and written to. */
void fuzz_store(bool sound);

/* Writes what can be read of a run into another store, reads it again and holds it against the first. The other store
 * is then as it was. */
void fuzz_store_copy(struct store *from, const struct run *run, struct store *to);

#endif
