/* Time that passes beside timings, and in those that nobody keeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../probe/stepped.h"
#include "measuring/pauses.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { TIMINGS = 20, SHORT = 5000, LONG = 6000, NEVER = 1000000 };

/* A platform on which something befalls a run: some seconds within its first timing, others beside. */
struct befallen {
	struct stepped stepped;
	double within, beside; /* s: of the next run */
	double always;         /* s: beside each */
	size_t processes;
};

static enum status befallen_run(struct platform *platform, const struct experiment *what, size_t n,
				struct observation *observations, struct error *err)
{
	struct befallen *b = (struct befallen *)platform;
	enum status status = stepped_run(platform, what, n, observations, err);

	observations->seconds += b->within / (double)what->loop;
	b->stepped.time += b->within + b->beside + b->always + (double)n * what->delay;
	b->within = b->beside = 0;
	return status;
}

struct fixture {
	struct platform_class class;
	struct befallen platform;
	struct campaign campaign, tracked;
};

static void begin(struct fixture *f)
{
	static const struct stepped_curve curve = {.latency = 1e-3, .slope = 1e-9};

	*f = (struct fixture){.class = stepped_class, .platform = {.stepped = stepped_platform(&curve, 0.02, 5)}};
	f->class.run = befallen_run;
	f->platform.processes = 2;
	f->platform.stepped.platform.class = &f->class;
}

static struct experiment point(enum experiment_kind kind, size_t bytes)
{
	return (struct experiment){
		.kind = kind, .from = 0, .to = 1, .bytes = bytes, .count = 1, .loop = 4, .warmup = 1};
}

static void run(struct fixture *f, const struct experiment *what, size_t n, bool keeps)
{
	struct observation observations[TIMINGS];
	struct sample *sample = keeps ? campaign_point(&f->campaign, what, NULL) : NULL;

	assert_int_equal(platform_run(&f->platform.stepped.platform, what, n, observations, NULL), OK);
	if (keeps)
		assert_int_equal(sample_add(sample, observations, n, NULL), OK);
}

static struct pauses find(struct fixture *f, struct upsets *upsets)
{
	const struct pauses_evidence evidence = {.runs = &f->platform.stepped.platform.long_runs,
						 .campaign = &f->campaign,
						 .tracked = &f->tracked,
						 .processes = f->platform.processes};

	*upsets = upsets_find(&f->campaign, &f->tracked, -INFINITY, NULL);
	return pauses_find(&evidence, upsets);
}

static void end(struct fixture *f)
{
	campaign_release(&f->campaign);
	campaign_release(&f->tracked);
}

static void what_befalls_a_run_is_found_by_what_such_runs_take(void **state)
{
	static const struct {
		const char *name;
		enum experiment_kind kind;
		size_t bytes, n; /* of the run that something befalls */
		bool keeps;
		double within, beside;
		size_t pauses, upset;
	} cases[] = {
		{"between timings", EXPERIMENT_ROUNDTRIP, SHORT, 2, true, 0, 0.5, 1, 0},
		{"a time slice or several", EXPERIMENT_ROUNDTRIP, SHORT, 2, true, 0, 0.1, 0, 0},
		{"in a timing that is kept", EXPERIMENT_ROUNDTRIP, SHORT, 2, true, 0.5, 0, 0, 1},
		{"in one that nobody keeps", EXPERIMENT_ROUNDTRIP, SHORT, 1, false, 0.5, 0, 1, 0},
		{"of a size that is not measured", EXPERIMENT_ROUNDTRIP, 7, 1, false, 0.5, 0, 1, 0},
		{"of a longer one", EXPERIMENT_ROUNDTRIP, NEVER, 1, false, 0.5, 0, 0, 0},
		{"of a longer one, for long", EXPERIMENT_ROUNDTRIP, NEVER, 1, false, 50, 0, 1, 0},
		{"of a call", EXPERIMENT_SEND_EARLY, SHORT, 5, false, 0.5, 0, 1, 0},
		{"in the only timing of a point", EXPERIMENT_SEND_EARLY, SHORT, 1, true, 0.5, 0, 0, 1},
		{"beside it", EXPERIMENT_SEND_EARLY, SHORT, 1, true, 0, 0.5, 1, 0},
		{"of an operation that nobody knows", EXPERIMENT_COLLECTIVE, SHORT, 1, false, 0.5, 0, 0, 0},
		{"of one that is timed thrice", EXPERIMENT_COLLECTIVE, SHORT, 3, false, 0.5, 0, 1, 0},
		{"nothing", EXPERIMENT_ROUNDTRIP, SHORT, 2, true, 0, 0, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT),
					what = point(cases[i].kind, cases[i].bytes);
		struct fixture f;
		struct pauses pauses;
		struct upsets upsets;

		begin(&f);
		for (size_t k = 0; k < TIMINGS / 2; k++)
			run(&f, &known, 2, true);
		f.platform.within = cases[i].within;
		f.platform.beside = cases[i].beside;
		run(&f, &what, cases[i].n, cases[i].keeps);
		pauses = find(&f, &upsets);
		if (pauses.n != cases[i].pauses || upsets.upset != cases[i].upset)
			fail_msg("%s: %zu pauses, %zu upset", cases[i].name, pauses.n, upsets.upset);
		if (pauses.n > 0) {
			assert_true(pauses.longest > 0.9 * (cases[i].within + cases[i].beside) &&
				    pauses.longest < cases[i].within + cases[i].beside + 0.03);
			assert_int_equal(pauses.what.bytes, cases[i].bytes);
		}
		end(&f);
	}
}

