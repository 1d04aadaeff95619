#include "cli/tune/trace.h"

#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/predict/run.h"
#include "cli/trace/input.h"
#include "cli/tune/rules.h"
#include "report/traced_tuning.h"
#include "report/trust.h"
#include "tune/traced/tuning.h"
#include "tune/libraries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Operations of whole programs that one pass simulates, about: some ten seconds, where a few candidates each are not
 * more than that. */
#define EFFORT UINT64_C(50000000)

static const double trying = 120; /* s, unless the user says otherwise */

/* What is tuned, and for what. */
struct trace_asked {
	struct context *context;
	const struct tune_request *request;
	struct traced_options tune;
	struct replay_setting setting;
	const struct replay_given *given;
};

static enum status check(const struct tune_request *o, struct error *err)
{
	if (o->processes.n > 0 || o->sizes.n > 0 || o->ppn.n > 0)
		return error_set(err, ERR_USAGE,
				 "--trace: numbers of processes and sizes are those of the program: -n, --sizes and "
				 "--ppn go without");
	if (o->model && (o->intra || o->inter))
		return error_set(err, ERR_USAGE, "-m: with --intra and --inter these are the models");
	if (o->intra ? !o->inter : !o->model && !o->inter)
		return error_set(
			err, ERR_USAGE,
			"--trace: by which model? -m MODEL.json, or --intra and --inter for processes on several "
			"nodes");
	return OK;
}

static const char *model_of(const struct tune_request *o)
{
	return o->model ? o->model : o->inter;
}

/* What a file of rules says of itself; the caller frees it, NULL: no memory. */
static char *comments_of(const struct trace_asked *a, const struct traced_result *result)
{
	const struct tune_request *o = a->request;
	const struct trace_info *info = trace_info(a->tune.trace);
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	bool closed;

	if (!out)
		return NULL;
	fprintf(out, "Rules for %s, for the program of the trace %s, by the model %s: simulated, not measured.\n",
		a->tune.library->name, o->trace, model_of(o));
	fprintf(out, "%d processes%s%.*s\n", info->processes, info->command ? " of " : "",
		info->command ? (int)strcspn(info->command, "\n") : 0, info->command ? info->command : "");
	fprintf(out, "The program takes %.6g s with them and %.6g s without, by that model.\n", result->seconds,
		result->own);
	if (o->intra)
		fprintf(out, "Messages within a node cost what %s says.\n", o->intra);
	closed = fclose(out) == 0;
	if (closed)
		return text;
	free(text);
	return NULL;
}

static enum status write_rules(const struct trace_asked *a, const struct traced_result *result, struct error *err)
{
	char *comments = comments_of(a, result);
	enum status status =
		comments ? tune_rules_write(a->tune.library, a->request->file, comments,
					    (size_t)trace_info(a->tune.trace)->processes, &result->rules.file, err)
			 : error_memory(err, "a rule file");

	free(comments);
	return status;
}

/* What rules cannot say of the program. */
static void tell_unlike(const struct trace_asked *a, const struct traced_result *result)
{
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++)
		n += result->list[i].unlike > 0;
	if (n > 0 && !a->context->quiet)
		fprintf(a->context->chatter,
			"sonde: rules go by processes and bytes alone: in %zu of %zu rows some operations have another "
			"quickest algorithm than most, by their communicator, their root or who comes late (column "
			"unlike)\n",
			n, result->n);
	if (result->others > 0 && !a->context->quiet)
		fprintf(a->context->chatter,
			"sonde: %" PRIu64
			" calls have no rules: of nonblocking operations, of those that the library has no rules "
			"for, or with blocks of unlike sizes\n",
			result->others);
	if (result->by_nodes > 0 && !a->context->quiet)
		fprintf(a->context->chatter,
			"sonde: %" PRIu64
			" calls have no rules here: %s looks up rules for the processes of a node and "
			"for one of each node in their place. --ppn or --placement in place of --trace makes such "
			"rules, for any program\n",
			result->by_nodes, a->tune.library->name);
}

static void tell_cut_short(const struct trace_asked *a, const struct traced_result *result)
{
	if (result->cut_short && !a->context->quiet)
		fprintf(a->context->chatter,
			"sonde: the search ended after %zu simulations of the program, when its %g s were over "
			"(--budget): "
			"another choice may be quicker, and a rule may be there for nothing\n",
			result->programs, a->tune.seconds);
}

