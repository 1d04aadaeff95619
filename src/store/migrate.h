#ifndef SONDE_STORE_MIGRATE_H
#define SONDE_STORE_MIGRATE_H

#include "store/found.h"
#include "store/store_private.h"

/*
 * From version 2 or 3 to version 4 of the store. Version 3 lacks tables, which are made. Version 2 kept the purpose of
 * a run, what it found and the machine's states as sentences, and what was asked for as a command line; only the files
 * migrate*.c read them. All of this is Local and part of the caller's transaction.
 */

/* The purpose that a sentence of version 2 says; PURPOSE_OTHER with the sentence as title for any that its program did
 * not write. */
void migrate_purpose(const char *sentence, struct purpose *purpose);

/* Keeps the options, other arguments and sizes of a command line with the run. One that cannot be read, because a
 * file's name has a space in it for example, leaves none. */
enum status migrate_command(struct store *store, int64_t run, const char *line, struct error *err);

/* The text of a fact of version 2, NULL if the run had none of this key; the caller frees it. */
enum status migrate_fact(struct store *store, int64_t run, const char *key, char **text, struct error *err);

/* Keeps thresholds, the states of the machine and an evaluation with the run. ERR_INPUT names the run and what is not
 * understood. */
enum status migrate_found(struct store *store, int64_t run, struct error *err);

/* What the store's own files write as part of the caller's transaction. */
enum status thresholds_write(struct store *store, int64_t run, const struct run_thresholds *thresholds,
			     struct error *err);
enum status stored_evaluation_write(struct store *store, int64_t run, const struct stored_evaluation *evaluation,
				    struct error *err);

#endif
