#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runs/archive.h"

enum { AGAIN = 3, LONG_NAME = 300 };

/* Begins a run, and another one of the same name for each time that everything is measured again. */
static void begin_again(struct store_archive *self, const char *name, int64_t runs[AGAIN + 1])
{
	const struct purpose purpose = {.kind = PURPOSE_COMPARE};
	const struct circumstances here = {.processes = 2};

	for (int i = 0; i <= AGAIN; i++) {
		const struct archive_request request = {.name = name,
							.purpose = &purpose,
							.circumstances = &here,
							.statistic = STATISTIC_MEDIAN,
							.to = 1,
							.again = i > 0};
		struct campaign campaign = {0};
		struct history history = {.n_pool = 0};
		struct error err = {0};

		assert_int_equal(
			self->archive.class->begin(&self->archive, &request, &runs[i], &campaign, &history, &err), OK);
		campaign_release(&campaign);
		history_release(&history);
	}
}

static void expect_name(const struct store_archive *self, const char *name, int64_t run)
{
	struct run found = {0};
	struct error err = {0};

	assert_int_equal(store_find(self->store, name, &found, &err), OK);
	assert_int_equal(found.id, run);
	run_release(&found);
}

static void a_run_that_is_measured_again_has_a_name_of_its_own(void **state)
{
	struct store_archive self = store_archive(":memory:");
	int64_t runs[AGAIN + 1];

	(void)state;
	begin_again(&self, "evening", runs);
	expect_name(&self, "evening", runs[0]);
	expect_name(&self, "evening again", runs[1]);
	expect_name(&self, "evening again 2", runs[2]);
	expect_name(&self, "evening again 3", runs[3]);
	store_archive_release(&self);
}

static void so_has_one_of_a_long_name(void **state)
{
	struct store_archive self = store_archive(":memory:");
	char name[LONG_NAME + 1];
	int64_t runs[AGAIN + 1];

	(void)state;
	memset(name, 'x', LONG_NAME);
	name[LONG_NAME] = '\0';
	begin_again(&self, name, runs);
	expect_name(&self, name, runs[0]);
	for (int i = 1; i <= AGAIN; i++)
		assert_true(runs[i] > runs[i - 1]);
	store_archive_release(&self);
}

/* Interrupted before the pair's empty round trip: it knows what it found, and has no state of the machine. */
static void a_run_is_resumed_with_its_findings_before_it_knows_the_machine(void **state)
{
	const struct purpose purpose = {.kind = PURPOSE_COMPARE};
	const struct circumstances here = {.processes = 2};
	const struct experiment sent = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 64, .count = 1},
				empty = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .count = 1};
	const struct observation seen = {.seconds = 1e-6};
	struct archive_request request = {.purpose = &purpose, .circumstances = &here, .to = 1};
	struct store_archive self = store_archive(":memory:");
	struct archive *archive = &self.archive;

	(void)state;
	for (int i = 0; i < 3; i++) { /* begun, then resumed without and with the empty round trip */
		struct campaign campaign = {0};
		struct history history = {.n_pool = 0};
		struct findings found = {.switch_size = 0};
		struct error err = {0};
		int64_t run;

		request.resume = i > 0;
		assert_int_equal(archive->class->begin(archive, &request, &run, &campaign, &history, &err), OK);
		assert_int_equal(history.resumed, i > 0);
		assert_int_equal(history.timings, i);
		assert_int_equal(history.before_is_own, i == 2);
		assert_int_equal(archive->class->find(archive, run, &found, &err), OK);
		assert_int_equal(found.switch_size, i > 0 ? 12000 : 0);
		findings_release(&found);
		found = (struct findings){.switch_size = 12000};
		assert_int_equal(archive->class->keep(archive, run, &found, &err), OK);
		assert_int_equal(archive->class->append(archive, run, i == 0 ? &sent : &empty, &seen, 1, &err), OK);
		campaign_release(&campaign);
		history_release(&history);
	}
	store_archive_release(&self);
}

