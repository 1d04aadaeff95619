#ifndef SONDE_RUNS_ARCHIVE_H
#define SONDE_RUNS_ARCHIVE_H

#include "measuring/archive.h"
#include "store/store.h"

/* All functions are Local. */

/*
 * A store as the archive of measurements.
 *
 * - It is opened when the first run begins, and is then this process's alone.
 * - Set archive by store_archive; store_archive_release closes the store.
 */
struct store_archive {
	struct archive archive;
	struct store *store; /* NULL until a run begins */
};

/*
 * The archive at the path.
 *
 * - path: borrowed.
 */
struct store_archive store_archive(const char *path);
void store_archive_release(struct store_archive *archive);

/* The store of an archive that store_archive made, once a run has begun; borrowed. */
struct store *store_archive_store(const struct archive *archive);

#endif
