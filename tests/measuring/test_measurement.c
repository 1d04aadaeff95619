/* Runs on a platform whose times are known, with an archive that fails when it is told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../probe/scripted.h"
#include "measuring/sizes.h"

/* An archive that keeps nothing. */
struct forgetful {
	struct archive archive;
	size_t begun, ended;
	size_t appended, slow_at; /* the append, counted from 1, that takes half a second; 0: none */
	double *clock;            /* that it takes it from */
	bool begins_once, never_ends, median;
	struct cpu_time cpu[2]; /* what it was given last of two processes */
};

static enum status forgetful_begin(struct archive *archive, const struct archive_request *request, int64_t *run,
				   struct campaign *campaign, struct history *history, struct error *err)
{
	struct forgetful *f = (struct forgetful *)archive;

	(void)request, (void)campaign, (void)history;
	*run = (int64_t)++f->begun;
	return f->begun > 1 && f->begins_once ? error_set(err, ERR_IO, "the disk is full") : OK;
}

static enum status forgetful_append(struct archive *archive, int64_t run, const struct experiment *what,
				    const struct observation *observations, size_t n, struct error *err)
{
	struct forgetful *f = (struct forgetful *)archive;

	(void)run, (void)what, (void)observations, (void)n, (void)err;
	if (++f->appended == f->slow_at)
		*f->clock += 0.5;
	return OK;
}

static enum status forgetful_part(struct archive *archive, int64_t run, const char *name, double seconds,
				  size_t messages, struct error *err)
{
	(void)archive, (void)run, (void)name, (void)messages, (void)err;
	assert_true(seconds >= 0);
	return OK;
}

static enum status forgetful_note(struct archive *archive, int64_t run, enum note_severity severity,
				  enum note_subject subject, const char *text, struct error *err)
{
	(void)archive, (void)run, (void)severity, (void)subject, (void)text, (void)err;
	return OK;
}

static enum status forgetful_keep(struct archive *archive, int64_t run, const struct findings *findings,
				  struct error *err)
{
	struct forgetful *f = (struct forgetful *)archive;

	(void)run, (void)err;
	if (findings->n_cpu == 2)
		memcpy(f->cpu, findings->cpu, sizeof(f->cpu));
	f->median = f->median || (findings->statistic && *findings->statistic == STATISTIC_MEDIAN);
	return OK;
}

static enum status forgetful_end(struct archive *archive, int64_t run, struct error *err)
{
	struct forgetful *f = (struct forgetful *)archive;

	(void)run;
	f->ended++;
	return f->never_ends ? error_set(err, ERR_IO, "the disk is gone") : OK;
}

static const struct archive_class forgetful_class = {
	.begin = forgetful_begin,
	.append = forgetful_append,
	.part = forgetful_part,
	.note = forgetful_note,
	.keep = forgetful_keep,
	.end = forgetful_end,
};

/* Notes that say one of these, and how many runs the platform had made when the last one said that it was cold. */
struct noted {
	size_t again, cold, cold_after, paused;
	const size_t *runs;
};

static void take_note(void *context, enum note_severity severity, const char *text)
{
	struct noted *noted = context;

	(void)severity;
	noted->again += strstr(text, "measured once more") != NULL;
	noted->paused += strstr(text, "1 pause between timings: the longest took 0.5 s (") != NULL;
	if (strstr(text, "not yet warm")) {
		noted->cold++;
		noted->cold_after = *noted->runs;
	}
}

/* The first timings of each size take half as long again. */
enum { SIZES = 12, COLD = 5, TIMINGS = 40 };

static size_t taken[SIZES];

static double slow_at_first(const struct experiment *what, double now)
{
	size_t i = what->bytes / 1000;

	(void)now;
	if (what->bytes % 1000 != 0 || what->bytes == 0 || i > SIZES)
		return 10e-6;
	return (10e-6 + 1e-9 * (double)what->bytes) * (taken[i - 1]++ < COLD ? 1.5 : 1);
}

static struct experiment roundtrip_of(const void *context, size_t bytes, size_t curve)
{
	(void)context, (void)curve;
	return (struct experiment){
		.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = bytes, .reply_bytes = bytes, .count = 1};
}

struct fixture {
	struct scripted scripted;
	struct forgetful archive;
	struct noted noted;
	struct measuring measuring;
	struct measurement m;
};