/* Of a purpose on this platform: begun, taken up, ended. Returns its number; *timings: that were there. */
static int64_t begin_one(struct archive *archive, const struct archive_request *request, size_t *timings)
{
	struct campaign campaign = {0};
	struct history history = {.n_pool = 0};
	struct error err = {0};
	int64_t run;

	assert_int_equal(archive->class->begin(archive, request, &run, &campaign, &history, &err), OK);
	*timings = history.timings;
	assert_int_equal(campaign.n, request->resume ? 1 : 0);
	campaign_release(&campaign);
	history_release(&history);
	return run;
}

static void a_run_that_has_ended_is_resumed_where_the_request_says_so(void **state)
{
	const struct purpose purpose = {.kind = PURPOSE_COMPARE}, other = {.kind = PURPOSE_MEASURE_COLLECTIVE};
	const struct circumstances here = {.processes = 2};
	const struct experiment sent = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 64, .count = 1};
	const struct observation seen = {.seconds = 1e-6};
	struct archive_request request = {.purpose = &purpose, .circumstances = &here, .to = 1};
	struct store_archive self = store_archive(":memory:");
	struct archive *archive = &self.archive;
	struct error err = {0};
	size_t timings;
	int64_t run = begin_one(archive, &request, &timings);

	(void)state;
	assert_int_equal(archive->class->append(archive, run, &sent, &seen, 1, &err), OK);
	assert_int_equal(archive->class->end(archive, run, &err), OK);
	request.resume = true;
	assert_int_equal(archive->class->admit(archive, &request, &err), ERR_INPUT);
	request.ended = true;
	assert_int_equal(archive->class->admit(archive, &request, &err), OK);
	assert_int_equal(begin_one(archive, &request, &timings), run);
	assert_int_equal(timings, 1);
	request.purpose = &other;
	assert_int_equal(archive->class->admit(archive, &request, &err), ERR_INPUT);
	store_archive_release(&self);
}

/* Whatever else refuses before a run begins leaves no empty file behind. */
static void who_is_admitted_makes_no_store_yet(void **state)
{
	const struct purpose purpose = {.kind = PURPOSE_COMPARE};
	const struct circumstances here = {.processes = 2};
	struct archive_request request = {.name = "evening", .purpose = &purpose, .circumstances = &here, .to = 1};
	char folder[] = "/tmp/sonde_test_archive.XXXXXX", path[100], none[100];
	struct store_archive self, nowhere;
	struct error err = {0};
	size_t timings;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/store.db", folder);
	snprintf(none, sizeof(none), "%s/none/store.db", folder);
	self = store_archive(path);
	nowhere = store_archive(none);
	assert_int_equal(self.archive.class->admit(&self.archive, &request, &err), OK);
	request.name = "";
	assert_int_equal(self.archive.class->admit(&self.archive, &request, &err), ERR_INPUT);
	assert_string_equal(err.text, "the name of a run cannot be empty");
	err = (struct error){0};
	assert_int_equal(nowhere.archive.class->admit(&nowhere.archive, &request, &err), ERR_IO);
	assert_int_not_equal(access(path, F_OK), 0);
	request.name = "evening";
	begin_one(&self.archive, &request, &timings);
	assert_int_equal(access(path, F_OK), 0);
	err = (struct error){0};
	assert_int_equal(self.archive.class->admit(&self.archive, &request, &err), ERR_INPUT);
	store_archive_release(&self);
	store_archive_release(&nowhere);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_is_measured_again_has_a_name_of_its_own),
		cmocka_unit_test(so_has_one_of_a_long_name),
		cmocka_unit_test(a_run_is_resumed_with_its_findings_before_it_knows_the_machine),
		cmocka_unit_test(a_run_that_has_ended_is_resumed_where_the_request_says_so),
		cmocka_unit_test(who_is_admitted_makes_no_store_yet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
