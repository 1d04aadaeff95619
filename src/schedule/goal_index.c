#include "schedule/goal_index.h"

#include "base/memory.h"

enum status goal_add_section(struct goal *goal, size_t n, struct goal_section section, struct error *err)
{
	struct goal_section *sections = memory_grow(goal->sections, &goal->section_capacity, n + 1, sizeof(*sections));

	if (!sections)
		return error_memory(err, "the ranks of a GOAL file");
	goal->sections = sections;
	sections[n] = section;
	return OK;
}
