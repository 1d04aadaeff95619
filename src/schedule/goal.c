#include "schedule/goal.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many bytes of a file's name, the last ones, are told with an operation. */
#define PLACE_FILE 100

void goal_release(struct goal *goal)
{
	free(goal->first);
	free(goal->operations);
	free(goal->requirements);
	free(goal->file);
	*goal = (struct goal){0};
}

/* Room for n more operations and so many requirements, and for another process. */
static enum status grow(struct goal *goal, size_t n, size_t n_requirements, struct error *err)
{
	struct goal_first *first = memory_grow(goal->first, &goal->first_capacity, (size_t)goal->processes + 2, sizeof(*first));
	struct goal_operation *operations;
	struct requirement *requirements;

	if (!first)
		return error_memory(err, "the ranks of a GOAL file");
	goal->first = first;
	if (goal->processes == 0)
		first[0] = (struct goal_first){0, 0};
	first += goal->processes;
	operations = memory_grow(goal->operations, &goal->operation_capacity, first->operation + n, sizeof(*operations));
	goal->operations = operations ? operations : goal->operations;
	requirements = memory_grow(goal->requirements, &goal->requirement_capacity, first->requirement + n_requirements, sizeof(*requirements));
	goal->requirements = requirements ? requirements : goal->requirements;
	return operations && requirements ? OK : error_memory(err, "the operations of a GOAL file");
}

enum status goal_add(struct goal *goal, const struct part *part, const size_t *lines, struct error *err)
{
	struct goal_first *first;
	enum status status = grow(goal, part->n, part->n_requirements, err);

	if (status != OK)
		return status;
	first = &goal->first[goal->processes++];
	for (size_t i = 0; i < part->n; i++) {
		const struct operation *op = &part->operations[i];

		goal->operations[first->operation + i] = (struct goal_operation){
			.count = op->count, .peer = op->peer, .tag = op->tag, .first = op->first, .line = lines && lines[i] <= UINT32_MAX ? (uint32_t)lines[i] : 0, .kind = op->kind, .cpu = op->cpu, .nic = op->nic,
		};
	}
	if (part->n_requirements > 0)
		memcpy(goal->requirements + first->requirement, part->requirements, part->n_requirements * sizeof(*part->requirements));
	first[1] = (struct goal_first){first->operation + part->n, first->requirement + part->n_requirements};
	return OK;
}

/* Operations keep their indices into the requirements: the part is empty. */
static enum status build(const void *self, int process, struct part *part, struct error *err)
{
	const struct goal *goal = self;
	const struct goal_first *first = &goal->first[process];
	size_t n = first[1].operation - first->operation, n_requirements = first[1].requirement - first->requirement;
	struct operation *operations = memory_grow(part->operations, &part->capacity, n, sizeof(*operations));
	struct requirement *requirements = memory_grow(part->requirements, &part->requirement_capacity, n_requirements, sizeof(*requirements));

	part->operations = operations ? operations : part->operations;
	part->requirements = requirements ? requirements : part->requirements;
	if (!operations || !requirements)
		return error_memory(err, "a process's part of the schedule");
	for (size_t i = 0; i < n; i++) {
		const struct goal_operation *op = &goal->operations[first->operation + i];

		operations[i] = (struct operation){
			.count = op->count, .peer = op->peer, .tag = op->tag, .first = op->first, .kind = op->kind, .from = BUFFER_RECEIVE, .to = BUFFER_RECEIVE, .cpu = op->cpu, .nic = op->nic,
		};
	}
	if (n_requirements > 0)
		memcpy(requirements, goal->requirements + first->requirement, n_requirements * sizeof(*requirements));
	part->n = n;
	part->n_requirements = n_requirements;
	return OK;
}

static void place(const void *self, int process, size_t operation, char *text, size_t room)
{
	const struct goal *goal = self;
	uint32_t line = goal->operations[goal->first[process].operation + operation].line;
	size_t length = strlen(goal->file), shown = length < PLACE_FILE ? length : PLACE_FILE;
	const char *dots = shown < length ? "..." : "", *file = goal->file + length - shown;

	if (line > 0)
		snprintf(text, room, "%s%s:%u", dots, file, (unsigned)line);
	else
		snprintf(text, room, "%s%s", dots, file);
}

struct schedule goal_schedule(const struct goal *goal)
{
	return (struct schedule){.processes = goal->processes, .build = build, .self = goal, .place = goal->file ? place : NULL};
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
