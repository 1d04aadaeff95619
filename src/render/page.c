#include "render/page.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "render/page_buffer.h"
#include "render/page_style.h"
#include "render/page_table.h"
#include "render/plot_values.h"

/* Every plot is drawn twice, so that its text is legible on a phone too: shrinking one drawing would shrink that. */
#define WIDE 1020
#define WIDE_HEIGHT 460
#define NARROW 380
#define NARROW_HEIGHT 320
#define NARROW_NAME 17 /* a line of the key, of which there may be one for each curve */

struct page {
	char *title, *subtitle;
	struct buffer body, contents, figures;
	struct buffer mouse; /* gnuplot's script, once for all plots */
	size_t n_sections, n_plots;
	struct error failure; /* the first */
};

struct page *page_new(const char *title, const char *subtitle)
{
	struct page *page = calloc(1, sizeof(*page));

	if (!page)
		return NULL;
	page->title = memory_text(title ? title : "");
	page->subtitle = memory_text(subtitle ? subtitle : "");
	if (page->title && page->subtitle)
		return page;
	page_free(page);
	return NULL;
}

void page_free(struct page *page)
{
	if (!page)
		return;
	free(page->title);
	free(page->subtitle);
	buffer_release(&page->body);
	buffer_release(&page->contents);
	buffer_release(&page->figures);
	buffer_release(&page->mouse);
	free(page);
}

static void add_element(struct buffer *html, const char *begin, const char *text, const char *end)
{
	buffer_add(html, begin);
	buffer_escape(html, text);
	buffer_add(html, end);
}

void page_section(struct page *page, const char *heading)
{
	if (page->n_sections++ > 0)
		buffer_add(&page->body, "</section>\n");
	buffer_format(&page->body, "<section aria-labelledby=\"section-%zu\">\n<h2 id=\"section-%zu\">",
		      page->n_sections, page->n_sections);
	add_element(&page->body, "", heading, "</h2>\n");
	buffer_format(&page->contents, "<li><a href=\"#section-%zu\">", page->n_sections);
	add_element(&page->contents, "", heading, "</a></li>\n");
}

void page_paragraph(struct page *page, const char *text)
{
	add_element(&page->body, "<p>", text, "</p>\n");
}

void page_warning(struct page *page, const char *text)
{
	add_element(&page->body, "<p class=\"warning\" role=\"note\"><b>Warning:</b> ", text, "</p>\n");
}

void page_figure(struct page *page, const char *value, const char *label)
{
	add_element(&page->figures, "<li><b>", value, "</b>");
	add_element(&page->figures, " <span>", label, "</span></li>\n");
}

void page_table(struct page *page, const struct table *table)
{
	if (!table_status(table, &page->failure))
		page_table_add(&page->body, table);
}

/* Moves the first script of the drawing, gnuplot's own, to the page; an empty one stays, as gnuplot's script counts on
 * it. Returns what follows. */
static const char *add_up_to_script(struct page *page, const char *svg)
{
	static const char begin[] = "<![CDATA[", end[] = "]]>";
	const char *script = strstr(svg, "<script"), *close = script ? strstr(script, "</script>") : NULL, *from, *to;

	if (!close || !strstr(svg, "new gnuplot_svg("))
		return svg;
	from = strstr(script, begin);
	to = from ? strstr(from, end) : NULL;
	if (!to || to > close)
		return svg;
	if (page->mouse.length == 0)
		buffer_add_part(&page->mouse, from + strlen(begin), (size_t)(to - from) - strlen(begin));
	buffer_add_part(&page->body, svg, (size_t)(script - svg));
	buffer_add(&page->body, "<script>");
	return close;
}

/* Draws the plot in one width. Its title is in the caption, where it can wrap. */
static void add_drawing(struct page *page, const struct plot *plot, const char *name, size_t width, size_t height)
{
	struct plot bare = *plot;
	const char *inside;
	char *svg;

	bare.title = NULL;
	bare.width = width;
	bare.height = height;
	svg = plot_svg(&bare, &page->failure);
	if (!svg)
		return;
	inside = strstr(svg, "<svg");
	inside = inside ? strchr(inside, '>') : NULL;
	if (inside) {
		buffer_format(
			&page->body,
			"<div class=\"%s\"><svg viewBox=\"0 0 %zu %zu\" role=\"img\" aria-labelledby=\"plot-%zu\"",
			name, width, height, page->n_plots);
		buffer_add(&page->body, add_up_to_script(page, inside));
		buffer_add(&page->body, "</div>\n");
	} else {
		error_set(&page->failure, ERR_PLATFORM, "gnuplot drew a plot that is no SVG");
	}
	free(svg);
}

