/* Allocation failures of reading, predicting, simulating, and of what timings are reduced by. */
#include "allocations.h"

#include "algorithm/choice.h"
#include "algorithm/request.h"
#include "decompose/sequence.h"
#include "model/file/file.h"
#include "predict/operation.h"
#include "replay/simulated.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"
#include "rules/tuned_json.h"
#include "runs/run_reduction.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"
#include "trace/reader.h"
#include "trace/summary.h"

#include "../sample/disturbed.h"

static const char model_file[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 4,\n"
	"\"hosts\": [\"a\", \"a\", \"b\", \"b\"], \"classes\": [0, 0, 1, 1],\n"
	"\"parameters\": {\"L\": 1e-5, \"o_s\": {\"bytes\": [0, 1024], \"seconds\": [1e-6, 2e-6]},\n"
	"\"o_r\": {\"bytes\": [0, 1024], \"seconds\": [1e-6, 2e-6]},\n"
	"\"g\": {\"bytes\": [0, 1024], \"seconds\": [2e-6, 5e-6]}},\n"
	"\"uncertainty\": {\"L\": [9e-6, 2e-5]},\n"
	"\"provenance\": {\"eager_bytes\": 4096, \"ports\": \"in turn\"}}\n";

static struct model *model;
static struct campaign disturbed;
static char trace_path[256];

static enum status read_and_write_a_model(struct error *err)
{
	struct model *read = model_parse(model_file, "m.json", err);
	char *text = read ? model_text(read, err) : NULL;

	free(text);
	model_free(read);
	return text ? OK : err->status;
}

static enum status predict_all(struct error *err)
{
	const size_t sizes[] = {0, 1000};
	const struct predict_options options = predict_options_default(model);
	const struct collective_options wanted = {.collective = COLLECTIVE_BCAST, .processes = 4};
	struct collective_request request = {.algorithm = NULL};
	struct predictions found = {.n = 0};
	enum status status = collective_request_init(&request, &wanted, err);

	if (status == OK)
		status = predict_operation(&options, &request, sizes, COUNT(sizes), &found, err);
	predictions_release(&found);
	collective_request_release(&request);
	return status;
}

/* As every reader of a run of the store does. */
static enum status leave_out_warmup(struct error *err)
{
	const struct run run = {.purpose = {.kind = PURPOSE_MEASURE_P2P}};
	enum status status = run_drop_warmup(&run, &disturbed, err);

	digest = (double)disturbed.samples[0]->warmup_timings;
	return status;
}

static enum status simulate_goal(struct error *err)
{
	static const char text[] = "num_ranks 2\nrank 0 {\na: calc 100\nb: send 8b to 1 tag 7\nb requires a\n}\n"
				   "rank 1 {\nc: recv 8b from 0 tag 7\nd: send 70000b to 0\nd requires c\n}\n";
	const struct predict_options options = predict_options_default(model);
	struct goal goal;
	struct simulation found = {.seconds = 0};
	enum status status;
	struct schedule schedule;

	status = goal_parse_text(text, strlen(text), "two.goal", &goal, err);
	if (status == OK) {
		schedule = goal_schedule(&goal);
		status = predict_schedule(&options, &schedule, &found, err);
		status = status == ERR_INPUT ? OK : status; /* the second message is not received: it is said */
	}
	simulation_release(&found);
	goal_release(&goal);
	return status;
}

static double digest_of(const struct trace_summary *summary)
{
	double sum = (double)(summary->count.calls + 3 * summary->count.messages + 7 * summary->count.bytes) +
		     11 * summary->count.inside + 13 * (summary->end - summary->begin);

	for (int i = 0; i < summary->processes; i++)
		sum += (i + 17) * ((double)summary->process[i].count.calls + summary->process[i].count.inside);
	for (int i = 0; i < TRACE_FUNCTIONS; i++)
		sum += (i + 19) * ((double)summary->function[i].count.calls + summary->function[i].longest);
	for (size_t i = 0; i < summary->n_pairs; i++)
		sum += (double)((i + 23) * (summary->pair[i].messages + summary->pair[i].bytes));
	return sum + (double)(29 * summary->n_comms + 31 * summary->n_regions);
}

static enum status read_a_trace(struct error *err)
{
	struct trace *trace = NULL;
	struct trace_summary summary;
	struct error damage = {.status = OK};
	enum status status = trace_open(&trace, trace_path, err);

	if (status == OK) {
		status = trace_summarize(trace, &summary, &damage, err);
		digest = status == OK ? digest_of(&summary) : 0;
		trace_summary_release(&summary);
	}
	trace_free(trace);
	return status == OK ? damage.status : status;
}

static enum status simulate_a_trace(struct error *err)
{
	const struct replay_options how = {.compute_scale = 1};
	const struct predict_options options = predict_options_default(model);
	const struct costs costs = model_costs(&options.use, options.eager_most);
	struct trace *trace = NULL;
	struct simulation found = {.seconds = 0};
	struct replay *replay = NULL;
	enum status status = trace_open(&trace, trace_path, err);

	if (status == OK)
		status = replay_simulate(trace, &how, &costs, NULL, &found, &replay, err);
	for (int i = 0; status == OK && i < found.processes; i++)
		digest += (double)found.operations + (i + 1) * found.finish[i];
	simulation_release(&found);
	replay_free(replay);
	trace_free(trace);
	return status;
}

static enum status check_rules(struct error *err)
{
	static const char text[] = "1\n7\n1\n8\n2\n0 6 0 0\n4096 1 2 1024\n";
	struct tuned_file file = {.n = 0};
	struct rule_effects effects = {.n = 0};
	enum status status = tuned_read(text, strlen(text), &file, err);

	if (status == OK)
		status = tuned_check(&file, &effects, err);
	rule_effects_release(&effects);
	tuned_release(&file);
	return status;
}

static enum status check_a_selection(struct error *err)
{
	static const char text[] =
		"{\"collective=bcast\": {\"comm_type=intra\": {\"algorithm=MPIR_Bcast_intra_binomial\": "
		"{}}}}";
	struct mpich_tree tree = {.n = 0};
	struct rule_effects effects = {.n = 0};
	enum status status = mpich_read(text, strlen(text), &tree, err);

	if (status == OK)
		status = mpich_check(&tree, &effects, err);
	rule_effects_release(&effects);
	mpich_release(&tree);
	return status;
}

static enum status read_tables(struct error *err)
{
	static const char json[] = "{\"format\": \"sonde-collectives\", \"version\": 1, \"rules\": [{\"operation\": "
				   "\"bcast\", \"algorithm\": \"chain\", \"segment\": 1024}]}";
	struct choices choices = {.n = 0};
	struct sequence sequence = {.n = 0};
	enum status status = choices_read(&choices, "bcast any any binomial\n", err);

	if (status == OK)
		status = choices_read(&choices, json, err);
	if (status == OK)
		status = sequence_read("domain 64x64\nscatter\nrepeat 2\nexchange 2\nend\ngather\n", "steps", &sequence,
				       err);
	choices_release(&choices);
	sequence_release(&sequence);
	return status;
}

static void what_memory_fails_for_says_so_and_leaves_nothing_behind(void **state)
{
	static const struct allocating cases[] = {
		{"a model", read_and_write_a_model, false},    {"predictions", predict_all, false},
		{"a schedule", simulate_goal, false},          {"a trace", read_a_trace, true},
		{"a simulated trace", simulate_a_trace, true}, {"rules", check_rules, false},
		{"a selection", check_a_selection, false},     {"tables", read_tables, false},
		{"warm-up", leave_out_warmup, false},
	};

	(void)state;
	fail_each_of(cases, COUNT(cases));
}

static int prepare(void **state)
{
	const char *build = getenv("SONDE_BUILD");
	char command[2048];

	(void)state;
	disturbed_campaign(&disturbed);
	model = model_parse(model_file, "m.json", NULL);
	snprintf(trace_path, sizeof(trace_path), "%s/allocations.trace", build ? build : ".");
	snprintf(command, sizeof(command), "rm -rf '%s'; '%s/tests/sonde_test_trace' ring '%s'", trace_path,
		 build ? build : ".", trace_path);
	return model && system(command) == 0 ? 0 : -1; /* NOLINT(cert-env33-c) */
}

static int clear(void **state)
{
	char command[2048];

	(void)state;
	campaign_release(&disturbed);
	model_free(model);
	snprintf(command, sizeof(command), "rm -rf '%s'", trace_path);
	return system(command); /* NOLINT(cert-env33-c) */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_memory_fails_for_says_so_and_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, prepare, clear);
}
