#include "cli/trace/input.h"

#include <string.h>
#include <sys/stat.h>

bool is_trace(const char *path)
{
	size_t length = strlen(path);
	struct stat found;

	return (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) ||
	       (length > 5 && strcmp(path + length - 5, ".otf2") == 0);
}

/* "MPI_Send, MPI_Recv"; of more than these many names the first ones, and how many there are besides. */
static void shorten(const char *names, char *text, size_t room)
{
	enum { SHOWN = 4 };
	size_t used = 0, n = 0;

	text[0] = '\0';
	for (const char *at = names; *at; n++) {
		size_t length = strcspn(at, ",");

		if (n < SHOWN && used + length + 3 < room)
			used += (size_t)snprintf(text + used, room - used, "%s%.*s", n > 0 ? ", " : "", (int)length,
						 at);
		at += length + (at[length] == ',');
	}
	if (n > SHOWN)
		snprintf(text + used, room - used, " and %zu more", n - SHOWN);
}

void trace_tell_only(const struct context *context, const struct trace *trace)
{
	const struct trace_info *info = trace_info(trace);
	char text[256];

	if (!info->only || context->quiet)
		return;
	shorten(info->only, text, sizeof(text));
	fprintf(context->chatter,
		"sonde: only calls of %s were recorded (--only): what the program spent in other calls counts as time "
		"outside MPI\n",
		text);
}

void trace_tell_incomplete(const struct context *context, const struct trace *trace)
{
	const struct trace_info *info = trace_info(trace);

	if (!info->complete && !context->quiet)
		fprintf(context->chatter, "sonde: the trace is not complete: %s\n",
			info->incomplete ? info->incomplete : "a part is missing");
	trace_tell_only(context, trace);
}

void trace_tell_cpu(const struct context *context, double cpu, double clock)
{
	static const double usual = 0.9;

	if (cpu < usual * clock && !context->quiet)
		fprintf(context->chatter,
			"sonde: between longer calls the processes had their CPUs for %.0f %% of the time: other "
			"programs ran there, or they slept (sonde simulate --computation cpu counts only what they "
			"computed)\n",
			100 * cpu / clock);
}