static void begin_on(struct fixture *f, const struct platform_class *class)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p");
	struct error err = {0};

	memset(taken, 0, sizeof(taken));
	*f = (struct fixture){.scripted = scripted_platform(slow_at_first),
			      .archive = {.archive = {.class = &forgetful_class, .name = "nowhere"}}};
	f->scripted.platform.class = class;
	f->noted.runs = &f->scripted.runs;
	const struct measuring_host host = {.live = &f->scripted.platform,
					    .progress = {.note = take_note, .context = &f->noted},
					    .archive = &f->archive.archive};

	measuring_init(&f->measuring, &host);
	f->measuring.options.pair[0] = 0;
	f->measuring.options.pair[1] = 1;
	f->measuring.options.patience = 0;
	f->measuring.options.reps[0] = f->measuring.options.reps[1] = TIMINGS;
	assert_int_equal(measuring_open(&f->measuring, &err), OK);
	assert_int_equal(measurement_begin(&f->m, &f->measuring, NULL, &purpose, &err), OK);
}

static void begin(struct fixture *f)
{
	begin_on(f, &scripted_class);
}

static void end(struct fixture *f)
{
	measurement_release(&f->m);
	measuring_release(&f->measuring);
}

static void only_a_run_that_begins_again_is_said_to_be_measured_once_more(void **state)
{
	static const struct {
		bool begins_once, never_ends;
		enum status status;
		size_t begun, again;
	} cases[] = {{false, false, OK, 2, 1}, {true, false, ERR_IO, 2, 0}, {false, true, ERR_IO, 1, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fixture f;
		struct prober prober;
		struct error err = {0};

		begin(&f);
		const struct probe_options options = measuring_probe(&f.measuring.options);

		f.archive.begins_once = cases[i].begins_once;
		f.archive.never_ends = cases[i].never_ends;
		prober_init(&prober, f.m.platform, &f.m.campaign, &options, &f.m.sink, &f.m.progress);
		assert_int_equal(measurement_again(&f.m, &prober, &err), cases[i].status);
		assert_int_equal(f.archive.ended, 1);
		assert_int_equal(f.archive.begun, cases[i].begun);
		assert_int_equal(f.noted.again, cases[i].again);
		prober_release(&prober);
		end(&f);
	}
}

/* Measures all sizes; the platform fails at this run and the disk is slow at this append, counted from 1, or never for
 * 0. */
static void measure(struct fixture *f, size_t fails_at, size_t slow_at, enum status wanted)
{
	struct sizes_request request = SIZES_REQUEST;
	const struct explore_family family = {.at = roundtrip_of, .curves = 1, .together = 1};
	struct probing p;
	struct error err = {0};

	begin(f);
	f->scripted.fails_at = fails_at;
	f->archive.slow_at = slow_at;
	f->archive.clock = &f->scripted.time;
	request.sizes = (struct size_list){.bytes = calloc(SIZES, sizeof(*request.sizes.bytes)), .n = SIZES};
	for (size_t i = 0; i < SIZES; i++)
		request.sizes.bytes[i] = 1000 * (i + 1);
	assert_int_equal(sizes_families(&request, &f->m, &p, &family, 1, &err), wanted);
	assert_int_equal(probing_end(&p, wanted, &err), wanted);
	sizes_release(&request);
	end(f);
}

static void warmup_is_left_out_of_what_was_measured_whole_only(void **state)
{
	struct fixture f;

	(void)state;
	measure(&f, 0, 0, OK);
	assert_int_equal(f.noted.cold, 1);
	measure(&f, f.noted.cold_after, 0, ERR_PLATFORM);
	assert_int_equal(f.noted.cold, 0);
}

static void a_disk_that_is_slow_for_once_is_told(void **state)
{
	struct fixture f;

	(void)state;
	measure(&f, 0, 0, OK);
	assert_int_equal(f.noted.paused, 0);
	measure(&f, 0, 20, OK);
	assert_int_equal(f.noted.paused, 1);
}

/* Half of the timings take a time of their own: the minimum lies a third below the median. */
static double often_late(const struct experiment *what, double now)
{
	static size_t k;

	(void)now;
	return what->bytes % 1000 == 0 && what->bytes > 0 && k++ % 4 > 0 ? 15e-6 : 10e-6;
}

/* What stands for the timings at the end, and whether the archive was told. */
static void settled(bool settles, const char *other_host, double (*seconds)(const struct experiment *, double),
		    enum statistic wanted)
{
	struct sizes_request request = SIZES_REQUEST;
	const struct explore_family family = {.at = roundtrip_of, .curves = 1, .together = 1};
	char here[] = "here", there[16];
	char *hosts[] = {here, there};
	struct fixture f;
	struct probing p;
	struct error err = {0};
	char **known;
	size_t n;

	begin(&f);
	f.scripted.seconds = seconds;
	f.measuring.options.statistic = STATISTIC_MIN;
	snprintf(there, sizeof(there), "%s", other_host);
	known = f.m.circumstances.hosts;
	n = f.m.circumstances.processes;
	f.m.circumstances.hosts = hosts;
	f.m.circumstances.processes = 2;
	request.settles = settles;
	request.sizes = (struct size_list){.bytes = calloc(1, sizeof(*request.sizes.bytes)), .n = 1};
	request.sizes.bytes[0] = 1000;
	assert_int_equal(sizes_families(&request, &f.m, &p, &family, 1, &err), OK);
	assert_int_equal(measurement_rule(&f.m).statistic, wanted);
	assert_int_equal(p.options.stopping.statistic, wanted);
	assert_int_equal(f.archive.median, wanted == STATISTIC_MEDIAN);
	assert_int_equal(probing_end(&p, OK, &err), OK);
	f.m.circumstances.hosts = known;
	f.m.circumstances.processes = n;
	sizes_release(&request);
	end(&f);
}

static void between_hosts_the_median_takes_the_place_of_a_minimum_far_below(void **state)
{
	(void)state;
	settled(true, "there", often_late, STATISTIC_MEDIAN);
	settled(true, "here", often_late, STATISTIC_MIN);
	settled(false, "there", often_late, STATISTIC_MIN);
	settled(true, "there", slow_at_first, STATISTIC_MIN);
}

static enum status describe_two(struct platform *platform, struct circumstances *c, struct error *err)
{
	(void)platform;
	return circumstances_processes(c, 2, err);
}

/* Of each run process 0 has a CPU for a quarter of the time; process 1 takes part in none. A second had passed before.
 */
static enum status a_quarter(struct platform *platform, struct cpu_time *times, struct error *err)
{
	double runs = (double)((struct scripted *)platform)->runs;

	(void)err;
	times[0] = (struct cpu_time){1 + 0.25 * runs, 1 + runs};
	times[1] = (struct cpu_time){1, 1};
	return OK;
}

static void a_run_knows_what_its_processes_had_of_their_cpus(void **state)
{
	struct platform_class class = scripted_class;
	struct fixture f;
	struct prober prober;
	struct error err = {0};

	(void)state;
	class.describe = describe_two;
	class.cpu = a_quarter;
	begin_on(&f, &class);
	const struct probe_options options = measuring_probe(&f.measuring.options);

	prober_init(&prober, f.m.platform, &f.m.campaign, &options, &f.m.sink, &f.m.progress);
	for (int again = 0; again < 2; again++) {
		f.scripted.runs += 8;
		assert_int_equal(again ? measurement_end(&f.m, &prober, NULL, &err)
				       : measurement_again(&f.m, &prober, &err),
				 OK);
		assert_true(f.archive.cpu[0].cpu == 2 && f.archive.cpu[0].wall == 8);
		assert_true(circumstances_cpu_load(&f.m.circumstances, 0) == 0.25);
		assert_true(isnan(circumstances_cpu_load(&f.m.circumstances, 1)));
		assert_true(isnan(circumstances_cpu_load(&f.m.circumstances, 2)));
	}
	prober_release(&prober);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(between_hosts_the_median_takes_the_place_of_a_minimum_far_below),
		cmocka_unit_test(a_disk_that_is_slow_for_once_is_told),
		cmocka_unit_test(only_a_run_that_begins_again_is_said_to_be_measured_once_more),
		cmocka_unit_test(a_run_knows_what_its_processes_had_of_their_cpus),
		cmocka_unit_test(warmup_is_left_out_of_what_was_measured_whole_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
