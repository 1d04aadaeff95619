#include "schedule/goal_index.h"

#include <stdlib.h>

enum status goal_sections_new(struct goal *goal, size_t n, struct error *err)
{
	goal->sections = calloc(n, sizeof(*goal->sections));
	return goal->sections ? OK : error_memory(err, "the ranks of a GOAL file");
}
