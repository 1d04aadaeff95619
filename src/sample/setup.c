#include "sample/setup.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char *const operation_names[] = {"send", "ssend",    "isend", "persistent", "sendrecv",
				       "put",  "put-lock", "get",   "get-lock",   NULL};
const char *const background_names[] = {"idle", "busy", "neighbours", "far", "permutation", "parallel", NULL};
const char *const timing_names[] = {"global", "root", "max", "acknowledged", NULL};
const char *const timing_universal_names[] = {"global", "root", "max", NULL};
const char *const members_names[] = {"all", "node", "roots", NULL};
const char *const side_names[] = {"sender", "receiver", NULL};
const char *const layout_names[] = {"contiguous", "vector", "indexed", "subarray", NULL};
static const char *const flag_names[] = {"0", "1", NULL};

/* A part of a setup: where it is and how it is written. A choice is an int-sized enum, written by its name. */
struct field {
	const char *key;
	enum {
		FIELD_CHOICE,
		FIELD_FLAG,
		FIELD_LAYOUT,
		FIELD_NAME,
		FIELD_LIST,
		FIELD_ARRIVAL,
		FIELD_SIZE,
		FIELD_SECONDS
	} type;
	size_t offset;
	const char *const *names;
};

#define AT(member) offsetof(struct setup, member)

static const struct field fields[] = {
	{"operation", FIELD_CHOICE, AT(operation), operation_names},
	{"company", FIELD_CHOICE, AT(background), background_names},
	{"layout.sender", FIELD_LAYOUT, AT(layout[0]), layout_names},
	{"layout.receiver", FIELD_LAYOUT, AT(layout[1]), layout_names},
	{"cold.sender", FIELD_FLAG, AT(cold[0]), flag_names},
	{"cold.receiver", FIELD_FLAG, AT(cold[1]), flag_names},
	{"collective", FIELD_NAME, AT(collective), NULL},
	{"algorithm", FIELD_NAME, AT(algorithm), NULL},
	{"forced", FIELD_NAME, AT(forced), NULL},
	{"members", FIELD_CHOICE, AT(members), members_names},
	{"segment", FIELD_SIZE, AT(segment), NULL},
	{"fanout", FIELD_SIZE, AT(fanout), NULL},
	{"order", FIELD_LIST, AT(order), NULL},
	{"groups", FIELD_LIST, AT(groups), NULL},
	{"arrival", FIELD_ARRIVAL, AT(arrival), NULL},
	{"timing", FIELD_CHOICE, AT(timing), timing_names},
	{"side", FIELD_CHOICE, AT(side), side_names},
	{"third", FIELD_SIZE, AT(third), NULL},
	{"compute", FIELD_SECONDS, AT(compute), NULL},
};

enum { FIELDS = sizeof(fields) / sizeof(fields[0]), VALUE_MOST = SETUP_ARRIVAL_MOST + 16 };

bool operation_has_window(enum mpi_operation operation)
{
	return operation >= OPERATION_PUT_FENCE && operation <= OPERATION_GET_LOCK;
}

/* The value as text; empty if it is the plain one. */
static void format_value(const struct field *field, const struct setup *setup, char *text)
{
	const void *at = (const char *)setup + field->offset;
	const struct layout *layout = at;

	text[0] = '\0';
	if (field->type == FIELD_CHOICE && *(const unsigned *)at)
		snprintf(text, VALUE_MOST, "%s", field->names[*(const unsigned *)at]);
	else if (field->type == FIELD_FLAG && *(const bool *)at)
		snprintf(text, VALUE_MOST, "1");
	else if (field->type == FIELD_LAYOUT && layout->kind)
		snprintf(text, VALUE_MOST, "%s:%zu:%zu", field->names[layout->kind], layout->block, layout->stride);
	else if (field->type == FIELD_NAME || field->type == FIELD_LIST || field->type == FIELD_ARRIVAL)
		snprintf(text, VALUE_MOST, "%s", (const char *)at);
	else if (field->type == FIELD_SIZE && *(const size_t *)at)
		snprintf(text, VALUE_MOST, "%zu", *(const size_t *)at);
	else if (field->type == FIELD_SECONDS && *(const double *)at != 0)
		snprintf(text, VALUE_MOST, "%.17g", *(const double *)at);
}

const char *setup_format(const struct setup *setup, char *text)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < FIELDS; i++) {
		char value[VALUE_MOST];

		format_value(&fields[i], setup, value);
		if (value[0])
			used += (size_t)snprintf(text + used, SETUP_TEXT_MOST - used, "%s%s=%s", used ? " " : "",
						 fields[i].key, value);
	}
	return text;
}

const char *setup_algorithm(const struct setup *setup, char *name)
{
	if (setup->algorithm[0])
		snprintf(name, SETUP_ALGORITHM_MOST, "%s", setup->algorithm);
	else
		snprintf(name, SETUP_ALGORITHM_MOST, "native%s%s", setup->forced[0] ? ":" : "", setup->forced);
	return name;
}

size_t layout_offset(const struct layout *layout, size_t i)
{
	return layout->kind == LAYOUT_CONTIGUOUS
		       ? i
		       : i / layout->block * layout->block * layout->stride + i % layout->block;
}

size_t layout_span(const struct layout *layout, size_t bytes)
{
	size_t before = 0; /* bytes in the blocks before the last one */

	if (bytes > 0 && layout->kind != LAYOUT_CONTIGUOUS)
		before = (bytes - 1) / layout->block * layout->block;
	if (before > 0 && layout->stride > (SIZE_MAX - (bytes - before)) / before)
		return SIZE_MAX;
	return bytes > 0 ? layout_offset(layout, bytes - 1) + 1 : 0;
}

