#include "cli/tune/request.h"

#include "cli/output.h"
#include "model/file/file.h"
#include "mpi/live/library.h"
#include "tune/libraries.h"

#include <string.h>

/* Those of which all that rules choose can be simulated by the size of a block; and of tables for sonde run. */
static const char usual[] = "allgather,allreduce,alltoall,barrier,bcast,gather,reduce,reduce_scatter,"
			    "reduce_scatter_block,scatter",
		  of_tables[] = "allgather,allreduce,alltoall,barrier,bcast,gather,reduce,reduce_scatter_block,scatter";

static const char *allowed(const struct tune_library *library)
{
	return tune_library_is_sonde(library) ? of_tables : usual;
}

/* Operations whose rows a table gets with those of another one. */
static const struct {
	const char *name, *with, *why;
} companions[] = {{"gatherv", "gather",
		   "its rows are found with those of gather, where gathers escalate or processes "
		   "are unlike"},
		  {"scatterv", "scatter", "its rows are found with those of scatter, where processes are unlike"},
		  {"allgatherv", "allgather", "rows of allgather are for calls of it with blocks of one size"},
		  {"reduce_scatter", "reduce_scatter_block",
		   "rows of reduce_scatter_block are for calls of it with blocks of one size"}};

static enum status refuse_operation(const struct tune_library *library, const char *name, size_t length,
				    struct error *err)
{
	for (size_t i = 0; tune_library_is_sonde(library) && i < sizeof(companions) / sizeof(*companions); i++)
		if (strlen(companions[i].name) == length && strncmp(companions[i].name, name, length) == 0)
			return error_set(err, ERR_USAGE, "--only %s: write --only %s: %s. Allowed are %s",
					 companions[i].name, companions[i].with, companions[i].why, of_tables);
	return error_set(err, ERR_USAGE, "--only %.*s: no such operation, or %s has nothing for it. Allowed are %s",
			 (int)length, name, tune_library_is_sonde(library) ? "a table for sonde run" : library->name,
			 allowed(library));
}

static enum status choose_operation(struct tune_options *tune, const char *name, size_t length, struct error *err)
{
	enum decision_operation operation;

	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		const char *its = tuned_class(id)->name; /* of all libraries */

		if (strlen(its) != length || strncmp(its, name, length) != 0)
			continue;
		tune->operations[id] = tune_operation(tune->library, id, &operation);
		if (tune->operations[id])
			return OK;
	}
	return refuse_operation(tune->library, name, length, err);
}

static enum status choose_operations(struct tune_options *tune, const char *names, struct error *err)
{
	enum status status = OK;

	for (const char *p = names ? names : allowed(tune->library); status == OK && *p;) {
		size_t length = strcspn(p, ",");

		status = choose_operation(tune, p, length, err);
		p += length + (p[length] == ',');
	}
	return status;
}

/* A list as it was given, or else by this text. */
static enum status choose_list(struct size_list *list, const char *text, struct error *err)
{
	return list->n > 0 ? OK : size_list_parse(text, list, err);
}

enum { ALSO_MOST = 1024 /* processes: all candidates are simulated before anything is measured */ };

static enum status check(const struct tune_request *o, struct error *err)
{
	const struct size_list *processes = &o->processes;
	bool shapes = o->ppn.n > 0 || o->placement;

	if (processes->adaptive || o->sizes.adaptive || o->segments.adaptive)
		return error_set(err, ERR_USAGE, "auto: a simulation has nothing to adapt to; give lists, like 2:64");
	if (o->also.adaptive || (o->also.n > 0 && (o->also.bytes[0] < 2 || o->also.bytes[o->also.n - 1] > ALSO_MOST)))
		return error_set(
			err, ERR_USAGE,
			"--also: numbers of processes are 2 to %d: 4,8, or 2:64; -m and -n make rules for more",
			ALSO_MOST);
	if (processes->n > 0 && (processes->bytes[0] < 2 || processes->bytes[processes->n - 1] > 1 << 20))
		return error_set(err, ERR_USAGE, "-n: numbers of processes are 2 to %d: 16, or 2:1024", 1 << 20);
	if (o->ppn.adaptive || (o->ppn.n > 0 && (o->ppn.bytes[0] < 1 || o->ppn.bytes[o->ppn.n - 1] > 1 << 20)))
		return error_set(err, ERR_USAGE, "--ppn: numbers of processes that a node has: 4, or 1,2,4");
	if ((shapes || o->intra || o->inter) && !(shapes && o->intra && o->inter))
		return error_set(err, ERR_USAGE,
				 "--ppn, --intra and --inter go together: how many processes a node has, what messages "
				 "cost within a node, and between nodes; so do --placement, --intra and --inter");
	if (shapes && o->model)
		return error_set(err, ERR_USAGE, "-m: with --ppn or --placement the models are --intra and --inter");
	if (o->placement && (o->ppn.n > 0 || processes->n != 1))
		return error_set(err, ERR_USAGE,
				 "--placement %s: it is that of one number of processes, and goes without --ppn: -n 16",
				 o->placement);
	if (o->sizes.n > 0 && o->sizes.bytes[0] < 1)
		return error_set(err, ERR_USAGE, "--sizes: from 1 B on");
	return OK;
}

