#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>

#define NOTE_TEXT_MAX 1024

void progress_report(const struct progress *progress, const char *what, size_t done, size_t total)
{
	if (progress && progress->report)
		progress->report(progress->context, what, done, total);
}

void progress_note(const struct progress *progress, const char *format, ...)
{
	char text[NOTE_TEXT_MAX];
	va_list args;

	if (!progress || !progress->note)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	progress->note(progress->context, text);
}
