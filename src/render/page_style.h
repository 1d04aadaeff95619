#ifndef SONDE_RENDER_PAGE_STYLE_H
#define SONDE_RENDER_PAGE_STYLE_H

/* The style sheet of a page, line by line, up to NULL. */
extern const char *const page_style[];

/*
 * What a page adds to gnuplot's mouse support, line by line, up to NULL: the wheel and the keys scroll the page unless
 * the reader means a plot; buttons; coordinates with units. It opens folded tables for printing. Without gnuplot's
 * script it does only that.
 */
extern const char *const page_script[];

#endif
