#include "cli/placement_options.h"

#include "cli/command.h"
#include "cli/request_options.h"
#include "model/file/file.h"
#include "sample/placement.h"

#include <stdlib.h>
#include <string.h>

enum status placement_options_model(const struct placement_options *options, bool useful, const char **model,
				    struct error *err)
{
	if (options->inter && *model)
		return error_set(err, ERR_USAGE, "--inter %s: between nodes %s holds already: give one of them",
				 options->inter, *model);
	if (options->inter)
		*model = options->inter;
	if (options->placement && !options->intra && !useful)
		return error_set(err, ERR_USAGE,
				 "--placement: of one model all pairs are alike: give --intra for those of a node");
	if (options->intra && !*model)
		return error_set(err, ERR_USAGE,
				 "--intra %s: it holds within a node: between nodes a model is needed too, --inter",
				 options->intra);
	return OK;
}

static bool is_rule(const char *text)
{
	return strncmp(text, "block:", 6) == 0 || strncmp(text, "cyclic:", 7) == 0;
}

enum status placed_read(struct placed *placed, const struct placement_options *options, struct error *err)
{
	enum status status = OK;

	placed->options = options;
	if (options->placement && !is_rule(options->placement) && !strchr(options->placement, ','))
		status = option_file_read("--placement", options->placement, "block:N, cyclic:N, a list like a,a,b,b",
					  &placed->file, err);
	if (status != OK || !options->intra)
		return status;
	placed->within = model_read(options->intra, err);
	return placed->within ? model_check(placed->within, err) : err->status;
}

void placed_release(struct placed *placed)
{
	model_free(placed->within);
	free(placed->file);
	free(placed->node);
	*placed = (struct placed){.options = NULL};
}

static enum status place(struct placed *placed, size_t processes, const char *const *hosts, struct error *err)
{
	const char *given = placed->options->placement;

	if (given)
		return option_file_status(
			"--placement", placed->file ? given : NULL,
			placement_parse(placed->file ? placed->file : given, processes, placed->node, err), err);
	if (!hosts)
		return error_set(err, ERR_USAGE,
				 "--placement PLACES is missing: which of the %zu processes share a node? For example "
				 "block:4",
				 processes);
	placement_of_hosts(hosts, processes, placed->node);
	return OK;
}

enum status placed_nodes(struct placed *placed, size_t processes, const char *const *hosts, struct error *err)
{
	int *grown;

	if (!placed->within && !placed->options->placement)
		return OK;
	grown = realloc(placed->node, (processes + 1) * sizeof(*grown));
	if (!grown)
		return error_memory(err, "the nodes of processes");
	placed->node = grown;
	placed->processes = processes;
	return place(placed, processes, hosts, err);
}

void placed_apply(struct placed *placed, struct model_use *use)
{
	if (!placed->within || !placed->node)
		return;
	placed->use = model_use_within(placed->within, use);
	use->within = &placed->use;
	use->within_eager = model_eager_default(placed->within);
	use->node = placed->node;
}

void placed_tell(const struct placed *placed, struct table *table)
{
	if (!placed->node)
		return;
	table_summary_number(table, NULL, "nodes", CELL_COUNT,
			     (double)placement_nodes(placed->node, placed->processes));
	if (placed->within)
		table_summary_text(table, NULL, "intra", placed->within->class->name);
	if (placed->within && placement_nodes(placed->node, placed->processes) == 1)
		table_summary_text(table, NULL, "inter",
				   "plays no part: all processes are on one node (--placement says otherwise)");
}
