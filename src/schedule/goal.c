#include "schedule/goal.h"

#include "schedule/goal_programs.h"

#include <stdlib.h>
#include <string.h>

/* So many bytes of a file's name, the last ones, are told with an operation. */
#define PLACE_FILE 100

void goal_release(struct goal *goal)
{
	if (goal->reader) {
		goal_source_release(&goal->reader->source);
		labels_release(&goal->reader->labels);
		rank_program_release(&goal->reader->program);
	}
	free(goal->reader);
	free(goal->sections);
	*goal = (struct goal){0};
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct goal *goal = self;

	return goal->binary ? goal_binary_program(goal, process, program, err)
			    : goal_text_program(goal, process, program, err);
}

/* The line of an operation of a text, 0 if it is not known. */
static size_t line_of(const struct goal *goal, int process, size_t operation)
{
	struct goal_reader *reader = goal->reader;

	rank_program_clear(&reader->program);
	return goal_text_program(goal, process, &reader->program, NULL) == OK && operation < reader->labels.n
		       ? reader->labels.lines[operation]
		       : 0;
}

size_t goal_where(const struct goal *goal, int process, size_t operation, bool again, char label[GOAL_LABEL_ROOM])
{
	const struct labels *labels = &goal->reader->labels;

	label[0] = '\0';
	if (goal->binary)
		return 0;
	if (!again) {
		rank_program_clear(&goal->reader->program);
		if (goal_text_program(goal, process, &goal->reader->program, NULL) != OK)
			return 0;
	}
	if (operation >= labels->n)
		return 0;
	snprintf(label, GOAL_LABEL_ROOM, "%.*s",
		 labels->words[operation].length < GOAL_LABEL_ROOM ? (int)labels->words[operation].length
								   : GOAL_LABEL_ROOM - 1,
		 labels->words[operation].at);
	return labels->lines[operation];
}

static void place(const void *self, int process, size_t operation, char *text, size_t room)
{
	const struct goal *goal = self;
	const char *name = goal->reader->source.name;
	uint64_t at = goal->binary ? goal_binary_offset(goal, process, operation) : line_of(goal, process, operation);
	size_t length = strlen(name), shown = length < PLACE_FILE ? length : PLACE_FILE;
	const char *dots = shown < length ? "..." : "", *file = name + length - shown;

	if (at > 0)
		snprintf(text, room, "%s%s:%s%llu", dots, file, goal->binary ? " offset " : "", (unsigned long long)at);
	else
		snprintf(text, room, "%s%s", dots, file);
}

struct schedule goal_schedule(const struct goal *goal)
{
	return (struct schedule){.processes = goal->processes, .build = build, .self = goal, .place = place};
}

static enum status prepare(struct goal *goal, struct error *err)
{
	*goal = (struct goal){.reader = calloc(1, sizeof(*goal->reader))};
	return goal->reader ? OK : error_memory(err, "the reader of a GOAL file");
}

/* Nothing stays of a file that is wrong. */
static enum status keep(struct goal *goal, enum status status)
{
	if (status != OK)
		goal_release(goal);
	return status;
}

static enum status open_head(struct goal *goal, enum status status, struct error *err)
{
	if (status == OK)
		status = goal->binary ? goal_binary_open(goal, err) : goal_text_open(goal, err);
	return keep(goal, status);
}

/* Looks at all of it. */
static enum status check(struct goal *goal, enum status status, struct error *err)
{
	for (int p = 0; p < goal->processes && status == OK; p++) {
		rank_program_clear(&goal->reader->program);
		status = build(goal, p, &goal->reader->program, err);
	}
	return keep(goal, status);
}

enum status goal_parse_text(const char *text, size_t length, const char *name, struct goal *goal, struct error *err)
{
	enum status status = prepare(goal, err);

	if (status == OK)
		status = goal_source_memory(&goal->reader->source, name, text, length, err);
	return check(goal, open_head(goal, status, err), err);
}

enum status goal_parse_binary(const unsigned char *bytes, size_t length, const char *name, struct goal *goal,
			      struct error *err)
{
	enum status status = prepare(goal, err);

	goal->binary = true;
	if (status == OK)
		status = goal_source_memory(&goal->reader->source, name, bytes, length, err);
	return check(goal, open_head(goal, status, err), err);
}

enum status goal_open(const char *path, struct goal *goal, struct error *err)
{
	static const unsigned char magic[8] = {4223 & 255, 4223 >> 8};
	const unsigned char *bytes;
	size_t n;
	enum status status = prepare(goal, err);

	if (status == OK)
		status = goal_source_open(&goal->reader->source, path, err);
	if (status == OK)
		status = goal_source_some(&goal->reader->source, 0, &bytes, &n, err);
	if (status == OK)
		goal->binary = n >= sizeof(magic) && memcmp(bytes, magic, sizeof(magic)) == 0;
	return open_head(goal, status, err);
}

enum status goal_read(const char *path, struct goal *goal, struct error *err)
{
	return check(goal, goal_open(path, goal, err), err);
}
