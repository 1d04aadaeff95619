#include "estimate/parameter_text.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

const char *const parameter_holders[] = {
	[SCOPE_LINK] = "links", [SCOPE_PROCESS] = "processes", [SCOPE_PLATFORM] = "platforms"};

const char *parameter_value_text(const struct param_spec *spec, double value, char *text, size_t room)
{
	char number[32];

	if (strcmp(spec->unit, "s/B") == 0)
		snprintf(text, room, "%.3g ns/B", 1e9 * value);
	else
		snprintf(text, room, "%s us", microseconds_format(value, number, sizeof(number)));
	return text;
}
