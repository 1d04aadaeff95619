#include "estimate/thresholds/result.h"

#include <math.h>
#include <stdio.h>

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

enum status thresholds_parse(const char *text, struct thresholds *t, struct error *err)
{
	const char *rest = text;
	int used = 0;

	*t = (struct thresholds){.n = 0};
	if (sscanf(rest, "S %lf M1 %lf M2 %lf%n", &t->S, &t->M1, &t->M2, &used) == 3)
		rest += used;
	for (used = 0; rest != text && *rest && t->n < ESCALATION_SIZES_MOST; used = 0) {
		struct escalations *e = &t->list[t->n];

		sscanf(rest, "; %zu B: %zu of %zu, %lf %lf %lf s%n", &e->bytes, &e->escalated, &e->made, &e->q10,
		       &e->q50, &e->q90, &used);
		if (used == 0 || e->made == 0 || e->escalated > e->made || (t->n > 0 && e->bytes <= e[-1].bytes))
			break;
		rest += used;
		t->n++;
	}
	return rest != text && !*rest ? OK
				      : error_set(err, ERR_INPUT,
						  "thresholds are written as \"S 65536 M1 8192 M2 65537; 8192 B: 30 of "
						  "60, 0.1 0.2 0.3 s; ...\", not as \"%s\"",
						  text);
}
