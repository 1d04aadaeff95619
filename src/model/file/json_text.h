#ifndef SONDE_MODEL_FILE_JSON_TEXT_H
#define SONDE_MODEL_FILE_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A JSON text that grows: indented as people read it, arrays wrapped at 100 columns rather than one element a line.
 * Zero-initialise it; the text is allocated and belongs to the caller. Once failed (memory), further additions do
 * nothing. All functions are Local; key is NULL for the outermost object.
 */
struct json_text {
	char *text;
	size_t length, capacity;
	size_t line_start; /* where in the text the current line starts */
	size_t depth;
	bool filled; /* the object that is open has a member */
	bool failed;
};

void json_text_open(struct json_text *out, const char *key);
void json_text_close(struct json_text *out);

/* A member of the open object. Numbers are written as short as reads back exactly; one that is not finite becomes null.
 * Bytes that are not UTF-8 become '?'. */
void json_text_string(struct json_text *out, const char *key, const char *value);
void json_text_number(struct json_text *out, const char *key, double value);
void json_text_strings(struct json_text *out, const char *key, char *const *values, size_t n);
void json_text_numbers(struct json_text *out, const char *key, const double *values, size_t n);

#endif