static void what_is_kept_alone_is_told_as_an_upset_timing(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT), what = point(EXPERIMENT_SEND_EARLY, 100);
	struct fixture f;
	struct upsets upsets;
	char text[600];

	(void)state;
	begin(&f);
	run(&f, &known, 5, true);
	f.platform.within = 5;
	run(&f, &what, 1, true);
	find(&f, &upsets);
	assert_non_null(strstr(upsets_text(&upsets, 0, text, sizeof(text)),
			       "1 of 6 timings was upset: the worst took 5 s more than usual (send-early of 100 B"));
	end(&f);
}

/* What all runs take beside their timings is how that platform is. */
static void what_many_runs_take_is_usual(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT);
	struct fixture f;
	struct upsets upsets;
	struct pauses pauses;

	(void)state;
	for (size_t runs = 10; runs <= 1000; runs *= 10) {
		begin(&f);
		f.platform.always = 0.3;
		for (size_t k = 0; k < runs; k++) {
			f.platform.beside = k == runs / 2 ? 5 : 0;
			run(&f, &known, 2, true);
		}
		pauses = find(&f, &upsets);
		assert_int_equal(pauses.n, 1);
		assert_true(pauses.longest > 5 && pauses.longest < 5.4);
		end(&f);
	}
}

/* So does what lies within a look of the machine's state, which is timed once more then. */
static void what_is_tried_and_kept_by_nobody_is_a_pause(void **state)
{
	const struct experiment sentinel = point(EXPERIMENT_ROUNDTRIP, 0), known = point(EXPERIMENT_ROUNDTRIP, SHORT);
	struct fixture f;
	struct upsets upsets;

	(void)state;
	begin(&f);
	run(&f, &known, 5, true);
	f.platform.within = 5;
	run(&f, &sentinel, 1, false);
	assert_int_equal(find(&f, &upsets).n, 1);
	assert_int_equal(upsets.upset, 0);
	end(&f);
}

/* Where no message is timed but those by which the machine is looked at. */
static void looks_at_the_machine_are_judged_by_looks(void **state)
{
	const struct experiment sentinel = point(EXPERIMENT_ROUNDTRIP, 0);
	struct upsets upsets = {.upset = 0};

	(void)state;
	for (int watched = 0; watched < 3; watched++) {
		struct fixture f;
		struct campaign seen = {.n = 0};
		struct pauses_evidence evidence = {.runs = &f.platform.stepped.platform.long_runs,
						   .campaign = &f.campaign,
						   .seen = &seen,
						   .sentinel = watched == 1 ? &sentinel : NULL,
						   .look = 1e-3,
						   .processes = 2};

		begin(&f);
		if (watched == 2)
			for (int k = 0; k < 3; k++)
				assert_int_equal(sample_add(campaign_point(&seen, &sentinel, NULL),
							    &(struct observation){.seconds = 1e-3}, 1, NULL),
						 OK);
		f.platform.beside = 3;
		run(&f, &sentinel, 1, false);
		assert_int_equal(pauses_find(&evidence, &upsets).n, watched > 0);
		campaign_release(&seen);
		end(&f);
	}
}

/* A timing between two states of the machine is only among those that are tracked. */
static void what_is_told_as_upset_is_no_pause(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT);
	struct observation observations[2];
	struct fixture f;
	struct upsets upsets;

	(void)state;
	begin(&f);
	for (size_t k = 0; k < 10; k++) {
		struct sample *all = campaign_point(&f.tracked, &known, NULL),
			      *main = campaign_point(&f.campaign, &known, NULL);

		f.platform.within = k == 5 ? 2 : 0;
		f.platform.beside = k == 8 ? 3 : 0;
		assert_int_equal(platform_run(&f.platform.stepped.platform, &known, 2, observations, NULL), OK);
		assert_int_equal(sample_add(all, observations, 2, NULL), OK);
		if (k != 5)
			assert_int_equal(sample_add(main, observations, 2, NULL), OK);
	}
	assert_int_equal(find(&f, &upsets).n, 1); /* that which came beside timings of the same point */
	assert_int_equal(upsets.upset, 1);
	end(&f);
}

