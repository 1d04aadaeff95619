#include "fuzz_store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fuzz.h"
#include "store/found.h"

static bool same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool same_text(const char *a, const char *b)
{
	return !a || !b ? a == b : strcmp(a, b) == 0;
}

/* Batches of a run as store_timings hands them out, and where they are copied to. */
struct copy {
	struct store *to;
	int64_t run, batch;
	struct experiment what;
	struct observation *observations;
	size_t n, capacity, total;
};

static void copy_batch(struct copy *copy)
{
	struct error err = {0};

	FUZZ_REQUIRE(
		fuzz_accepted(store_append(copy->to, copy->run, &copy->what, copy->observations, copy->n, &err), &err),
		"a batch that was read is not written: %s", err.text);
	copy->total += copy->n;
	copy->n = 0;
}

static enum status copy_timing(void *context, const struct timing *timing, struct error *err)
{
	struct copy *copy = context;

	(void)err;
	if (copy->n > 0 && timing->batch != copy->batch)
		copy_batch(copy);
	copy->observations = memory_grow(copy->observations, &copy->capacity, copy->n + 1, sizeof(*copy->observations));
	FUZZ_REQUIRE(copy->observations, "no memory for observations");
	copy->observations[copy->n++] = timing->observation;
	copy->batch = timing->batch;
	copy->what = timing->what;
	return OK;
}

static void same_observation(const struct observation *a, const struct observation *b)
{
	FUZZ_REQUIRE(a->at == b->at && a->seconds == b->seconds, "an observation of %.17g s at %.17g is %.17g at %.17g",
		     a->seconds, a->at, b->seconds, b->at);
	FUZZ_REQUIRE(same_number(a->send_seconds, b->send_seconds), "the send calls took %.17g and take %.17g",
		     a->send_seconds, b->send_seconds);
}

static void same_campaign(const struct campaign *a, const struct campaign *b)
{
	FUZZ_REQUIRE(a->n == b->n, "%zu points were written, %zu are read", a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		const struct sample *x = a->samples[i], *y = b->samples[i];

		FUZZ_REQUIRE(experiment_same_point(&x->what, &y->what) && x->what.loop == y->what.loop &&
				     x->what.warmup == y->what.warmup && x->what.delay == y->what.delay,
			     "point %zu is another", i);
		FUZZ_REQUIRE(x->n == y->n, "point %zu had %zu observations and has %zu", i, x->n, y->n);
		for (size_t o = 0; o < x->n; o++)
			same_observation(&x->observations[o], &y->observations[o]);
	}
}

static void copy_timings(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct copy copy = {.to = to, .run = copied};
	struct campaign read = {0}, again = {0};
	struct error err = {0}, load_err = {0}, count_err = {0};
	size_t points = 0, observations = 0;
	bool sound = fuzz_accepted(store_timings(from, run, copy_timing, &copy, &err), &err);

	FUZZ_REQUIRE(fuzz_accepted(store_load(from, run, &read, &load_err), &load_err) == sound,
		     "store_load and store_timings differ: \"%s\", \"%s\"", load_err.text, err.text);
	if (sound) {
		if (copy.n > 0)
			copy_batch(&copy);
		if (fuzz_accepted(store_count(from, run, &points, &observations, &count_err), &count_err))
			FUZZ_REQUIRE(observations == copy.total, "%zu observations are counted, %zu read", observations,
				     copy.total);
		FUZZ_REQUIRE(store_load(to, copied, &again, &err) == OK, "what was written is refused: %s", err.text);
		same_campaign(&read, &again);
	}
	campaign_release(&read);
	campaign_release(&again);
	free(copy.observations);
}