enum status tune_request_options(struct tune_request *o, struct tune_options *tune, struct error *err)
{
	enum status status = check(o, err);

	*tune = (struct tune_options){.library = o->library, .loss = 0.02, .all_segments = o->segments.n > 0};
	if (status == OK)
		status = choose_list(&o->processes, "2:64", err);
	if (status == OK)
		status = choose_list(&o->sizes, "1:1M", err);
	if (status == OK)
		status = choose_list(&o->segments, "1K,4K,16K,64K", err);
	if (status == OK)
		status = choose_operations(tune, o->operations, err);
	tune->processes = o->processes;
	tune->sizes = o->sizes;
	tune->segments = o->segments;
	return status;
}

static enum status check_ways(const struct tune_request *o, const char *checked, const char *verified,
			      struct error *err)
{
	bool shapes = o->ppn.n > 0 || o->placement || o->intra || o->inter;

	if (checked && verified)
		return error_set(err, ERR_USAGE, "--check and --verify: say one of the two");
	if (o->trace && (checked || verified))
		return error_set(err, ERR_USAGE,
				 "--trace makes rules: not with --check or --verify, which look at those of a file");
	if (o->exhaustive && (o->trace || shapes || checked || verified))
		return error_set(err, ERR_USAGE,
				 "--exhaustive measures what rules lose that are made under mpirun: not with --trace, "
				 "--ppn, --placement, --intra, --inter, --check or --verify");
	if (o->also.n > 0 && (o->trace || shapes || checked || verified))
		return error_set(err, ERR_USAGE,
				 "--also extends what is measured under mpirun: not with --trace, --ppn, --placement, "
				 "--intra, --inter, --check or --verify");
	if (o->computation >= 0 && !o->trace)
		return error_set(err, ERR_USAGE, "--computation goes with --trace DIR");
	if (o->plot && (o->trace || checked || verified))
		return error_set(err, ERR_USAGE,
				 "--plot draws operations by size: not with --trace, --verify or --check");
	return OK;
}

enum status tune_request_check(const struct tune_request *o, const char *checked, const char *verified,
			       const char *store, struct error *err)
{
	const struct output_input others[] = {{o->file, "where the rules go"},
					      {store, "the store"},
					      {o->model, "the model"},
					      {o->intra, "the model within a node"},
					      {o->inter, "the model between nodes"}};
	const size_t n = sizeof(others) / sizeof(others[0]);
	enum status status = check_ways(o, checked, verified, err);

	if (status == OK && o->file)
		status = output_check(o->file, others + 1, n - 1, err);
	return status == OK ? output_plot_check(o->plot, others, n, err) : status;
}

/* What only a measurement takes. */
static const char *const measuring_options[] = {"store",    "run",          "resume",     "pairs",    "reps",
						"error",    "statistic",    "confidence", "seed",     "max-train",
						"patience", "platform",     "noise",      "outliers", "switching",
						"drifting", "disturbances", "loop",       "tick"};

enum status tune_request_without_measuring(const struct context *context, const char *how, struct error *err)
{
	for (size_t i = 0; i < context->asked.n; i++)
		for (size_t k = 0; k < sizeof(measuring_options) / sizeof(measuring_options[0]); k++)
			if (strcmp(context->asked.options[i].key, measuring_options[k]) == 0)
				return error_set(err, ERR_USAGE, "--%s: nothing is measured %s", measuring_options[k],
						 how);
	return OK;
}

static bool is_among(const char *name, const char *const *list)
{
	while (*list && strcmp(*list, name) != 0)
		list++;
	return *list;
}

enum status tune_request_only(const struct context *context, const char *const *allowed, const char *why,
			      struct error *err)
{
	static const char *const common[] = {"json", "csv", "quiet", NULL};

	for (size_t i = 0; i < context->asked.n; i++) {
		const char *name = context->asked.options[i].key;

		if (!is_among(name, allowed) && !is_among(name, common))
			return error_set(err, ERR_USAGE, "--%s: not with --%s, %s", name, allowed[0], why);
	}
	return OK;
}

void tune_request_release(struct tune_request *o)
{
	size_list_release(&o->processes);
	size_list_release(&o->sizes);
	size_list_release(&o->segments);
	size_list_release(&o->ppn);
	size_list_release(&o->also);
}

enum status tune_request_library(struct tune_request *request, int named, bool live, struct error *err)
{
	const char *path = request->inter ? request->inter : request->model;
	const struct tune_library *found = NULL;
	char text[256];

	request->named = named >= 0;
	if (named >= 0 && !tune_library_is_sonde(tune_libraries[named])) {
		request->library = tune_libraries[named];
		return OK;
	}
	if (!live && path) {
		struct model *model = model_read(path, err);
		const struct fact *fact = model ? model_fact(model, "library") : NULL;

		found = tune_library_of(fact ? fact->text : NULL);
		if (!model)
			return err->status;
		model_free(model);
	}
	if (!found)
		found = tune_library_of(live_library(text, sizeof(text)));
	request->library = found ? found : &tune_openmpi;
	if (named < 0)
		return OK;
	request->library = found == &tune_mpich ? &tune_sonde_mpich : &tune_sonde;
	if (found && found != &tune_mpich && found != &tune_openmpi)
		request->newer = found;
	return OK;
}