static enum status run_side_by_side(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				    struct observation *observations, struct error *err)
{
	struct befallen *b = (struct befallen *)platform;
	double begin = b->stepped.time, longest = 0;

	for (size_t i = 0; i < k; i++) {
		b->stepped.time = begin;
		befallen_run(platform, &list[i], n, &observations[i * n], err);
		longest = fmax(longest, b->stepped.time - begin);
	}
	b->stepped.time = begin + longest;
	return OK;
}

/* The slowest of them says how long they take, and its timing is kept as those of the others are. */
static void experiments_side_by_side_are_judged_together(void **state)
{
	struct experiment pairs[] = {point(EXPERIMENT_ROUNDTRIP, SHORT), point(EXPERIMENT_ROUNDTRIP, NEVER * 100)};
	struct observation observations[2 * COUNT(pairs)];

	(void)state;
	pairs[1].from = 2, pairs[1].to = 3;
	for (int befalls = 0; befalls < 3; befalls++) {
		struct fixture f;
		struct upsets upsets;
		struct pauses pauses;

		begin(&f);
		f.class.run_together = run_side_by_side;
		for (size_t k = 0; k < 10; k++) {
			f.platform.within = befalls == 1 && k == 5 ? 8 : 0;
			f.platform.beside = befalls == 2 && k == 5 ? 8 : 0;
			assert_int_equal(platform_run_together(&f.platform.stepped.platform, pairs, COUNT(pairs), 2,
							       observations, NULL),
					 OK);
			for (size_t i = 0; i < COUNT(pairs); i++)
				assert_int_equal(sample_add(campaign_point(&f.campaign, &pairs[i], NULL),
							    &observations[2 * i], 2, NULL),
						 OK);
		}
		pauses = find(&f, &upsets);
		assert_int_equal(pauses.n, befalls == 2);
		assert_int_equal(upsets.upset, befalls == 1);
		end(&f);
	}
}

/* Of long ones there may be more than the list has room for: they do not keep it from the others, nor do others that
 * are as short. */
static void a_pause_is_found_among_many_long_runs(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT),
				large = point(EXPERIMENT_ROUNDTRIP, NEVER * 400);
	struct fixture f;
	struct upsets upsets;

	(void)state;
	begin(&f);
	for (size_t k = 0; k < 10; k++)
		run(&f, &large, 2, true);
	for (size_t k = 0; k < 200; k++)
		run(&f, &large, 1, false);
	for (size_t k = 0; k < 1000; k++) {
		f.platform.beside = k == 500 ? 1.3 : 0;
		run(&f, &known, 2, true);
	}
	assert_int_equal(find(&f, &upsets).n, 1);
	end(&f);
	begin(&f);
	for (size_t k = 0; k < 2000; k++) { /* 60 packets lost, and more */
		f.platform.beside = k == 1000 ? 0.55 : k % 33 == 0 ? 0.2 : 0;
		run(&f, &known, 2, true);
	}
	assert_true(find(&f, &upsets).n > 40 && find(&f, &upsets).more && find(&f, &upsets).longest > 0.5);
	end(&f);
}

/* A message of a train takes far less than one there and back. */
static void a_stop_among_trains_is_found(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT);
	struct experiment train = point(EXPERIMENT_TRAIN, SHORT);
	struct fixture f;
	struct upsets upsets;

	(void)state;
	train.count = 10000;
	train.loop = 1;
	for (int kept = 0; kept < 2; kept++) {
		begin(&f);
		run(&f, &known, 5, true);
		run(&f, &train, 5, true);
		f.platform.beside = 3;
		run(&f, &train, 1, kept);
		assert_int_equal(find(&f, &upsets).n, 1);
		end(&f);
	}
}

