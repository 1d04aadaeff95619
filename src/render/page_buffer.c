#include "render/page_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void buffer_release(struct buffer *buffer)
{
	free(buffer->text);
	*buffer = (struct buffer){0};
}

/* Makes room for length more characters and the NUL. */
static bool reserved(struct buffer *buffer, size_t length)
{
	char *grown;

	if (buffer->failed)
		return false;
	grown = memory_grow(buffer->text, &buffer->capacity, buffer->length + length + 1, 1);
	if (!grown)
		buffer->failed = true;
	else
		buffer->text = grown;
	return grown != NULL;
}

void buffer_add_part(struct buffer *buffer, const char *text, size_t length)
{
	if (!text || !reserved(buffer, length))
		return;
	memcpy(buffer->text + buffer->length, text, length);
	buffer->length += length;
	buffer->text[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text)
{
	if (text)
		buffer_add_part(buffer, text, strlen(text));
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length < 0)
		buffer->failed = true;
	else if (reserved(buffer, (size_t)length)) {
		vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
		buffer->length += (size_t)length;
	}
	va_end(again);
	va_end(args);
}

static const char *entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return (unsigned char)c < 0x20 || c == 0x7f ? " " : NULL;
	}
}

void buffer_escape(struct buffer *buffer, const char *text)
{
	const char *from = text;

	if (!text)
		return;
	for (; *text; text++) {
		const char *replacement = entity(*text);

		if (!replacement)
			continue;
		buffer_add_part(buffer, from, (size_t)(text - from));
		buffer_add(buffer, replacement);
		from = text + 1;
	}
	buffer_add(buffer, from);
}