static bool same_layout(const struct layout *a, const struct layout *b)
{
	return a->kind == b->kind && a->block == b->block && a->stride == b->stride;
}

/* Most are empty, and points are compared very often. */
static bool same_text(const char *a, const char *b)
{
	return a[0] == b[0] && (a[0] == '\0' || strcmp(a, b) == 0);
}

enum status setup_timing_check(const struct setup *setup, size_t count, struct error *err)
{
	if (setup->timing != TIMING_ACKNOWLEDGED)
		return OK;
	if (strcmp(setup->collective, "bcast") != 0)
		return error_set(err, ERR_INPUT,
				 "acknowledged timing tells when each receiver of a bcast is done; for %s there are "
				 "global, max and root timing",
				 setup->collective);
	if (setup->members != MEMBERS_ALL)
		return error_set(err, ERR_INPUT, "acknowledged timing is of a bcast of all processes");
	if (count > 1)
		return error_set(err, ERR_INPUT,
				 "acknowledged timing is of a bcast by itself; global, max and root timing are of "
				 "several in a row, too");
	return *setup->arrival ? error_set(err, ERR_INPUT,
					   "acknowledged timing has no beginning from which processes could be late; "
					   "global, max and root timing have one")
			       : OK;
}

bool setup_same(const struct setup *a, const struct setup *b)
{
	return a->operation == b->operation && a->background == b->background &&
	       same_layout(&a->layout[0], &b->layout[0]) && same_layout(&a->layout[1], &b->layout[1]) &&
	       a->cold[0] == b->cold[0] && a->cold[1] == b->cold[1] && a->timing == b->timing &&
	       a->members == b->members && a->segment == b->segment && a->fanout == b->fanout && a->side == b->side &&
	       a->third == b->third && a->compute == b->compute && same_text(a->collective, b->collective) &&
	       same_text(a->algorithm, b->algorithm) && same_text(a->forced, b->forced) &&
	       same_text(a->order, b->order) && same_text(a->groups, b->groups) && same_text(a->arrival, b->arrival);
}

/* The index of the first length bytes of text among the names; -1 if they are none. */
static int find_name(const char *const *names, const char *text, size_t length)
{
	for (int i = 0; names[i]; i++)
		if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0)
			return i;
	return -1;
}

/* "vector:8:2": contiguous data have no blocks, and are not written. */
static bool parse_layout(const struct field *field, const char *text, struct layout *layout)
{
	const char *colon = strchr(text, ':');
	int kind = colon ? find_name(field->names, text, (size_t)(colon - text)) : -1;
	const char *rest = text_whole(text_after(colon, ":"), &layout->block);

	rest = text_whole(text_after(rest, ":"), &layout->stride);
	if (kind <= LAYOUT_CONTIGUOUS || !rest || *rest || layout->block == 0 || layout->stride == 0)
		return false;
	layout->kind = (enum layout_kind)kind;
	return true;
}

/* Seconds: not negative. */
static bool parse_seconds(const char *text, double *seconds)
{
	const char *rest = text_number(text, seconds);

	return rest && *rest == '\0' && *seconds >= 0;
}

static bool parse_whole(const char *text, size_t *whole)
{
	const char *rest = text_whole(text, whole);

	return rest && *rest == '\0';
}

static bool parse_value(const struct field *field, const char *text, struct setup *setup)
{
	void *at = (char *)setup + field->offset;
	int choice = field->type == FIELD_CHOICE || field->type == FIELD_FLAG
			     ? find_name(field->names, text, strlen(text))
			     : 0;

	switch (field->type) {
	case FIELD_CHOICE:
		*(unsigned *)at = (unsigned)choice;
		return choice >= 0;
	case FIELD_FLAG:
		*(bool *)at = choice == 1;
		return choice >= 0;
	case FIELD_LAYOUT:
		return parse_layout(field, text, at);
	case FIELD_NAME:
		snprintf(at, SETUP_NAME_MOST, "%s", text);
		return strlen(text) < SETUP_NAME_MOST;
	case FIELD_LIST:
		snprintf(at, SETUP_LIST_MOST, "%s", text);
		return strlen(text) < SETUP_LIST_MOST;
	case FIELD_ARRIVAL:
		snprintf(at, SETUP_ARRIVAL_MOST, "%s", text);
		return strlen(text) < SETUP_ARRIVAL_MOST;
	case FIELD_SIZE:
		return parse_whole(text, at);
	case FIELD_SECONDS:
		return parse_seconds(text, at);
	}
	return false;
}

/* One key=value. */
static bool parse_part(const char *part, struct setup *setup)
{
	for (size_t i = 0; i < FIELDS; i++) {
		size_t length = strlen(fields[i].key);

		if (strncmp(part, fields[i].key, length) == 0 && part[length] == '=')
			return parse_value(&fields[i], part + length + 1, setup);
	}
	return false;
}

enum status setup_parse(const char *text, struct setup *setup, struct error *err)
{
	*setup = (struct setup){0};
	while (*text) {
		size_t length = strcspn(text, " ");
		char part[VALUE_MOST];

		snprintf(part, sizeof(part), "%.*s", (int)length, text);
		if (length >= sizeof(part) || !parse_part(part, setup))
			return error_set(err, ERR_INPUT,
					 "\"%.*s\" is no part of an experiment's setup that this sonde knows",
					 (int)length, text);
		text += length + (text[length] == ' ');
	}
	return OK;
}
