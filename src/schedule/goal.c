#include "schedule/goal.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void goal_release(struct goal *goal)
{
	for (int p = 0; p < goal->processes; p++)
		part_release(&goal->parts[p]);
	free(goal->parts);
	*goal = (struct goal){0};
}

/* Operations keep their indices into the requirements: the part is empty. */
static enum status build(const void *self, int process, struct part *part, struct error *err)
{
	const struct part *from = &((const struct goal *)self)->parts[process];
	struct operation *operations = memory_grow(part->operations, &part->capacity, from->n, sizeof(*operations));
	struct requirement *requirements = memory_grow(part->requirements, &part->requirement_capacity, from->n_requirements, sizeof(*requirements));

	part->operations = operations ? operations : part->operations;
	part->requirements = requirements ? requirements : part->requirements;
	if ((from->n > 0 && !operations) || (from->n_requirements > 0 && !requirements))
		return error_memory(err, "a process's part of the schedule");
	if (from->n > 0)
		memcpy(operations, from->operations, from->n * sizeof(*operations));
	if (from->n_requirements > 0)
		memcpy(requirements, from->requirements, from->n_requirements * sizeof(*requirements));
	part->n = from->n;
	part->n_requirements = from->n_requirements;
	part->scratch = from->scratch;
	return OK;
}

struct schedule goal_schedule(const struct goal *goal)
{
	return (struct schedule){.processes = goal->processes, .build = build, .self = goal};
}

static enum status read_all(FILE *in, const char *path, char **text, size_t *length, struct error *err)
{
	size_t capacity = 0, n = 0, got;

	do {
		char *grown = memory_grow(*text, &capacity, n + 65536, 1);

		if (!grown)
			return error_memory(err, "the text of a GOAL file");
		*text = grown;
		got = fread(grown + n, 1, capacity - n, in);
		n += got;
	} while (got > 0);
	*length = n;
	return ferror(in) ? error_set(err, ERR_IO, "%s cannot be read: %s", path, strerror(errno)) : OK;
}

enum status goal_read(const char *path, struct goal *goal, struct error *err)
{
	static const unsigned char magic[8] = {4223 & 255, 4223 >> 8};
	FILE *in = fopen(path, "rb");
	char *text = NULL;
	size_t length = 0;
	enum status status;

	if (!in)
		return error_set(err, ERR_IO, "%s cannot be read: %s", path, strerror(errno));
	status = read_all(in, path, &text, &length, err);
	fclose(in);
	if (status == OK && length >= sizeof(magic) && memcmp(text, magic, sizeof(magic)) == 0)
		status = goal_parse_binary((const unsigned char *)text, length, path, goal, err);
	else if (status == OK)
		status = goal_parse_text(text, length, path, goal, err);
	free(text);
	return status;
}
