#include "trace/function.h"

#include <string.h>

struct function_row {
	const char *name;
	enum trace_family family;
	const char *parameters;
};

static const struct function_row rows[] = {
#define FUNCTION(name, family, parameters) {"MPI_" #name, TRACE_##family, parameters},
#include "trace/functions.def"
#undef FUNCTION
};

const char *trace_function_name(enum trace_function function)
{
	if (function == trace_region_begin)
		return "region begin";
	if (function == trace_region_end)
		return "region end";
	return rows[function].name;
}

enum trace_family trace_function_family(enum trace_function function)
{
	return rows[function].family;
}

const char *trace_function_parameters(enum trace_function function)
{
	return rows[function].parameters;
}

enum trace_function trace_function_find(const char *name)
{
	for (int i = 0; i < TRACE_FUNCTIONS; i++)
		if (strcmp(trace_function_name((enum trace_function)i), name) == 0)
			return (enum trace_function)i;
	return TRACE_FUNCTIONS;
}
