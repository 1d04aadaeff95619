#ifndef SONDE_BASE_PROGRESS_H
#define SONDE_BASE_PROGRESS_H

#include <stddef.h>

/* How much a note matters: a warning says that results may be wrong, mean something else, or be fewer than were asked
 * for. */
enum note_severity { NOTE_INFORMATION, NOTE_WARNING };

/* Where a long run tells how far it is. The command line prints it; a library user may pass NULL instead of one. */
struct progress {
	void (*report)(void *context, const char *what, size_t done, size_t total,
		       double left); /* total 0: not known; left: s for the rest, NAN: not known */
	void (*note)(void *context, enum note_severity severity, const char *text); /* one complete sentence */
	double (*now)(void *context); /* s on the clock of whoever watches, for the time left; NULL: the platform's own,
					 which may be a simulated one */
	void *context;
};

/* Calls progress->report, if there is one. Local. */
void progress_report(const struct progress *progress, const char *what, size_t done, size_t total, double left);

/*
 * Seconds that the rest of some work takes if it goes on as until now: done and left are amounts of it in any unit,
 * seconds is what done has taken. NAN as long as nothing is done. Local.
 */
double progress_left(double done, double left, double seconds);

/* "about 12 s left", "about 3 min left", "less than 1 s left" into text, which has room bytes (64 suffice); "" if left
 * is NAN. Returns text. Local. */
const char *progress_left_text(double left, char *text, size_t room);

/* Each calls progress->note with the formatted text, if there is one: for information, or as a warning. Local. */
void progress_note(const struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));
void progress_warn(const struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
