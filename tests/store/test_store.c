#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "place.h"
#include "store/store.h"

static bool same_double(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static struct circumstances example_circumstances(void)
{
	struct circumstances c = {.clock_resolution = 1e-9, .clock_cost = 2.9e-8, .seed = UINT64_MAX, .yielding = 3};
	struct error err = {0};

	assert_int_equal(circumstances_processes(&c, 3, &err), OK);
	c.hosts[0] = memory_text("north");
	c.hosts[2] = memory_text("s\xc3\xbc"
				 "d");
	c.bindings[1] = memory_text("0-1");
	c.platform = memory_text("mpi");
	c.library = memory_text("Open MPI v4.1.4, package: \"Debian\"");
	c.standard = memory_text("MPI 3.1");
	c.processor = memory_text("EPYC");
	c.command = memory_text("sonde estimate 'x'; --");
	c.started = memory_text("2024-02-29T12:00:00Z");
	c.version = memory_text("1.0 (abc)");
	return c;
}

static void same_text(const char *a, const char *b)
{
	assert_int_equal(!a, !b);
	if (a)
		assert_string_equal(a, b);
}

static void same_circumstances(const struct circumstances *a, const struct circumstances *b)
{
	assert_int_equal(a->processes, b->processes);
	for (size_t i = 0; i < a->processes; i++) {
		same_text(a->hosts[i], b->hosts[i]);
		same_text(a->bindings[i], b->bindings[i]);
	}
	same_text(a->platform, b->platform);
	same_text(a->library, b->library);
	same_text(a->standard, b->standard);
	same_text(a->processor, b->processor);
	same_text(a->command, b->command);
	same_text(a->started, b->started);
	same_text(a->version, b->version);
	same_text(a->buffers, b->buffers);
	assert_true(a->clock_resolution == b->clock_resolution && a->clock_cost == b->clock_cost);
	assert_true(a->seed == b->seed && a->yielding == b->yielding);
}

static void a_run_and_its_circumstances_come_back_as_they_were(void **state)
{
	struct place *place = *state;
	struct circumstances c = example_circumstances();
	struct error err = {0};
	struct store *store = must_open(place->path, 1);
	struct run run = {0};
	int64_t id = 0;

	assert_int_equal(begin_run(store, "first", &c, &id, &err), OK);
	for (int again = 0; again < 2; again++) {
		assert_int_equal(store_find(store, "first", &run, &err), OK);
		assert_true(run.id == id);
		assert_string_equal(run.name, "first");
		assert_int_equal(run.purpose.kind, PURPOSE_ESTIMATE);
		assert_string_equal(run.purpose.model, "plogp");
		assert_string_equal(run.purpose.method, "fast");
		assert_string_equal(run.purpose.title, "estimate plogp fast");
		assert_string_equal(run.started, "2024-02-29T12:00:00Z");
		same_circumstances(&run.circumstances, &c);
		if (again)
			assert_int_equal(strlen(run.ended), strlen("2024-02-29T12:00:00Z"));
		else
			assert_null(run.ended);
		run_release(&run);
		assert_int_equal(store_end(store, id, &err), OK);
		store_close(store);
		store = must_open(place->path, 0);
	}
	store_close(store);
	circumstances_release(&c);
}

/* The batches of one experiment need not follow each other, and may differ in loop, warmup and delay. */
static void points_and_observations_come_back_exactly_and_in_their_order(void **state)
{
	static const double numbers[] = {1.0 / 3, 0.1, 1e-300, 4.9406564584124654e-324, 1e300, 1e22, 42, 0};
	static const struct experiment experiments[] = {
		{EXPERIMENT_TRAIN, 3, 2, (size_t)INT64_MAX, 0, 17, 1, 0, 0, {.compute = 0}},
		{EXPERIMENT_ROUNDTRIP, 0, 1, 0, 0, 1, 5, 1, 0, {.operation = OPERATION_ISEND, .cold = {true, false}}},
		{EXPERIMENT_RECEIVE_EXPECTED, 1, 0, 64, 0, 1, 1, 0, 0.1, {.compute = 0}},
		{EXPERIMENT_TRAIN, 3, 2, (size_t)INT64_MAX, 0, 17, 2, 9, 0, {.compute = 0}},
		{EXPERIMENT_SEND, 0, 1, 64, 0, 1, 3, 3, 0, {.compute = 0}},
		{EXPERIMENT_RECEIVE, 1, 0, 64, 0, 1, 1, 0, 1e-5, {.collective = "bcast", .timing = TIMING_MAX}},
	};
	static const size_t points[] = {0, 1, 2, 0, 3, 4}; /* where the experiment is in the campaign */
	struct place *place = *state;
	struct error err = {0};
	struct campaign campaign = {0}, expected = {0};
	struct store *store = must_open(place->path, 1);
	int64_t other = must_begin(store, "other"), id = must_begin(store, NULL);

	for (size_t i = 0; i < 6; i++) {
		struct observation batch[8];

		for (size_t j = 0; j < 8; j++)
			batch[j] = (struct observation){.at = (double)(8 * i + j),
							.seconds = numbers[j],
							.send_seconds = j % 2 ? NAN : numbers[(i + j) % 8]};
		assert_int_equal(store_append(store, id, &experiments[i], batch, i + 3, &err), OK);
		assert_int_equal(store_append(store, other, &roundtrip, batch, 1, &err), OK);
		assert_int_equal(sample_add(campaign_point(&expected, &experiments[i], &err), batch, i + 3, &err), OK);
	}
	store_close(store);
	store = must_open(place->path, 0);
	assert_int_equal(store_load(store, id, &campaign, &err), OK);
	assert_int_equal(campaign.n, 5);
	for (size_t i = 0; i < 6; i++) {
		const struct sample *sample = campaign.samples[points[i]];

		assert_true(experiment_same_point(&sample->what, &experiments[i]));
		assert_int_equal(sample->n, expected.samples[points[i]]->n);
		for (size_t j = 0; j < sample->n; j++) {
			const struct observation *a = &sample->observations[j],
						 *b = &expected.samples[points[i]]->observations[j];

			assert_true(same_double(a->at, b->at) && same_double(a->seconds, b->seconds) &&
				    same_double(a->send_seconds, b->send_seconds));
		}
	}
	assert_int_equal(campaign.samples[2]->what.loop, 1);
	assert_true(campaign.samples[2]->what.delay == 0.1);
	assert_int_equal(campaign.samples[3]->what.warmup, 3);
	store_close(store);
	campaign_release(&campaign);
	campaign_release(&expected);
}

static void a_second_run_is_added_to_a_campaign_that_has_the_first(void **state)
{
	struct place *place = *state;
	struct error err = {0};
	struct campaign campaign = {0};
	struct store *store = must_open(place->path, 1);

	for (int i = 0; i < 2; i++) {
		struct observation one = {.at = i, .seconds = 1 + i, .send_seconds = NAN};
		int64_t id = must_begin(store, NULL);

		assert_int_equal(store_append(store, id, &roundtrip, &one, 1, &err), OK);
		assert_int_equal(store_load(store, id, &campaign, &err), OK);
	}
	assert_int_equal(campaign.n, 1);
	assert_int_equal(campaign.samples[0]->n, 2);
	assert_true(campaign.samples[0]->observations[1].seconds == 2);
	store_close(store);
	campaign_release(&campaign);
}

static void parts_and_notes_come_back_in_their_order(void **state)
{
	static const char *const names[] = {"gap", "calibration", "overhead", "gap"};
	struct place *place = *state;
	struct error err = {0};
	struct store *store = must_open(place->path, 1);
	int64_t other = must_begin(store, "other"), id = must_begin(store, "mine");
	struct run_part *parts = NULL;
	struct run_note *notes = NULL;
	size_t n = 0;

	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(store_part(store, id, names[i], 0.1 * (double)i, i * 1000, &err), OK);
		assert_int_equal(store_note(store, id, i % 2 ? NOTE_WARNING : NOTE_INFORMATION,
					    i / 2 ? NOTE_MACHINE : NOTE_MEASUREMENT, names[i], &err),
				 OK);
		assert_int_equal(store_note(store, other, NOTE_WARNING, NOTE_MACHINE, "not mine", &err), OK);
	}
	assert_int_equal(store_parts(store, id, &parts, &n, &err), OK);
	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(parts[i].name, names[i]);
		assert_true(parts[i].seconds == 0.1 * (double)i);
		assert_int_equal(parts[i].messages, i * 1000);
	}
	parts_free(parts, n);
	assert_int_equal(store_notes(store, id, &notes, &n, &err), OK);
	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(notes[i].severity, i % 2 ? NOTE_WARNING : NOTE_INFORMATION);
		assert_int_equal(notes[i].subject, i / 2 ? NOTE_MACHINE : NOTE_MEASUREMENT);
		assert_string_equal(notes[i].text, names[i]);
	}
	notes_free(notes, n);
	assert_int_equal(store_parts(store, other, &parts, &n, &err), OK);
	assert_int_equal(n, 0);
	parts_free(parts, n);
	store_close(store);
}

