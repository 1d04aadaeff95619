#include "cli/progress_line.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"

static const char clear[] = "\r\033[K";

static bool is_terminal(const struct context *context)
{
	return isatty(fileno(context->chatter));
}

void progress_line_show(void *user, const char *what, size_t done, size_t total, double left)
{
	const struct context *context = user;
	char rest[64];

	if (context->quiet || !is_terminal(context))
		return;
	if (total > 0 && done == total)
		fputs(clear, context->chatter);
	else if (total > 0)
		fprintf(context->chatter, "%s%s: %zu of %zu%s%s", clear, what, done, total, isnan(left) ? "" : ", ",
			progress_left_text(left, rest, sizeof(rest)));
	else
		fprintf(context->chatter, "%s%s: %zu", clear, what, done);
	fflush(context->chatter);
}

void progress_line_note(void *user, enum note_severity severity, const char *text)
{
	const struct context *context = user;

	if (!context->quiet)
		fprintf(context->chatter, "%ssonde: %s%s\n", is_terminal(context) ? clear : "",
			severity == NOTE_WARNING ? "warning: " : "", text);
}

void progress_line_clear(void *user)
{
	const struct context *context = user;

	if (!context->quiet && is_terminal(context))
		fputs(clear, context->chatter);
}

double progress_line_now(void *unused)
{
	struct timespec now;

	(void)unused;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* At most five times a second; the end always. */
static void show_some(void *user, const char *what, size_t done, size_t total, double left)
{
	struct progress_line *line = user;
	double now = progress_line_now(NULL);

	if (now - line->last < 0.2 && !(total > 0 && done == total))
		return;
	line->last = now;
	progress_line_show((void *)line->context, what, done, total, left);
}

static void note(void *user, enum note_severity severity, const char *text)
{
	progress_line_note((void *)((struct progress_line *)user)->context, severity, text);
}

void progress_line_init(struct progress_line *line, const struct context *context)
{
	*line = (struct progress_line){
		.context = context,
		.last = progress_line_now(NULL),
		.progress = {.report = show_some, .note = note, .now = progress_line_now, .context = line}};
}
