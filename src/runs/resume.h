#ifndef SONDE_RUNS_RESUME_H
#define SONDE_RUNS_RESUME_H

#include "measuring/archive.h"
#include "store/store.h"

/*
 * Finds the run to resume: the one of the request's name or number, or the newest interrupted one of its purpose on
 * its platform; or the newest that was interrupted or has ended, if the request says so.
 *
 * - Ownership: the caller releases *run.
 * - ERR_INPUT if there is none (says which interrupted runs there are).
 * - ERR_INPUT if the run had ended, was for another purpose, with other options (says which), or on another platform
 *   (says what differs).
 * - ERR_IO, ERR_MEMORY.
 * - Local.
 */
enum status resume_find(struct store *store, const struct archive_request *request, struct run *run, struct error *err);

#endif