static void runs_are_listed_oldest_first_and_found_by_name_by_id_or_as_the_newest(void **state)
{
	static const char *const given[] = {"b", NULL, "a", "run-5", NULL, "2"};
	static const char *const names[] = {"b", "run-2", "a", "run-5", "run-6", "2"};
	static const struct {
		const char *text;
		int64_t id;
	} finds[] = {{"b", 1}, {"1", 1}, {"run-2", 2}, {"a", 3}, {"run-5", 4}, {"2", 7}, {"3", 3}, {"7", 7}, {NULL, 7}};
	static const int64_t ids[] = {1, 2, 3, 4, 6, 7}; /* run-5 was taken: the run that would have been 5 is 6 */
	struct place *place = *state;
	struct error err = {0};
	struct store *store = must_open(place->path, 1);
	struct run *runs = NULL, run = {0};
	size_t n = 1;

	assert_int_equal(store_runs(store, &runs, &n, &err), OK);
	assert_int_equal(n, 0);
	free(runs);
	assert_int_equal(store_find(store, NULL, &run, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "no run"));
	err = (struct error){0};
	for (size_t i = 0; i < 6; i++)
		assert_true(must_begin(store, given[i]) == ids[i]);
	assert_int_equal(store_runs(store, &runs, &n, &err), OK);
	assert_int_equal(n, 6);
	for (size_t i = 0; i < n; i++) {
		assert_true(runs[i].id == ids[i]);
		assert_string_equal(runs[i].name, names[i]);
		run_release(&runs[i]);
	}
	free(runs);
	for (size_t i = 0; i < sizeof finds / sizeof *finds; i++) {
		assert_int_equal(store_find(store, finds[i].text, &run, &err), OK);
		assert_true(run.id == finds[i].id);
		run_release(&run);
	}
	store_close(store);
}

