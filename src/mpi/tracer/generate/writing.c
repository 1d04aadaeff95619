#include "mpi/tracer/generate/writing.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

void wrapper_put(const struct wrapper *w, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vfprintf(w->out, format, list);
	va_end(list);
}

bool wrapper_has(const struct wrapper *w, const char *role)
{
	return roles_find(w->roles, role) >= 0;
}

const char *wrapper_value(const struct wrapper *w, const char *role, const char *kind)
{
	static char texts[8][96];
	static int next;
	char *text = texts[next++ % 8];
	const char *name = roles_name(w->roles, role);
	const bool pointer = strchr(role, '*');
	if (w->language != LANGUAGE_C && kind)
		snprintf(text, sizeof(*texts), "RECORD_F2C(%s, *%s)", kind, name);
	else
		snprintf(text, sizeof(*texts), "%s%s", w->language != LANGUAGE_C || pointer ? "*" : "", name);
	return text;
}

const char *wrapper_code(const struct wrapper *w)
{
	return w->language == LANGUAGE_C ? "result_" : "*ierror_";
}

const char *wrapper_length(const struct wrapper *w)
{
	return wrapper_has(w, "length") ? wrapper_value(w, "length", NULL) : "1";
}

const char *wrapper_small_name(const struct wrapper *w)
{
	static char text[64];
	size_t n = 0;
	for (const char *at = w->roles->prototype->name + 4; *at && n + 1 < sizeof(text); at++)
		text[n++] = (char)tolower((unsigned char)*at);
	snprintf(text + n, sizeof(text) - n, "%s", w->suffix);
	return text;
}

void wrapper_put_spellings(const struct wrapper *w)
{
	const char *name = wrapper_small_name(w);
	char large[64];
	size_t n = 0;
	for (const char *at = name; *at; at++)
		large[n++] = (char)toupper((unsigned char)*at);
	large[n] = '\0';
	wrapper_put(w, "PORTABLE_SPELLINGS(mpi_%s, MPI_%s)\n", name, large);
}
