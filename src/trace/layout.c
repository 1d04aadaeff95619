#include "trace/layout.h"

#define BIT(kind) (UINT32_C(1) << (kind))

static const uint32_t always = BIT(TRACE_POLLS) | BIT(TRACE_INSIDE);
static const uint32_t volatiles =
	BIT(TRACE_DEST) | BIT(TRACE_SOURCE) | BIT(TRACE_SEND_TAG) | BIT(TRACE_RECEIVE_TAG) | BIT(TRACE_SEND_BYTES) |
	BIT(TRACE_RECEIVE_BYTES) | BIT(TRACE_BYTES) | BIT(TRACE_REQUEST) | BIT(TRACE_GOT_SOURCE) | BIT(TRACE_GOT_TAG) |
	BIT(TRACE_SEND_LIST) | BIT(TRACE_RECEIVE_LIST) | BIT(TRACE_REQUEST_LIST) | BIT(TRACE_DONE_LIST);

void trace_layout_init(struct trace_layout *layout, uint32_t kinds)
{
	*layout = (struct trace_layout){.kinds = kinds, .always = kinds & always};
	for (int kind = 0; kind < TRACE_FIELDS; kind++) {
		if (!(kinds & BIT(kind)))
			continue;
		layout->kind[layout->n_scalars + layout->n_lists] = (uint8_t)kind;
		if (trace_field_is_list((enum trace_field)kind))
			layout->n_lists++;
		else
			layout->n_scalars++;
	}
}

bool trace_layout_varies(enum trace_field kind, enum trace_form form)
{
	uint32_t varying = form == TRACE_FORM_EXACT ? always : always | volatiles;

	return form == TRACE_FORM_GENERIC || (kind < TRACE_FIELDS && varying & BIT(kind));
}

void trace_layout_mask(const struct trace_layout *layout, enum trace_form form, const int64_t *fields, size_t n,
		       int64_t *mask)
{
	size_t i = 0;

	for (; i < layout->n_scalars && i < n; i++)
		mask[i] = -!trace_layout_varies((enum trace_field)layout->kind[i], form);
	for (size_t list = 0; list < layout->n_lists && i < n; list++) {
		int64_t length = fields[i];
		bool varies = trace_layout_varies((enum trace_field)layout->kind[layout->n_scalars + list], form);

		mask[i++] = -1;
		for (; length > 0 && i < n; length--)
			mask[i++] = -!varies;
	}
	for (; i < n; i++)
		mask[i] = -1;
}
