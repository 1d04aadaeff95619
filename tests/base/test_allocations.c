/*
 * Each allocation fails once: the n-th, for n = 1, 2, … until what is done succeeds. Then it must say ERR_MEMORY, leave
 * nothing allocated, and read or write nothing that is not its own, which sanitizers see.
 *
 * The linker has the library's calls of malloc and its like come here (--wrap). Those of other libraries do not:
 * jansson takes some failures for a wrong text, which tests/model/test_file_broken.c looks at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithm/choice.h"
#include "algorithm/request.h"
#include "decompose/sequence.h"
#include "model/file/file.h"
#include "predict/operation.h"
#include "replay/simulated.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"
#include "rules/tuned_json.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"
#include "trace/reader.h"
#include "trace/summary.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Blocks that are there: enough slots that half are free. */
enum { SLOTS = 1 << 16 };
static void *blocks[SLOTS];
static size_t asked, fails_at, live;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static size_t slot_of(const void *block)
{
	size_t i = ((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15u % SLOTS;

	while (blocks[i] && blocks[i] != block)
		i = (i + 1) % SLOTS;
	return i;
}

static void *keep(void *block)
{
	if (block) {
		blocks[slot_of(block)] = block;
		live++;
		assert_true(live < SLOTS / 2);
	}
	return block;
}

/* What others have allocated, as the C library for a line, is not counted. */
static void forget(const void *block)
{
	size_t i = slot_of(block);

	if (!block || !blocks[i])
		return;
	blocks[i] = NULL;
	live--;
	for (size_t k = (i + 1) % SLOTS; blocks[k]; k = (k + 1) % SLOTS) { /* those behind it move up */
		void *moved = blocks[k];

		blocks[k] = NULL;
		blocks[slot_of(moved)] = moved;
	}
}

static bool fails(void)
{
	return ++asked == fails_at;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : keep(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : keep(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size)
{
	void *moved;

	if (fails())
		return NULL;
	forget(block);
	moved = __real_realloc(block, size);
	return keep(moved ? moved : block);
}

void __wrap_free(void *block)
{
	forget(block);
	__real_free(block);
}

char *__wrap_strdup(const char *text)
{
	char *copy = __wrap_malloc(strlen(text) + 1);

	return copy ? strcpy(copy, text) : NULL;
}

char *__wrap_strndup(const char *text, size_t most)
{
	size_t length = strnlen(text, most);
	char *copy = __wrap_malloc(length + 1);

	if (copy) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

static const char model_file[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 4,\n"
	"\"hosts\": [\"a\", \"a\", \"b\", \"b\"], \"classes\": [0, 0, 1, 1],\n"
	"\"parameters\": {\"L\": 1e-5, \"o_s\": {\"bytes\": [0, 1024], \"seconds\": [1e-6, 2e-6]},\n"
	"\"o_r\": {\"bytes\": [0, 1024], \"seconds\": [1e-6, 2e-6]},\n"
	"\"g\": {\"bytes\": [0, 1024], \"seconds\": [2e-6, 5e-6]}},\n"
	"\"uncertainty\": {\"L\": [9e-6, 2e-5]},\n"
	"\"provenance\": {\"eager_bytes\": 4096, \"ports\": \"in turn\"}}\n";

static struct model *model;
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

/* What was read or simulated, in a number. */
static double digest;

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

/* Runs it with each allocation failing in turn; how many there were. spares: what is kept to be used again may be lost
 * without a word, if what is read stays the same. */
static size_t fail_each(const char *what, enum status (*run)(struct error *err), bool spares)
{
	size_t before = live;
	struct error undisturbed = {.status = OK};
	double expected;

	digest = 0;
	if (run(&undisturbed) != OK)
		fail_msg("%s: %s", what, undisturbed.text);
	expected = digest;
	assert_true(!spares || expected > 0);
	for (fails_at = 1;; fails_at++) {
		struct error err = {.status = OK};
		enum status status;

		asked = 0;
		digest = 0;
		status = run(&err);
		if (status == OK && (digest < expected || digest > expected))
			fail_msg("%s, allocation %zu: %.17g is found, and %.17g without", what, fails_at, digest,
				 expected);
		if (live != before)
			fail_msg("%s, allocation %zu: %zu blocks are left", what, fails_at, live - before);
		if (asked < fails_at) {
			if (status != OK)
				fail_msg("%s: %s", what, err.text);
			break;
		}
		if (status != ERR_MEMORY && !(spares && status == OK))
			fail_msg("%s, allocation %zu: status %d \"%s\"", what, fails_at, (int)status, err.text);
	}
	asked = fails_at - 1;
	fails_at = 0;
	return asked;
}

static void what_memory_fails_for_says_so_and_leaves_nothing_behind(void **state)
{
	static const struct {
		const char *what;
		enum status (*run)(struct error *err);
		bool spares;
	} cases[] = {
		{"a model", read_and_write_a_model, false},    {"predictions", predict_all, false},
		{"a schedule", simulate_goal, false},          {"a trace", read_a_trace, true},
		{"a simulated trace", simulate_a_trace, true}, {"rules", check_rules, false},
		{"a selection", check_a_selection, false},     {"tables", read_tables, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t n = fail_each(cases[i].what, cases[i].run, cases[i].spares);

		print_message("%s: %zu allocations\n", cases[i].what, n);
		assert_true(n > 1);
	}
}

static int prepare(void **state)
{
	const char *build = getenv("SONDE_BUILD");
	char command[2048];

	(void)state;
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
