#ifndef SONDE_BASE_PROGRESS_H
#define SONDE_BASE_PROGRESS_H

#include <stddef.h>

/* Where a long run tells how far it is. The command line prints it; a library user may pass NULL instead of one. */
struct progress {
	void (*report)(void *context, const char *what, size_t done, size_t total); /* total 0: not known */
	void (*note)(void *context, const char *text);                              /* a warning or a remark, one complete sentence */
	void *context;
};

/* Calls progress->report, if there is one. Local. */
void progress_report(const struct progress *progress, const char *what, size_t done, size_t total);

/* Calls progress->note with the formatted text, if there is one. Local. */
void progress_note(const struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
