#include "estimate/thresholds/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

void thresholds_text(const struct thresholds *t, char text[THRESHOLDS_ROOM])
{
	size_t used = (size_t)snprintf(text, THRESHOLDS_ROOM, "S %.17g M1 %.17g M2 %.17g", t->S, t->M1, t->M2);

	for (size_t i = 0; i < t->n && used < THRESHOLDS_ROOM; i++) {
		const struct escalations *e = &t->list[i];

		used += (size_t)snprintf(text + used, THRESHOLDS_ROOM - used,
					 "; %zu B: %zu of %zu, %.17g %.17g %.17g s", e->bytes, e->escalated, e->made,
					 e->q10, e->q50, e->q90);
	}
}

/* Reads what stands before a number, and the number, which may be NaN or infinite; as the functions of base/text.h. */
static const char *take_number(const char *text, const char *before, double *number)
{
	char *end;

	text = text_after(text, before);
	if (!text)
		return NULL;
	*number = strtod(text, &end);
	return end != text ? end : NULL;
}

static const char *take_escalations(const char *text, struct escalations *e)
{
	text = text_whole(text_after(text, "; "), &e->bytes);
	text = text_whole(text_after(text, " B: "), &e->escalated);
	text = text_whole(text_after(text, " of "), &e->made);
	text = take_number(text, ", ", &e->q10);
	text = take_number(text, " ", &e->q50);
	text = take_number(text, " ", &e->q90);
	return text_after(text, " s");
}

enum status thresholds_parse(const char *text, struct thresholds *t, struct error *err)
{
	const char *rest;

	*t = (struct thresholds){.n = 0};
	rest = take_number(take_number(take_number(text, "S ", &t->S), " M1 ", &t->M1), " M2 ", &t->M2);
	while (rest && *rest && t->n < ESCALATION_SIZES_MOST) {
		const struct escalations *e = &t->list[t->n];

		rest = take_escalations(rest, &t->list[t->n]);
		if (e->made == 0 || e->escalated > e->made || (t->n > 0 && e->bytes <= e[-1].bytes))
			rest = NULL;
		t->n++;
	}
	return rest && !*rest ? OK
			      : error_set(err, ERR_INPUT,
					  "thresholds are written as \"S 65536 M1 8192 M2 65537; 8192 B: 30 of "
					  "60, 0.1 0.2 0.3 s; ...\", not as \"%s\"",
					  text);
}