static void a_run_that_is_not_there_is_refused_and_the_newest_few_are_named(void **state)
{
	struct place *place = *state;
	struct error err = {0};
	struct store *store = must_open(place->path, 1);
	struct run run = {0};
	char name[8];

	for (int i = 0; i < 7; i++) {
		snprintf(name, sizeof name, "n%d", i);
		must_begin(store, name);
	}
	assert_int_equal(store_find(store, "n7", &run, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "'n7'"));
	assert_non_null(strstr(err.text, "'n6', 'n5', 'n4', 'n3', 'n2'"));
	assert_null(strstr(err.text, "'n1'"));
	store_close(store);
}

static void a_name_that_is_taken_or_empty_is_refused(void **state)
{
	struct place *place = *state;
	struct circumstances none = {0};
	struct error err = {0}, empty = {0};
	struct store *store = must_open(place->path, 1);
	struct run *runs = NULL;
	size_t n = 0;
	int64_t id = -1;

	must_begin(store, "mine");
	assert_int_equal(begin_run(store, "mine", &none, &id, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "'mine' is taken by run 1"));
	assert_int_equal(begin_run(store, "", &none, &id, &empty), ERR_INPUT);
	assert_true(id == -1);
	err = (struct error){0};
	assert_int_equal(begin_run(store, "other", &none, &id, &err), OK);
	assert_int_equal(store_runs(store, &runs, &n, &err), OK);
	assert_int_equal(n, 2);
	run_release(&runs[0]);
	run_release(&runs[1]);
	free(runs);
	store_close(store);
}

static void what_belongs_to_a_run_that_is_not_there_is_refused(void **state)
{
	struct place *place = *state;
	struct observation one = {.at = 1, .seconds = 2, .send_seconds = 3};
	struct store *store = must_open(place->path, 1);
	struct error err[4] = {{0}};

	must_begin(store, NULL);
	assert_int_equal(store_append(store, 9, &roundtrip, &one, 1, &err[0]), ERR_INPUT);
	assert_int_equal(store_part(store, 9, "gap", 1, 1, &err[1]), ERR_INPUT);
	assert_int_equal(store_note(store, 9, NOTE_INFORMATION, NOTE_MACHINE, "busy", &err[2]), ERR_INPUT);
	assert_int_equal(store_end(store, 9, &err[3]), ERR_INPUT);
	for (int i = 0; i < 4; i++)
		assert_non_null(strstr(err[i].text, "no run 9"));
	store_close(store);
}