static void add_caption(struct page *page, const char *title, const char *caption, const char *reading)
{
	buffer_format(&page->body, "<figcaption id=\"plot-%zu\">", page->n_plots);
	add_element(&page->body, "<b>", title, "</b>");
	add_element(&page->body, " <span>", caption, "</span>");
	if (reading && *reading)
		add_element(&page->body, " <span class=\"reading\"><i>How to read it:</i> ", reading, "</span>");
	buffer_add(&page->body, "</figcaption>\n");
}

void page_plot(struct page *page, const struct plot *plot, const char *caption, const char *reading)
{
	struct table *values = plot_values(plot);

	if (values)
		table_status(values, &page->failure);
	else
		error_memory(&page->failure, "the values of a plot");
	if (page->failure.status) {
		table_free(values);
		return;
	}
	page->n_plots++;
	buffer_format(&page->body, "<figure class=\"card plot\" data-x=\"%s\" data-y=\"%s\">\n",
		      plot->x_bytes ? "bytes" : "", plot->y_seconds ? "µs" : "");
	add_caption(page, plot->title ? plot->title : "", caption, reading);
	add_drawing(page, plot, "wide", WIDE, WIDE_HEIGHT);
	add_drawing(page, plot, "narrow", NARROW, NARROW_HEIGHT + NARROW_NAME * plot->n_series);
	if (values->n_rows > 0)
		page_table_values(&page->body, values);
	table_free(values);
	buffer_add(&page->body, "</figure>\n");
}

void page_picture(struct page *page, const char *svg, const char *title, const char *caption, const char *reading)
{
	const char *inside = svg ? strstr(svg, "<svg") : NULL;

	if (page->failure.status || !inside)
		return;
	page->n_plots++;
	buffer_add(&page->body, "<figure class=\"card plot\">\n");
	add_caption(page, title, caption, reading);
	buffer_format(&page->body,
		      "<div class=\"scroll picture\" tabindex=\"0\" role=\"region\" aria-labelledby=\"plot-%zu\">\n"
		      "<svg role=\"img\" aria-labelledby=\"plot-%zu\"",
		      page->n_plots, page->n_plots);
	buffer_add(&page->body, inside + strlen("<svg"));
	buffer_add(&page->body, "</div>\n</figure>\n");
}

static void add_lines(struct buffer *html, const char *begin, const char *const *lines, const char *end)
{
	buffer_add(html, begin);
	for (; *lines; lines++) {
		buffer_add(html, *lines);
		buffer_add(html, "\n");
	}
	buffer_add(html, end);
}

static void add_head(struct buffer *html, const struct page *page)
{
	buffer_add(html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			 "<meta http-equiv=\"Content-Security-Policy\" "
			 "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src "
			 "data:\">\n");
	add_element(html, "<title>", page->title, "</title>\n");
	add_lines(html, "<style>\n", page_style, "</style>\n");
	if (page->mouse.length > 0) {
		buffer_add(html, "<script>\n");
		buffer_add_part(html, page->mouse.text, page->mouse.length);
		buffer_add(html, "</script>\n");
	}
	buffer_add(html, "</head>\n");
}

/* The whole document, from the parts that were collected. */
static void add_document(struct buffer *html, const struct page *page)
{
	add_head(html, page);
	add_element(html,
		    "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<div "
		    "class=\"page\">\n<header>\n<h1>",
		    page->title, "</h1>\n");
	if (*page->subtitle)
		add_element(html, "<p class=\"subtitle\">", page->subtitle, "</p>\n");
	if (page->figures.length > 0) {
		buffer_add(html, "<ul class=\"figures\">\n");
		buffer_add(html, page->figures.text);
		buffer_add(html, "</ul>\n");
	}
	buffer_add(html, "</header>\n");
	if (page->n_sections > 1) {
		buffer_add(html, "<nav aria-label=\"Contents\"><ol>\n");
		buffer_add(html, page->contents.text);
		buffer_add(html, "</ol></nav>\n");
	}
	buffer_add(html, "<main id=\"content\" tabindex=\"-1\">\n");
	buffer_add_part(html, page->body.text, page->body.length);
	buffer_add(html, page->n_sections > 0 ? "</section>\n</main>\n</div>\n" : "</main>\n</div>\n");
	add_lines(html, "<script>\n", page_script, "</script>\n</body>\n</html>\n");
}

enum status page_write(struct page *page, const char *path, struct error *err)
{
	struct buffer html = {0};
	enum status status;

	if (page->failure.status)
		return error_set(err, page->failure.status, "%s", page->failure.text);
	add_document(&html, page);
	if (html.failed || page->body.failed || page->contents.failed || page->figures.failed || page->mouse.failed)
		status = error_memory(err, "the page");
	else
		status = file_replace_text(path, "page", html.text, err);
	buffer_release(&html);
	return status;
}
