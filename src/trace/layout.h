#ifndef SONDE_TRACE_LAYOUT_H
#define SONDE_TRACE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/fields.h"
#include "trace/format.h"

/* All functions are Local. */

/* Which fields a function has, in their order. */
struct trace_layout {
	uint32_t kinds;
	uint8_t n_scalars, n_lists;
	uint8_t kind[TRACE_FIELDS]; /* scalars, then lists */
	bool always;                /* there are fields that go with each call, whatever the form */
};

/* kinds: a bit for each enum trace_field. */
void trace_layout_init(struct trace_layout *layout, uint32_t kinds);

/*
 * Which of the fields go with each call in this form: -1 at given[i] for those that belong to the signature, else 0.
 *
 * Of a list, its length belongs to the signature. Fields that do not fit the layout belong to it, too. fields[] is
 * looked at only where a length stands, and n fields are there.
 */
void trace_layout_mask(const struct trace_layout *layout, enum trace_form form, const int64_t *fields, size_t n,
		       int64_t *mask);

/* Whether a field of this kind goes with each call in this form. */
bool trace_layout_varies(enum trace_field kind, enum trace_form form);

#endif
