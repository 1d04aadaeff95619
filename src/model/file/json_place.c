#include "model/file/json_place.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct cursor {
	const char *at;
	size_t line;
};

static void skip_space(struct cursor *cursor)
{
	while (*cursor->at != '\0' && strchr(" \t\r\n", *cursor->at) != NULL) {
		if (*cursor->at == '\n')
			cursor->line++;
		cursor->at++;
	}
}

/* A string holds no line break: JSON wants them escaped. */
static void skip_string(struct cursor *cursor)
{
	cursor->at++;
	while (*cursor->at != '\0' && *cursor->at != '"') {
		if (*cursor->at == '\\' && cursor->at[1] != '\0')
			cursor->at++;
		cursor->at++;
	}
	if (*cursor->at == '"')
		cursor->at++;
}

static void skip_scalar(struct cursor *cursor)
{
	cursor->at += strcspn(cursor->at, ",:]} \t\r\n");
}

/* Counts brackets rather than recursing: the text may be nested deeply. */
static void skip_value(struct cursor *cursor)
{
	size_t open = 0;
	do {
		skip_space(cursor);
		switch (*cursor->at) {
		case '\0':
			return;
		case '"':
			skip_string(cursor);
			break;
		case '{':
		case '[':
			open++;
			cursor->at++;
			break;
		case '}':
		case ']':
			open--;
			cursor->at++;
			break;
		case ',':
		case ':':
			cursor->at++;
			break;
		default:
			skip_scalar(cursor);
		}
	} while (open > 0);
}

/* Goes past what stands between two members: true if there is another. */
static bool next_member(struct cursor *cursor)
{
	skip_space(cursor);
	if (*cursor->at == ',')
		cursor->at++;
	skip_space(cursor);
	return *cursor->at != '\0' && *cursor->at != '}' && *cursor->at != ']';
}

/* Whether the string token is the key, escapes undone. */
static bool token_is(const char *token, size_t length, const char *key)
{
	json_t *string = json_loadb(token, length, JSON_DECODE_ANY, NULL);
	bool same = string && strcmp(json_string_value(string), key) == 0;
	json_decref(string);
	return same;
}

/* From an object to the value of the key. *line is set, and true returned, if it is there. */
static bool enter_key(struct cursor *cursor, const char *key, size_t *line)
{
	if (*cursor->at != '{')
		return false;
	cursor->at++;
	while (next_member(cursor)) {
		const char *token = cursor->at;
		skip_string(cursor);
		bool found = token_is(token, (size_t)(cursor->at - token), key);
		size_t key_line = cursor->line;
		skip_space(cursor);
		if (*cursor->at == ':')
			cursor->at++;
		skip_space(cursor);
		if (found) {
			*line = key_line;
			return true;
		}
		skip_value(cursor);
	}
	return false;
}

static bool enter_index(struct cursor *cursor, size_t index, size_t *line)
{
	if (*cursor->at != '[')
		return false;
	cursor->at++;
	for (size_t i = 0; next_member(cursor); i++) {
		if (i == index) {
			*line = cursor->line;
			return true;
		}
		skip_value(cursor);
	}
	return false;
}

size_t json_line(const char *text, const struct json_step *steps, size_t n)
{
	struct cursor cursor = {text, 1};
	skip_space(&cursor);
	size_t line = cursor.line;
	for (size_t i = 0; i < n; i++) {
		bool found = steps[i].key ? enter_key(&cursor, steps[i].key, &line)
					  : enter_index(&cursor, steps[i].index, &line);
		if (!found)
			break;
	}
	return line;
}

static void place_down(struct json_place *place, struct json_step step)
{
	assert(place->depth < JSON_STEPS_MAX);
	place->steps[place->depth++] = step;
}

void json_place_key(struct json_place *place, const char *key)
{
	place_down(place, (struct json_step){.key = key});
}

void json_place_index(struct json_place *place, size_t index)
{
	place_down(place, (struct json_step){.index = index});
}

void json_place_up(struct json_place *place)
{
	assert(place->depth > 0);
	place->depth--;
}

static void path_text(const struct json_place *place, char *text, size_t room)
{
	size_t length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < place->depth && length < room; i++) {
		const struct json_step *step = &place->steps[i];
		int more = step->key != NULL
				   ? snprintf(text + length, room - length, "%s%s", i == 0 ? "" : ".", step->key)
				   : snprintf(text + length, room - length, "[%zu]", step->index);
		length += more > 0 ? (size_t)more : 0;
	}
}

static enum status refuse(const struct json_place *place, const char *format, va_list arguments)
{
	char path[256];
	char what[ERROR_TEXT_MAX / 2];
	path_text(place, path, sizeof(path));
	vsnprintf(what, sizeof(what), format, arguments);
	size_t line = json_line(place->text, place->steps, place->depth);
	error_set(place->err, ERR_INPUT, "%s:%zu: %s%s%s", place->name, line, path, path[0] == '\0' ? "" : ": ", what);
	return ERR_INPUT;
}

enum status json_refuse(const struct json_place *place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	enum status status = refuse(place, format, arguments);
	va_end(arguments);
	return status;
}

enum status json_refuse_key(struct json_place *place, const char *key, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	json_place_key(place, key);
	enum status status = refuse(place, format, arguments);
	json_place_up(place);
	va_end(arguments);
	return status;
}
