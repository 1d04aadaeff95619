#include "replay/scales.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

/* The length of a line without a comment, and without blanks at its end. */
static size_t length_of(const char *line)
{
	size_t all = strcspn(line, "\n"), length = 0;

	while (length < all && !(line[length] == '#' && (length == 0 || strchr(BLANKS, line[length - 1]))))
		length++;
	while (length > 0 && strchr(BLANKS, line[length - 1]))
		length--;
	return length;
}

/* Reads "4", "4-7", "4-" or "any", behind which a comma or a blank stands. NULL: it is none of these. */
static const char *range_of(const char *text, uint64_t range[2])
{
	const char *behind = text_after(text, "any"), *last;
	size_t number = 0;

	range[0] = 0;
	range[1] = UINT64_MAX;
	if (behind)
		return behind;
	behind = text_whole(text, &number);
	range[0] = range[1] = number;
	if (!behind || *behind != '-')
		return behind;
	last = text_whole(behind + 1, &number);
	range[1] = last ? number : UINT64_MAX;
	return range[0] <= range[1] ? (last ? last : behind + 1) : NULL;
}

static enum status add(struct computation_scales *scales, const struct computation_scale *row, const char *region,
		       size_t length, struct error *err)
{
	struct computation_scale *grown = memory_grow(scales->list, &scales->capacity, scales->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "scales of computation");
	scales->list = grown;
	grown[scales->n] = *row;
	grown[scales->n].region = length > 0 ? strndup(region, length) : NULL;
	if (length > 0 && !grown[scales->n].region)
		return error_memory(err, "scales of computation");
	scales->n++;
	return OK;
}

/* What stands behind the processes of a row: its factor, and the region that is left of the line. */
static const char *factor_of(const char *text, double *factor)
{
	const char *behind = text_number(text + strspn(text, BLANKS), factor);

	if (!behind || !(*factor >= 0) || !strchr(BLANKS "\n", *behind))
		return NULL;
	return behind + strspn(behind, BLANKS);
}

/* A line that has something: a row for each part of its processes. */
static enum status read_row(struct computation_scales *scales, const char *line, size_t length, size_t number,
			    struct error *err)
{
	const char *end = line + length, *text = line, *region = NULL;
	struct computation_scale row = {.line = number};
	size_t list = strcspn(line, BLANKS "\n");
	enum status status = OK;

	if (list < length)
		region = factor_of(line + list, &row.factor);
	if (!region)
		return error_set(err, ERR_INPUT, "PROCESSES FACTOR [REGION] is expected, as \"0-3 0.5 solve\"");
	while (status == OK) {
		text = range_of(text, row.processes);
		if (!text || (*text != ',' && text != line + list))
			return error_set(err, ERR_INPUT,
					 "\"%.*s\": processes are ranks and ranges, as 0, 4-7, 4- or any, with commas "
					 "between them",
					 (int)list, line);
		status = add(scales, &row, region, region < end ? (size_t)(end - region) : 0, err);
		if (text++ == line + list)
			break;
	}
	return status;
}

enum status scales_read(struct computation_scales *scales, const char *text, struct error *err)
{
	for (size_t number = 1; *text; number++) {
		size_t all = strcspn(text, "\n"), blanks = strspn(text, BLANKS), length = length_of(text);
		struct error why = {0};
		enum status status = OK;

		if (blanks < length)
			status = read_row(scales, text + blanks, length - blanks, number, &why);
		if (status != OK)
			return error_set(err, status, "line %zu: %s", number, why.text);
		text += all + (text[all] == '\n');
	}
	return OK;
}

bool scales_holds(const struct computation_scale *row, int process, const char *region)
{
	if ((uint64_t)process < row->processes[0] || (uint64_t)process > row->processes[1])
		return false;
	return !row->region || (region && strcmp(row->region, region) == 0);
}

void scales_release(struct computation_scales *scales)
{
	for (size_t i = 0; i < scales->n; i++)
		free(scales->list[i].region);
	free(scales->list);
	*scales = (struct computation_scales){.n = 0};
}
