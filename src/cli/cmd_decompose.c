#include "cli/command.h"
#include "cli/negative_times.h"
#include "model/file/file.h"
#include "predict/decompositions.h"

#include <math.h>
#include <stdlib.h>

static const struct column columns[] = {
	{"grid", "", CELL_TEXT},         {"part", "", CELL_TEXT},        {"scatter", "s", CELL_SECONDS},
	{"scatter_tree", "", CELL_TEXT}, {"gather", "s", CELL_SECONDS},  {"gather_tree", "", CELL_TEXT},
	{"exchange", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"rank", "", CELL_COUNT},
};

static const char *const tree_names[] = {[DOMAIN_FLAT] = "flat", [DOMAIN_BINOMIAL] = "binomial"};

struct decompose_options {
	const char *model, *extent;
	size_t element, border, processes, exchanges;
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

static const char *grid_name(const struct grid *grid, char *text, size_t room)
{
	snprintf(text, room, "%zux%zu", grid->x, grid->y);
	return text;
}

static const char *const reasons[] = {[REASON_NONE] = "none: both take the same",
				      [REASON_SCATTER] = "it is scattered sooner",
				      [REASON_GATHER] = "it is gathered sooner",
				      [REASON_EXCHANGE] = "borders are exchanged sooner"};

static void summarise(struct table *table, const struct decomposition *list, size_t n, const struct model *model,
		      size_t exchanges)
{
	char name[48];

	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_text(table, NULL, "best", grid_name(&list[0].grid, name, sizeof(name)));
	table_summary_text(table, NULL, "scatter_tree", tree_names[list[0].scatter_tree]);
	table_summary_text(table, NULL, "gather_tree", tree_names[list[0].gather_tree]);
	if (n < 2)
		return;
	table_summary_text(table, NULL, "next", grid_name(&list[1].grid, name, sizeof(name)));
	table_summary_number(table, NULL, "next_takes_longer", CELL_RATIO,
			     list[0].seconds > 0 ? list[1].seconds / list[0].seconds - 1 : NAN);
	table_summary_text(table, NULL, "why", reasons[decompositions_reason(&list[0], &list[1], exchanges)]);
}

static struct table *decompose_table(const struct decomposition *list, size_t n)
{
	struct table *table =
		table_new("processor grids by what their messages take", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		const struct decomposition *c = &list[i];
		char text[48];

		table_row(table);
		table_set_text(table, "grid", grid_name(&c->grid, text, sizeof(text)));
		table_set_text(table, "part", grid_name(&c->part, text, sizeof(text)));
		table_set_number(table, "scatter", c->scatter);
		table_set_text(table, "scatter_tree", tree_names[c->scatter_tree]);
		table_set_number(table, "gather", c->gather);
		table_set_text(table, "gather_tree", tree_names[c->gather_tree]);
		table_set_number(table, "exchange", c->exchange);
		table_set_number(table, "seconds", c->seconds);
		table_set_number(table, "rank", (double)(i + 1));
	}
	return table;
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

static enum status decompose_domain(struct context *context, const struct decompose_options *w,
				    const struct domain *domain, struct error *err)
{
	struct model *model = model_read(w->model, err);
	struct decomposition *list = NULL;
	struct negative_times times = {.all = 0};
	struct table *table = NULL;
	size_t n = 0;
	enum status status =
		model ? decompositions_rank(model, domain, w->processes, w->exchanges, &list, &n, err) : err->status;

	if (status == OK)
		table = decompose_table(list, n);
	if (table)
		summarise(table, list, n, model, w->exchanges);
	for (size_t i = 0; status == OK && i < n; i++) {
		negative_times_add(&times, list[i].scatter);
		negative_times_add(&times, list[i].gather);
		negative_times_add(&times, list[i].exchange);
		negative_times_add(&times, list[i].seconds);
	}
	if (table) {
		negative_times_tell(context, &times, model);
		tell_strides(context, domain, list, n, model);
	}
	free(list);
	model_free(model);
	return status == OK ? command_print(context, table, err) : status;
}

static enum status check(const struct decompose_options *w, struct domain *domain, struct error *err)
{
	if (!w->model)
		return error_set(err, ERR_USAGE, "-m MODEL.json is missing: by which model?");
	if (!w->extent)
		return error_set(
			err, ERR_USAGE,
			"--domain WxH is missing: how many elements wide and high? For example --domain 512x512");
	if (w->processes == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	*domain = (struct domain){.element = w->element, .border = w->border};
	return extent_parse(w->extent, domain, err);
}

static enum status decompose(struct context *context, struct error *err)
{
	struct decompose_options w = {.element = 4, .exchanges = 1};
	const struct option options[] = {
		OPT_TEXT('m', "model", &w.model, "MODEL.json",
			 "what messages cost; p3pc tells contiguous from noncontiguous data"),
		OPT_TEXT(0, "domain", &w.extent, "WxH", "width and height in elements, stored row by row"),
		OPT_BYTES(0, "element", &w.element, "SIZE", 1, 1 << 20, "bytes of an element (default 4)"),
		OPT_COUNT(0, "border", &w.border, "N", 0, 1 << 20,
			  "elements of its neighbours that a part keeps on every side (default 0)"),
		OPT_COUNT(0, "exchanges", &w.exchanges, "N", 0, 1e9,
			  "how often borders are exchanged between scatter and gather (default 1)"),
		OPT_COUNT('n', "processes", &w.processes, "P", 1, 1 << 20, "among how many processes"),
		COMMON_OPTIONS(context),
	};
	struct domain domain;
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	status = check(&w, &domain, err);
	return status == OK ? decompose_domain(context, &w, &domain, err) : status;
}

const struct command command_decompose = {
	.name = "decompose",
	.operands = "",
	.summary = "ranks the processor grids of a regular domain by what scattering, exchanging borders and gathering "
		   "take",
	.example = "sonde decompose -m p3pc.json --domain 512x512 --border 18 -n 16",
	.run = decompose,
};
