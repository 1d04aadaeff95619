#include "sample/purpose.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const purpose_names[] = {[PURPOSE_ESTIMATE] = "estimate",
				     [PURPOSE_ESTIMATE_SWITCH] = "estimate-switch",
				     [PURPOSE_COMPARE] = "compare",
				     [PURPOSE_COMPARE_PATHS] = "compare-paths",
				     [PURPOSE_COMPARE_MODELS] = "compare-models",
				     [PURPOSE_MEASURE_P2P] = "measure-p2p",
				     [PURPOSE_MEASURE_OVERLAP] = "measure-overlap",
				     [PURPOSE_MEASURE_COLLECTIVE] = "measure-collective",
				     [PURPOSE_MEASURE_THRESHOLDS] = "measure-thresholds",
				     [PURPOSE_OTHER] = "other",
				     NULL};

struct purpose purpose_of(enum purpose_kind kind, const char *title)
{
	struct purpose purpose = {.kind = kind};

	snprintf(purpose.title, sizeof(purpose.title), "%s", title);
	return purpose;
}

bool purpose_same(const struct purpose *a, const struct purpose *b)
{
	return a->kind == b->kind && strcmp(a->model, b->model) == 0 && strcmp(a->method, b->method) == 0 &&
	       strcmp(a->operation, b->operation) == 0 && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->variant, b->variant) == 0;
}

bool purpose_measures(enum purpose_kind kind)
{
	return kind == PURPOSE_MEASURE_P2P || kind == PURPOSE_MEASURE_OVERLAP || kind == PURPOSE_MEASURE_COLLECTIVE ||
	       kind == PURPOSE_MEASURE_THRESHOLDS;
}

void purpose_vary(struct purpose *purpose, const char *key, const char *format, ...)
{
	size_t used = strlen(purpose->variant);
	va_list arguments;

	used += (size_t)snprintf(purpose->variant + used, PURPOSE_VARIANT_MOST - used, "%s%s=", used ? " " : "", key);
	if (used >= PURPOSE_VARIANT_MOST)
		return;
	va_start(arguments, format);
	vsnprintf(purpose->variant + used, PURPOSE_VARIANT_MOST - used, format, arguments);
	va_end(arguments);
}
