#ifndef SONDE_RENDER_PAGE_TABLE_H
#define SONDE_RENDER_PAGE_TABLE_H

#include "base/table.h"
#include "render/page_buffer.h"

/* Adds the table as HTML, numbers as render_cell writes them, with its summaries below. A long one is folded up until
 * the reader opens it. Local. */
void page_table_add(struct buffer *html, const struct table *table);

/* Adds what a figure is drawn of, folded up: for readers who have no pointer, or want a number. Local. */
void page_table_values(struct buffer *html, const struct table *table);

#endif