/* Large messages whose trials take long do not make pauses of short ones the rule. */
static void long_runs_of_other_sizes_hide_no_pauses(void **state)
{
	const struct experiment known = point(EXPERIMENT_ROUNDTRIP, SHORT),
				large = point(EXPERIMENT_ROUNDTRIP, NEVER * 400);
	struct fixture f;
	struct upsets upsets;
	struct pauses pauses;

	(void)state;
	begin(&f);
	for (size_t k = 0; k < 2000; k++) {
		f.platform.beside = k == 1000 ? 0.5 : k % 60 == 0 ? 0.25 : 0;
		run(&f, &known, 2, true);
		if (k < 10)
			run(&f, &large, 2, true);
		else if (k < 800)
			run(&f, &large, 1, false);
	}
	pauses = find(&f, &upsets);
	assert_true(pauses.n >= 20 && pauses.more && pauses.longest > 0.45);
	end(&f);
}

static void acknowledged_broadcasts_take_as_many_as_processes(void **state)
{
	struct experiment bcast = point(EXPERIMENT_COLLECTIVE, SHORT);
	struct fixture f;
	struct upsets upsets;

	(void)state;
	strcpy(bcast.setup.collective, "bcast");
	bcast.setup.timing = TIMING_ACKNOWLEDGED;
	bcast.loop = 1;
	begin(&f);
	f.platform.processes = 100;
	f.platform.beside = 0.3; /* 100 broadcasts of 1 ms in each of three timings */
	run(&f, &bcast, 3, true);
	assert_int_equal(find(&f, &upsets).n, 0);
	f.platform.beside = 6;
	run(&f, &bcast, 3, true);
	assert_int_equal(find(&f, &upsets).n, 1);
	end(&f);
}

static void processes_that_are_to_come_late_are_no_pause(void **state)
{
	struct experiment late = point(EXPERIMENT_COLLECTIVE, SHORT);
	struct fixture f;
	struct upsets upsets;

	(void)state;
	strcpy(late.setup.collective, "bcast");
	strcpy(late.setup.arrival, "late-root:0.2");
	begin(&f);
	f.platform.beside = 0.6;
	run(&f, &late, 3, true);
	assert_int_equal(find(&f, &upsets).n, 0);
	end(&f);
}

static void keeping_that_takes_far_longer_than_usual_is_a_pause(void **state)
{
	static const struct {
		double usual, once;
		size_t pauses;
	} cases[] = {{1e-3, 0.5, 1}, {1e-3, 0.1, 0}, {0.3, 0.5, 0}, {0.3, 1, 1}, {1e-3, -10, 0}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct experiment what = point(EXPERIMENT_ROUNDTRIP, SHORT);
		struct keeping keeping = {.known = false};

		for (int k = 0; k < 9; k++)
			pauses_keep(&keeping, &what, k == 5 ? cases[i].once : cases[i].usual, k);
		assert_int_equal(keeping.pauses.n, cases[i].pauses);
		assert_true(cases[i].pauses == 0 || keeping.pauses.at == 5);
	}
}

static void pauses_between_timings_are_told(void **state)
{
	const struct pauses none = {.n = 0}, one = {.n = 1,
						    .longest = 0.62,
						    .what = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = 1000},
						    .at = 107};
	const struct pauses both = pauses_join(one, (struct pauses){.n = 2, .more = true, .longest = 0.2});
	char text[400];

	(void)state;
	assert_false(pauses_text(&none, 100, text, sizeof(text)));
	assert_true(pauses_text(&one, 100, text, sizeof(text)));
	assert_non_null(strstr(text, "1 pause between timings: the longest took 0.62 s (roundtrip of 1000 B between "
				     "processes 0 and 1, until 7.0 s after the begin)."));
	assert_true(both.n == 3 && both.longest == 0.62 && both.what.bytes == 1000);
	assert_true(pauses_text(&both, 100, text, sizeof(text)));
	assert_non_null(strstr(text, "at least 3 pauses between timings: the longest took 0.62 s"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_befalls_a_run_is_found_by_what_such_runs_take),
		cmocka_unit_test(what_is_kept_alone_is_told_as_an_upset_timing),
		cmocka_unit_test(what_many_runs_take_is_usual),
		cmocka_unit_test(what_is_tried_and_kept_by_nobody_is_a_pause),
		cmocka_unit_test(looks_at_the_machine_are_judged_by_looks),
		cmocka_unit_test(what_is_told_as_upset_is_no_pause),
		cmocka_unit_test(experiments_side_by_side_are_judged_together),
		cmocka_unit_test(a_pause_is_found_among_many_long_runs),
		cmocka_unit_test(a_stop_among_trains_is_found),
		cmocka_unit_test(long_runs_of_other_sizes_hide_no_pauses),
		cmocka_unit_test(acknowledged_broadcasts_take_as_many_as_processes),
		cmocka_unit_test(processes_that_are_to_come_late_are_no_pause),
		cmocka_unit_test(keeping_that_takes_far_longer_than_usual_is_a_pause),
		cmocka_unit_test(pauses_between_timings_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
