#include "cli/pages/roff.h"

#include <stdbool.h>
#include <string.h>

static void put(FILE *out, char c)
{
	if (c == '\\')
		fputs("\\e", out);
	else if (c == '-')
		fputs("\\-", out);
	else if (c == '\'')
		fputs("\\(aq", out);
	else if (c == '`')
		fputs("\\(ga", out);
	else if (c == '^')
		fputs("\\(ha", out);
	else if (c == '~')
		fputs("\\(ti", out);
	else
		fputc(c, out);
}

void roff_text(FILE *out, const char *text)
{
	if (*text == '.')
		fputs("\\&", out);
	for (; *text; text++)
		put(out, *text);
}

/* The end of a link "[text](target)" that begins here, and that of its text; NULL: there is none. */
static const char *link_end(const char *at, const char *end, const char **text_end)
{
	const char *close = memchr(at, ']', (size_t)(end - at));

	if (*at != '[' || !close || close + 1 >= end || close[1] != '(')
		return NULL;
	*text_end = close;
	close = memchr(close, ')', (size_t)(end - close));
	return close ? close + 1 : NULL;
}

void roff_markdown(FILE *out, const char *text, size_t length)
{
	const char *end = text + length, *text_end = NULL;
	bool bold = false;

	while (text < end) {
		const char *after = bold ? NULL : link_end(text, end, &text_end);

		if (*text == '`') {
			fputs(bold ? "\\fR" : "\\fB", out);
			bold = !bold;
			text++;
		} else if (after) {
			roff_markdown(out, text + 1, (size_t)(text_end - text - 1));
			text = after;
		} else if (!bold && end - text > 1 && text[0] == '*' && text[1] == '*')
			text += 2;
		else
			put(out, *text++);
	}
}
