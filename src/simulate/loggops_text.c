#include "simulate/simulate.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

static const char allowed[] = "for example L=2us,o=1us,g=1us,G=1ns,O=0,S=64K";

static const double most = 1e100; /* s: sums and products of it are finite */

static enum status set(struct loggops *loggops, char name, const char *value, struct error *err)
{
	struct loggops known = *loggops;
	double seconds = 0;
	size_t bytes = 0;
	enum status status;

	if (name == 'S') {
		status = size_parse(value, &bytes, err);
		loggops->S = bytes;
		return status;
	}
	if (!loggops_set(&known, name, 0))
		return error_set(err, ERR_INPUT, "there is no parameter %c: they are L, o, g, G, O and S, %s", name,
				 allowed);
	status = seconds_parse(value, &seconds, err);
	if (status == OK && !(seconds <= most))
		status = error_set(err, ERR_INPUT, "%c=%s: at most %g s", name, value, most);
	if (status == OK)
		loggops_set(loggops, name, seconds);
	return status;
}

/* "g, G, O not given: taken as 0; S not given: no message waits for its receiver" */
static void tell_left_out(const unsigned seen[128], char note[LOGGOPS_NOTE])
{
	size_t used = 0;

	note[0] = '\0';
	for (const char *name = "LogGO"; *name; name++) {
		if (!seen[(unsigned char)*name])
			used += (size_t)snprintf(note + used, LOGGOPS_NOTE - used, "%s%c", used ? ", " : "", *name);
	}
	if (used > 0)
		used += (size_t)snprintf(note + used, LOGGOPS_NOTE - used, " not given: taken as 0");
	if (!seen['S'])
		snprintf(note + used, LOGGOPS_NOTE - used, "%sS not given: no message waits for its receiver",
			 used ? "; " : "");
}

enum status loggops_parse(const char *text, struct loggops *loggops, char note[LOGGOPS_NOTE], struct error *err)
{
	struct loggops found = {.S = UINT64_MAX};
	unsigned seen[128] = {0};
	enum status status = OK;

	while (status == OK) {
		size_t length = strcspn(text, ",");
		char part[64];

		if (length < 3 || length >= sizeof(part) || text[1] != '=' || (unsigned char)text[0] >= 128)
			return error_set(err, ERR_INPUT, "\"%.*s\" is not NAME=VALUE, %s",
					 (int)(length < 40 ? length : 40), text, allowed);
		if (seen[(unsigned char)text[0]]++ > 0)
			return error_set(err, ERR_INPUT, "%c is given twice", text[0]);
		memcpy(part, text, length);
		part[length] = '\0';
		status = set(&found, part[0], part + 2, err);
		if (text[length] == '\0')
			break;
		text += length + 1;
	}
	if (status == OK) {
		*loggops = found;
		tell_left_out(seen, note);
	}
	return status;
}
