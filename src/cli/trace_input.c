#include "cli/trace_input.h"

#include <string.h>
#include <sys/stat.h>

bool is_trace(const char *path)
{
	size_t length = strlen(path);
	struct stat found;

	return (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) ||
	       (length > 5 && strcmp(path + length - 5, ".otf2") == 0);
}

void trace_tell_incomplete(const struct context *context, const struct trace *trace)
{
	const struct trace_info *info = trace_info(trace);

	if (!info->complete && !context->quiet)
		fprintf(context->chatter, "sonde: the trace is not complete: %s\n",
			info->incomplete ? info->incomplete : "a part is missing");
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