/* What the model leaves out, and how it is seen what the rules bring. */
static void tell_doubt(const struct trace_asked *a)
{
	const struct context *context = a->context;
	size_t processes = (size_t)trace_info(a->tune.trace)->processes;

	if (a->setting.crowded && !context->quiet)
		fprintf(context->chatter,
			"sonde: warning: %s: by the model each has a CPU of its own. Where they take turns the rules "
			"may bring nothing, or make the program slower\n",
			a->setting.crowd);
	if (a->tune.library->proven)
		tune_rules_tell_verify(context, a->request->file, processes,
				       a->setting.crowded && a->tune.library != &tune_mpich &&
					       a->tune.library != &tune_sonde_mpich);
}

static enum status tell(const struct trace_asked *a, const struct model *model, const struct traced_result *result,
			struct error *err)
{
	struct table *table = traced_tuning_table(result, a->tune.library);
	enum status status;

	negative_latency_tell(a->context, model);
	if (table) {
		replay_setting_tell(&a->setting, a->given, table);
		trust_tell_use(table, model);
	}
	status = command_print(a->context, table, err);
	if (status != OK)
		return status;
	tell_unlike(a, result);
	tell_cut_short(a, result);
	tune_rules_tell(a->context, a->tune.library,
			&(struct tune_news){.file = a->request->file,
					    .n = result->rules.n,
					    .none = "by the model no rule makes the program quicker",
					    .doubt = "They are by the model and were not measured.",
					    .processes = (size_t)trace_info(a->tune.trace)->processes});
	if (a->request->file && result->rules.n > 0)
		tell_doubt(a);
	return OK;
}

static enum status tune_it(void *what, struct model *model, struct error *err)
{
	struct trace_asked *a = what;
	struct predict_options how = predict_options_default(model);
	struct traced_result result = {.n = 0};
	struct costs costs;
	enum status status = model_check(model, err);

	placed_apply(&a->setting.placed, &how.use);
	costs = model_costs(&how.use, how.eager_most);
	costs.queued = true; /* as simulate has it for traces */
	a->tune.costs = &costs;
	if (status == OK)
		status = model_use_check(&how.use, trace_info(a->tune.trace)->processes, err);
	if (status == OK)
		status = tune_traced(&a->tune, &result, err);
	if (status == OK && a->request->file && result.rules.n > 0)
		status = write_rules(a, &result, err);
	if (status == OK)
		status = tell(a, model, &result, err);
	traced_result_release(&result);
	return status;
}

/* The options of the search; the library is the traced one where none was named. */
static enum status options_of(struct trace_asked *a, struct tune_request *o, struct trace *trace, struct error *err)
{
	const struct tune_library *traced = tune_library_of(trace_info(trace)->library);
	struct tune_options tune;
	struct tune_request plain = *o;
	enum status status;

	if (!o->named && traced)
		o->library = traced;
	plain.library = o->library;
	plain.intra = plain.inter = plain.placement = NULL;
	status = tune_request_options(&plain, &tune, err);
	o->processes = plain.processes; /* lists that were made are the request's */
	o->sizes = plain.sizes;
	o->segments = plain.segments;
	a->tune.library = o->library;
	a->tune.segments = o->segments;
	a->tune.all_segments = tune.all_segments;
	a->tune.trace = trace;
	a->tune.replay = a->setting.options;
	a->tune.effort = EFFORT;
	a->tune.seconds = o->budget < 0 ? trying : o->budget;
	memcpy(a->tune.operations, tune.operations, sizeof(tune.operations));
	return status;
}

enum status tune_by_trace(struct context *context, struct tune_request *o, const struct progress *progress,
			  struct error *err)
{
	struct replay_given given = REPLAY_GIVEN_NONE;
	struct trace_asked asked = {.context = context, .request = o, .given = &given};
	struct trace *trace = NULL;
	enum status status = check(o, err);

	given.computation = o->computation;
	given.placement = (struct placement_options){.intra = o->intra, .inter = o->inter, .placement = o->placement};
	if (status == OK)
		status = trace_open(&trace, o->trace, err);
	if (status == OK)
		status = replay_setting_read(&asked.setting, &given, trace, err);
	if (status == OK)
		status = options_of(&asked, o, trace, err);
	asked.tune.progress = progress;
	if (status == OK)
		trace_tell_incomplete(context, trace);
	if (status == OK)
		status = machine_state_each(context, model_of(o), o->state, tune_it, &asked, err);
	replay_setting_release(&asked.setting);
	trace_free(trace);
	return status;
}
