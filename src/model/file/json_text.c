#include "model/file/json_text.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define COLUMNS 100
#define NUMBER_TEXT 40

static void add(struct json_text *out, const char *more)
{
	size_t n = strlen(more);
	if (out->failed)
		return;
	char *text = memory_grow(out->text, &out->capacity, out->length + n + 1, 1);
	if (!text) {
		out->failed = true;
		return;
	}
	out->text = text;
	memcpy(text + out->length, more, n + 1);
	out->length += n;
}

static void new_line(struct json_text *out, size_t depth)
{
	add(out, "\n");
	out->line_start = out->length;
	for (size_t i = 0; i < depth; i++)
		add(out, "  ");
}

/* The value as a JSON string, quotes and escapes included; the caller frees it. NULL if memory does not suffice. */
static char *quoted(const char *value)
{
	char *clean = memory_text(value);
	if (!clean)
		return NULL;
	json_t *string = json_string(clean);
	if (!string) {
		for (char *c = clean; *c != '\0'; c++)
			if ((unsigned char)*c >= 0x80)
				*c = '?';
		string = json_string(clean);
	}
	free(clean);
	char *text = !string ? NULL : json_dumps(string, JSON_ENCODE_ANY);
	json_decref(string);
	return text;
}

static void add_string(struct json_text *out, const char *value)
{
	char *text = quoted(value);
	if (!text)
		out->failed = true;
	else
		add(out, text);
	free(text);
}

/* Doubles hold every whole number up to 2^53, which is above 1e15. */
static const char *number_text(double value, char *text)
{
	if (!isfinite(value)) {
		snprintf(text, NUMBER_TEXT, "null");
	} else if (value == 0 && signbit(value)) {
		snprintf(text, NUMBER_TEXT, "-0.0");
	} else if (value == floor(value) && fabs(value) < 1e15) {
		snprintf(text, NUMBER_TEXT, "%.0f", value);
	} else {
		for (int digits = 15; digits <= 17; digits++) {
			snprintf(text, NUMBER_TEXT, "%.*g", digits, value);
			if (strtod(text, NULL) == value)
				break;
		}
	}
	return text;
}

static void add_key(struct json_text *out, const char *key)
{
	if (!key)
		return;
	if (out->filled)
		add(out, ",");
	new_line(out, out->depth);
	add_string(out, key);
	add(out, ": ");
	out->filled = true;
}

void json_text_open(struct json_text *out, const char *key)
{
	add_key(out, key);
	add(out, "{");
	out->depth++;
	out->filled = false;
}

void json_text_close(struct json_text *out)
{
	out->depth--;
	if (out->filled)
		new_line(out, out->depth);
	add(out, out->depth == 0 ? "}\n" : "}");
	out->filled = true;
}

void json_text_string(struct json_text *out, const char *key, const char *value)
{
	add_key(out, key);
	add_string(out, value);
}

void json_text_number(struct json_text *out, const char *key, double value)
{
	char text[NUMBER_TEXT];
	add_key(out, key);
	add(out, number_text(value, text));
}

/* The comma before element i and, if it would end beyond the last column, a new line. */
static void next_element(struct json_text *out, size_t i, size_t width)
{
	if (i == 0)
		return;
	add(out, ",");
	if (out->length - out->line_start + width + 2 > COLUMNS)
		new_line(out, out->depth + 1);
	else
		add(out, " ");
}

void json_text_strings(struct json_text *out, const char *key, char *const *values, size_t n)
{
	add_key(out, key);
	add(out, "[");
	for (size_t i = 0; i < n; i++) {
		next_element(out, i, strlen(values[i]) + 2);
		add_string(out, values[i]);
	}
	add(out, "]");
}

void json_text_numbers(struct json_text *out, const char *key, const double *values, size_t n)
{
	char text[NUMBER_TEXT];
	add_key(out, key);
	add(out, "[");
	for (size_t i = 0; i < n; i++) {
		number_text(values[i], text);
		next_element(out, i, strlen(text));
		add(out, text);
	}
	add(out, "]");
}
