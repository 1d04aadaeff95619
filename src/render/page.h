#ifndef SONDE_RENDER_PAGE_H
#define SONDE_RENDER_PAGE_H

#include <stddef.h>

#include "base/error.h"
#include "base/table.h"
#include "render/plot.h"

/* A self-contained HTML page: text, tables and plots, no network. */
struct page;

/*
 * NULL if memory does not suffice; page_free frees it (NULL is allowed). Additions never fail by themselves: page_write
 * reports the first failure. They take what they need: texts, tables and plots may be freed afterwards. All text is
 * escaped. Local, as are all of these.
 */
struct page *page_new(const char *title, const char *subtitle);
void page_free(struct page *page);
void page_section(struct page *page, const char *heading);
void page_paragraph(struct page *page, const char *text);
void page_warning(struct page *page, const char *text); /* set off from the text */
void page_table(struct page *page, const struct table *table);
/* A plot with what it shows (caption) and how it is read (reading, or NULL); its values stand below it, folded up. */
void page_plot(struct page *page, const struct plot *plot, const char *caption, const char *reading);
/* A drawing that is there as an SVG document with a viewBox, such as render/picture.h's; texts as of page_plot. */
void page_picture(struct page *page, const char *svg, const char *title, const char *caption, const char *reading);
/* Key figures at the top: a few large numbers with what they are. */
void page_figure(struct page *page, const char *value, const char *label);

/* Writes the page to path by way of a new file beside it that then replaces it; a pipe or a device is written to.
 * ERR_IO, ERR_MEMORY, or what plot_svg said. */
enum status page_write(struct page *page, const char *path, struct error *err);

#endif