static void a_batch_that_cannot_be_stored_whole_is_not_stored_at_all(void **state)
{
	struct place *place = *state;
	struct experiment large = roundtrip, unknown = roundtrip, endless = roundtrip, early = roundtrip,
			  wide = roundtrip;
	const struct observation good[] = {{.at = 1, .seconds = 2, .send_seconds = 3},
					   {.at = 2, .seconds = 3, .send_seconds = 4}},
				 bad[] = {{.at = 1, .seconds = 2, .send_seconds = 3},
					  {.at = 2, .seconds = NAN, .send_seconds = 4}};
	const struct observation negative[] = {{.at = 1, .seconds = 2, .send_seconds = 3},
					       {.at = 2, .seconds = -3, .send_seconds = 4}},
				 endless_time[] = {{.at = 1, .seconds = 2, .send_seconds = 3},
						   {.at = 2, .seconds = INFINITY, .send_seconds = 4}};
	struct campaign campaign = {0};
	struct store *store = must_open(place->path, 1);
	int64_t id = must_begin(store, NULL);
	struct error err = {0};

	large.loop = (size_t)INT64_MAX + 1;
	unknown.kind = (enum experiment_kind)EXPERIMENT_KINDS;
	endless.delay = NAN;
	early.delay = -1e-9;
	wide.bytes = INT64_MAX;
	wide.setup.layout[1] = (struct layout){LAYOUT_VECTOR, 8, 4096};
	const struct {
		const struct experiment *what;
		const struct observation *observations;
		const char *word;
	} cases[] = {{&large, good, "9223372036854775808"},
		     {&unknown, good, "unknown kind"},
		     {&endless, good, "delay"},
		     {&early, good, "delay"},
		     {&wide, good, "no memory holds"},
		     {&roundtrip, bad, "observation 1"},
		     {&roundtrip, negative, "observation 1"},
		     {&roundtrip, endless_time, "observation 1"}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		err = (struct error){0};
		assert_int_equal(store_append(store, id, cases[i].what, cases[i].observations, 2, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].word));
	}
	err = (struct error){0};
	assert_int_equal(store_part(store, id, "gap", -1e-9, 1, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "-1e-09 s"));
	err = (struct error){0};
	assert_int_equal(store_load(store, id, &campaign, &err), OK);
	assert_int_equal(campaign.n, 0);
	assert_int_equal(store_append(store, id, &roundtrip, good, 0, &err), OK);
	assert_int_equal(store_append(store, id, &roundtrip, good, 2, &err), OK);
	assert_int_equal(store_load(store, id, &campaign, &err), OK);
	assert_int_equal(campaign.samples[0]->n, 2);
	campaign_release(&campaign);
	store_close(store);
}

static void a_store_in_memory_works_without_a_log(void **state)
{
	struct observation one = {.at = 1, .seconds = 2, .send_seconds = NAN};
	struct campaign campaign = {0};
	struct error err = {0};
	struct store *store = must_open(":memory:", 1);
	int64_t id = must_begin(store, NULL);

	(void)state;
	assert_int_equal(store_append(store, id, &roundtrip, &one, 1, &err), OK);
	assert_int_equal(store_load(store, id, &campaign, &err), OK);
	assert_int_equal(campaign.n, 1);
	campaign_release(&campaign);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_A_PLACE(a_run_and_its_circumstances_come_back_as_they_were),
		IN_A_PLACE(points_and_observations_come_back_exactly_and_in_their_order),
		IN_A_PLACE(a_second_run_is_added_to_a_campaign_that_has_the_first),
		IN_A_PLACE(parts_and_notes_come_back_in_their_order),
		IN_A_PLACE(runs_are_listed_oldest_first_and_found_by_name_by_id_or_as_the_newest),
		IN_A_PLACE(a_run_that_is_not_there_is_refused_and_the_newest_few_are_named),
		IN_A_PLACE(a_name_that_is_taken_or_empty_is_refused),
		IN_A_PLACE(what_belongs_to_a_run_that_is_not_there_is_refused),
		IN_A_PLACE(a_batch_that_cannot_be_stored_whole_is_not_stored_at_all),
		IN_A_PLACE(a_store_in_memory_works_without_a_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
