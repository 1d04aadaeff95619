#include "cli/command.h"
#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/placement_options.h"
#include "report/decompositions.h"
#include "report/trust.h"

#include <stdlib.h>

struct decompose_options {
	const char *model, *extent, *state;
	size_t element, border, processes, exchanges;
	struct placement_options placement;
};

/* "512x384": width and height. */
static enum status extent_parse(const char *text, struct domain *domain, struct error *err)
{
	char *end = NULL;
	unsigned long long width = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0, height = 0;

	if (end && *end == 'x' && end[1] >= '0' && end[1] <= '9')
		height = strtoull(end + 1, &end, 10);
	if (width < 1 || height < 1 || width > 1U << 24 || height > 1U << 24 || *end)
		return error_set(
			err, ERR_USAGE,
			"--domain %s: width and height in elements are expected, each 1 to %u, for example 512x512",
			text, 1U << 24);
	domain->width = (size_t)width;
	domain->height = (size_t)height;
	return OK;
}

/* Predictions take the nearest stride that the model knows, which may be far off, and a prediction of one message at
 * such a stride is refused. */
static void tell_strides(const struct context *context, const struct domain *domain, const struct decomposition *list,
			 size_t n, const struct model *model)
{
	char text[100] = "does not say at which stride its noncontiguous data were measured, and its own";
	struct stride_range needed, known;

	if (context->quiet || !decompositions_unknown_strides(model, domain, list, n, &needed, &known))
		return;
	if (known.least < known.most)
		snprintf(text, sizeof(text), "knows those of %g to %g, of which the nearest", known.least, known.most);
	else if (known.least >= known.most)
		snprintf(text, sizeof(text), "knows one of %g only, which", known.least);
	fprintf(context->chatter,
		"sonde: the domain's noncontiguous data have strides of %.3g to %.3g blocks: the model %s stands for "
		"the others\n",
		needed.least, needed.most, text);
}

/* What is to be decomposed. */
struct decompose_asked {
	struct context *context;
	const struct decompose_options *options;
	const struct domain *domain;
	const struct placed *placed;
};

static enum status decompose_domain(void *what, struct model *model, struct error *err)
{
	const struct decompose_asked *a = what;
	const struct decompose_options *o = a->options;
	struct decomposition *list = NULL;
	size_t n = 0;
	enum status status = decompositions_rank(model, a->domain, o->processes, o->exchanges, &list, &n, err);

	if (status == OK) {
		const struct negative_times times = decompositions_negative(list, n);
		struct table *table = decompositions_table(model, list, n, o->exchanges);

		negative_times_tell(a->context, &times, model);
		tell_strides(a->context, a->domain, list, n, model);
		if (table) {
			trust_tell_use(table, model);
			placed_tell(a->placed, table);
		}
		status = command_print(a->context, table, err);
	}
	free(list);
	return status;
}

static enum status check(const struct decompose_options *o, struct domain *domain, struct error *err)
{
	if (!o->model && !o->placement.inter)
		return error_set(err, ERR_USAGE, "-m MODEL.json is missing: by which model?");
	if (!o->extent)
		return error_set(
			err, ERR_USAGE,
			"--domain WxH is missing: how many elements wide and high? For example --domain 512x512");
	if (o->processes == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	*domain = (struct domain){.element = o->element, .border = o->border};
	return extent_parse(o->extent, domain, err);
}

/* Where the processes are, row by row. */
static enum status place(struct decompose_options *o, struct placed *placed, struct domain *domain, struct error *err)
{
	enum status status = placement_options_model(&o->placement, false, &o->model, err);

	if (status == OK)
		status = placed_read(placed, &o->placement, err);
	if (status == OK)
		status = placed_nodes(placed, o->processes, NULL, err);
	domain->node = placed->node;
	domain->within = placed->within;
	return status;
}

static enum status decompose(struct context *context, struct error *err)
{
	struct decompose_options o = {.element = 4, .exchanges = 1};
	const struct option options[] = {
		OPT_TEXT('m', "model", &o.model, "MODEL.json",
			 "what messages cost; p3pc tells contiguous from noncontiguous data"),
		MACHINE_STATE_OPTION(&o.state),
		OPT_TEXT(0, "domain", &o.extent, "WxH", "width and height in elements, stored row by row"),
		OPT_BYTES(0, "element", &o.element, "SIZE", 1, 1 << 20, "bytes of an element (default 4)"),
		OPT_COUNT(0, "border", &o.border, "N", 0, 1 << 20,
			  "elements of its neighbours that a part keeps on every side (default 0)"),
		OPT_COUNT(0, "exchanges", &o.exchanges, "N", 0, 1e9,
			  "how often borders are exchanged between scatter and gather (default 1)"),
		OPT_COUNT('n', "processes", &o.processes, "P", 1, 1 << 20, "among how many processes"),
		PLACEMENT_OPTIONS(&o.placement, "") COMMON_OPTIONS(context),
	};
	struct domain domain;
	struct placed placed = {.options = NULL};
	struct decompose_asked asked = {context, &o, &domain, &placed};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = check(&o, &domain, err);
	if (status == OK)
		status = place(&o, &placed, &domain, err);
	if (status == OK)
		status = machine_state_each(context, o.model, o.state, decompose_domain, &asked, err);
	placed_release(&placed);
	return status;
}

const struct command command_decompose = {
	.name = "decompose",
	.operands = "",
	.summary = "ranks the processor grids of a regular domain by what scattering, exchanging borders and gathering "
		   "take",
	.example = "sonde decompose -m p3pc.json --domain 512x512 --border 18 -n 16",
	.run = decompose,
};
