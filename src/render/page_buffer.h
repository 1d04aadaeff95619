#ifndef SONDE_RENDER_PAGE_BUFFER_H
#define SONDE_RENDER_PAGE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text. Zero-initialise it; text is NULL until something is added. Once memory did not suffice, failed is set
 * and nothing more is added. */
struct buffer {
	char *text;
	size_t length, capacity;
	bool failed;
};

/* Local, as are all of these; a text may be NULL, which adds nothing. */
void buffer_release(struct buffer *buffer);
void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_part(struct buffer *buffer, const char *text, size_t length);
void buffer_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds the text as HTML and XML hold it, in an element or in a quoted attribute; control characters become spaces. */
void buffer_escape(struct buffer *buffer, const char *text);

#endif
