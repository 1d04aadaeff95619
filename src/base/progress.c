#include "base/progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define NOTE_TEXT_MAX 2048

void progress_report(const struct progress *progress, const char *what, size_t done, size_t total, double left)
{
	if (progress && progress->report)
		progress->report(progress->context, what, done, total, left);
}

double progress_left(double done, double left, double seconds)
{
	return done > 0 && seconds > 0 && left >= 0 ? seconds * left / done : NAN;
}

const char *progress_left_text(double left, char *text, size_t room)
{
	if (isnan(left))
		snprintf(text, room, "%s", "");
	else if (left < 1)
		snprintf(text, room, "less than 1 s left");
	else if (left < 99.5)
		snprintf(text, room, "about %.0f s left", left);
	else if (left < 99.5 * 60)
		snprintf(text, room, "about %.0f min left", left / 60);
	else
		snprintf(text, room, "about %.0f h left", left / 3600);
	return text;
}

static void tell(const struct progress *progress, enum note_severity severity, const char *format, va_list args)
{
	char text[NOTE_TEXT_MAX];

	if (!progress || !progress->note)
		return;
	vsnprintf(text, sizeof(text), format, args);
	progress->note(progress->context, severity, text);
}

void progress_note(const struct progress *progress, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(progress, NOTE_INFORMATION, format, args);
	va_end(args);
}

void progress_warn(const struct progress *progress, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(progress, NOTE_WARNING, format, args);
	va_end(args);
}