static void copy_parts(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_part *parts = NULL, *again = NULL;
	struct error err = {0};
	size_t n = 0, m = 0;

	if (!fuzz_accepted(store_parts(from, run, &parts, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(store_part(to, copied, parts[i].name, parts[i].seconds, parts[i].messages, &err) == OK,
			     "a part that was read is not written: %s", err.text);
	FUZZ_REQUIRE(store_parts(to, copied, &again, &m, &err) == OK && n == m, "%zu parts, then %zu", n, m);
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(strcmp(parts[i].name, again[i].name) == 0 && parts[i].seconds == again[i].seconds &&
				     parts[i].messages == again[i].messages,
			     "part %zu is another", i);
	parts_free(parts, n);
	parts_free(again, m);
}

static void copy_notes(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_note *notes = NULL, *again = NULL;
	struct error err = {0};
	size_t n = 0, m = 0;

	if (!fuzz_accepted(store_notes(from, run, &notes, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(store_note(to, copied, notes[i].severity, notes[i].subject, notes[i].text, &err) == OK,
			     "a note that was read is not written: %s", err.text);
	FUZZ_REQUIRE(store_notes(to, copied, &again, &m, &err) == OK && n == m, "%zu notes, then %zu", n, m);
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(notes[i].severity == again[i].severity && notes[i].subject == again[i].subject &&
				     strcmp(notes[i].text, again[i].text) == 0,
			     "note %zu is another", i);
	notes_free(notes, n);
	notes_free(again, m);
}

static void same_circumstances(const struct circumstances *a, const struct circumstances *b)
{
	char text[200];

	FUZZ_REQUIRE(circumstances_same_platform(a, b), "the platform is another: %s",
		     circumstances_difference(a, b, text, sizeof(text)));
	FUZZ_REQUIRE(same_text(a->standard, b->standard) && same_text(a->processor, b->processor) &&
			     same_text(a->command, b->command) && same_text(a->started, b->started) &&
			     same_text(a->version, b->version) && same_text(a->buffers, b->buffers),
		     "a text of the circumstances is another");
	FUZZ_REQUIRE(a->clock_resolution == b->clock_resolution && a->clock_cost == b->clock_cost &&
			     a->seed == b->seed && a->yielding == b->yielding,
		     "a number of the circumstances is another");
}

static void same_sizes(const struct size_list *a, const struct size_list *b)
{
	FUZZ_REQUIRE(a->n == b->n && a->adaptive == b->adaptive, "%zu sizes, then %zu", a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		FUZZ_REQUIRE(a->bytes[i] == b->bytes[i], "size %zu is another", i);
}

static void same_asked(const struct asked *a, const struct asked *b)
{
	FUZZ_REQUIRE(a->n == b->n, "%zu options, then %zu", a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		FUZZ_REQUIRE(same_text(a->options[i].key, b->options[i].key) &&
				     same_text(a->options[i].value, b->options[i].value) &&
				     a->options[i].resume == b->options[i].resume,
			     "option %zu is another", i);
	same_sizes(&a->sizes, &b->sizes);
}

static void copy_states(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_state *states = NULL, *again = NULL;
	struct error err = {0};
	size_t n = 0, m = 0;

	if (!fuzz_accepted(store_states(from, run, 0, 1, &states, &n, &err), &err))
		return;
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(store_set_state(to, copied, &states[i], &err) == OK, "a state is not written: %s",
			     err.text);
	FUZZ_REQUIRE(store_states(to, copied, 0, 1, &again, &m, &err) == OK && n == m, "%zu states, then %zu", n, m);
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(states[i].bytes == again[i].bytes && states[i].seconds == again[i].seconds,
			     "state %zu is another", i);
	free(states);
	free(again);
}

static void same_thresholds(const struct run_thresholds *a, const struct run_thresholds *b)
{
	FUZZ_REQUIRE(same_number(a->S, b->S) && same_number(a->M1, b->M1) && same_number(a->M2, b->M2) && a->n == b->n,
		     "a threshold is another");
	for (size_t i = 0; i < a->n; i++) {
		const struct run_escalation *x = &a->list[i], *y = &b->list[i];

		FUZZ_REQUIRE(x->bytes == y->bytes && x->made == y->made && x->escalated == y->escalated &&
				     same_number(x->q10, y->q10) && same_number(x->q50, y->q50) &&
				     same_number(x->q90, y->q90),
			     "escalation %zu is another", i);
	}
}

static void copy_thresholds(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct run_thresholds thresholds = {0}, again = {0};
	struct error err = {0};
	bool known = false, known_again = false;

	if (!fuzz_accepted(store_thresholds(from, run, &thresholds, &known, &err), &err) || !known)
		return;
	FUZZ_REQUIRE(store_set_thresholds(to, copied, &thresholds, &err) == OK, "thresholds are not written: %s",
		     err.text);
	FUZZ_REQUIRE(store_thresholds(to, copied, &again, &known_again, &err) == OK && known_again,
		     "thresholds that were written are refused: %s", err.text);
	same_thresholds(&thresholds, &again);
	run_thresholds_release(&thresholds);
	run_thresholds_release(&again);
}

static bool same_cost(const struct run_cost *a, const struct run_cost *b)
{
	return a->experiments == b->experiments && a->messages == b->messages && a->seconds == b->seconds;
}

static void same_evaluation(const struct stored_evaluation *a, const struct stored_evaluation *b)
{
	FUZZ_REQUIRE(a->n_models == b->n_models && a->n_operations == b->n_operations &&
			     a->confidence == b->confidence && a->noise == b->noise,
		     "an evaluation is another");
	for (size_t i = 0; i < a->n_models; i++) {
		const struct evaluated_model *x = &a->models[i], *y = &b->models[i];

		FUZZ_REQUIRE(same_text(x->name, y->name) && same_text(x->model, y->model) &&
				     same_text(x->method, y->method) && x->apart == y->apart &&
				     same_text(x->file, y->file) && same_cost(&x->cost, &y->cost),
			     "model %zu is another", i);
	}
	for (size_t i = 0; i < a->n_operations; i++)
		FUZZ_REQUIRE(same_text(a->operations[i].operation, b->operations[i].operation) &&
				     same_text(a->operations[i].algorithm, b->operations[i].algorithm),
			     "operation %zu is another", i);
	same_sizes(&a->sizes, &b->sizes);
	for (size_t i = 0; i < STORED_PARTS; i++)
		FUZZ_REQUIRE(a->parts[i].experiments == 0 || same_cost(&a->parts[i], &b->parts[i]),
			     "part %zu is another", i);
}

static void copy_evaluation(struct store *from, int64_t run, struct store *to, int64_t copied)
{
	struct stored_evaluation evaluation = {0}, again = {0};
	struct error err = {0};

	if (!fuzz_accepted(store_evaluation(from, run, &evaluation, &err), &err))
		return;
	FUZZ_REQUIRE(store_set_evaluation(to, copied, &evaluation, &err) == OK, "an evaluation is not written: %s",
		     err.text);
	FUZZ_REQUIRE(store_evaluation(to, copied, &again, &err) == OK, "an evaluation that was written is refused: %s",
		     err.text);
	same_evaluation(&evaluation, &again);
	stored_evaluation_release(&evaluation);
	stored_evaluation_release(&again);
}

static void same_run(const struct run *a, const struct run *b)
{
	FUZZ_REQUIRE(purpose_same(&a->purpose, &b->purpose) && strcmp(a->purpose.title, b->purpose.title) == 0,
		     "the purpose was \"%s\" and is \"%s\"", a->purpose.title, b->purpose.title);
	FUZZ_REQUIRE(a->statistic == b->statistic && a->machine == b->machine && a->switch_size == b->switch_size,
		     "the statistic, the machine or the switch is another");
	same_circumstances(&a->circumstances, &b->circumstances);
}

/* The names of the copies are the store's own: two texts that differ behind a 0 are one here. */
static int64_t copy_run(struct store *from, const struct run *run, struct store *to)
{
	struct run copied = {0};
	struct asked asked = {0}, again = {0};
	struct error err = {0}, asked_err = {0};
	bool known = fuzz_accepted(store_asked(from, run->id, &asked, &asked_err), &asked_err);
	const struct run_begin begin = {.purpose = &run->purpose,
					.statistic = run->statistic,
					.asked = known ? &asked : NULL,
					.circumstances = &run->circumstances};
	int64_t id;

	FUZZ_REQUIRE(store_begin(to, &begin, &id, &err) == OK, "a run that was read is not written: %s", err.text);
	FUZZ_REQUIRE(!run->machine || store_set_machine(to, id, run->machine, &err) == OK, "machine: %s", err.text);
	FUZZ_REQUIRE(!run->switch_size || store_set_switch(to, id, run->switch_size, &err) == OK, "switch: %s",
		     err.text);
	FUZZ_REQUIRE(store_run(to, id, &copied, &err) == OK && copied.id == id,
		     "a run that was written is not found: %s", err.text);
	same_run(run, &copied);
	FUZZ_REQUIRE(store_asked(to, id, &again, &err) == OK, "options that were written are refused: %s", err.text);
	same_asked(&asked, &again);
	run_release(&copied);
	asked_release(&asked);
	asked_release(&again);
	return id;
}

void fuzz_store_copy(struct store *from, const struct run *run, struct store *to)
{
	int64_t id = copy_run(from, run, to);
	struct error err = {0};

	copy_timings(from, run->id, to, id);
	copy_parts(from, run->id, to, id);
	copy_notes(from, run->id, to, id);
	copy_states(from, run->id, to, id);
	copy_thresholds(from, run->id, to, id);
	copy_evaluation(from, run->id, to, id);
	FUZZ_REQUIRE(store_delete(to, id, &err) == OK, "a run that was written is not removed: %s", err.text);
}
