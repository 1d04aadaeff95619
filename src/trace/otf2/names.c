#include "trace/otf2/names.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Whether they are equal but for the case of letters, and for underscores or "_c" behind the first. */
static bool alike(const char *name, const char *function)
{
	size_t n = strlen(function);
	if (strncasecmp(name, function, n) != 0)
		return false;
	const char *rest = name + n;
	return !strcmp(rest, "_c") || strspn(rest, "_") == strlen(rest);
}

enum trace_function otf2_function_find(const char *region)
{
	enum trace_function exact = trace_function_find(region);
	if (exact != TRACE_FUNCTIONS)
		return exact;
	const char *name = strncasecmp(region, "PMPI_", 5) == 0 ? region + 1 : region;
	if (strncasecmp(name, "MPI_", 4) != 0)
		return TRACE_FUNCTIONS;
	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		if (alike(name, trace_function_name((enum trace_function)f)))
			return (enum trace_function)f;
	return TRACE_FUNCTIONS;
}
