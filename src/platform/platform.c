#include "platform/platform.h"

#include <math.h>

enum { AGAIN_MOST = 3 }; /* a clock that jumps does so once, and then not for long */

enum status platform_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	return platform->class->prepare(platform, bytes, err);
}

enum status platform_check(struct platform *platform, const struct experiment *what, struct error *err)
{
	if (experiment_check(what, err) != OK)
		return ERR_INPUT;
	return platform->class->check ? platform->class->check(platform, what, err) : OK;
}

static enum status do_again(struct platform *platform, const struct experiment *what, struct observation *observation,
			    struct error *err)
{
	enum status status = OK;

	for (int i = 0; status == OK && i < AGAIN_MOST && !observation_is_possible(what, observation); i++) {
		platform->went_back++;
		status = platform->class->run(platform, what, 1, observation, err);
	}
	if (status == OK && !observation_is_possible(what, observation))
		return error_set(err, ERR_PLATFORM,
				 "%d timings in a row of %s came out as %.3g s and the like: a clock goes back",
				 AGAIN_MOST + 1, experiment_name(what->kind), observation->seconds);
	return status;
}

/* begin: s, when it began; readied: platform->readied before it. */
static void note_run(struct platform *platform, const struct experiment *list, size_t k, size_t n,
		     const struct observation *observations, double begin, double readied)
{
	long_runs_add(&platform->long_runs, list, k, n, observations, begin + platform->readied - readied,
		      platform_now(platform));
}

enum status platform_run(struct platform *platform, const struct experiment *what, size_t n,
			 struct observation *observations, struct error *err)
{
	double begin = platform_now(platform), readied = platform->readied;
	enum status status = platform->class->run(platform, what, n, observations, err);

	for (size_t i = 0; status == OK && i < n; i++)
		status = do_again(platform, what, &observations[i], err);
	if (status == OK)
		note_run(platform, what, 1, n, observations, begin, readied);
	return status;
}

bool platform_runs_together(const struct platform *platform)
{
	return platform->class->run_together;
}

/* A timing below 0 is made alone, without the others beside it: what it tells is less wrong than nothing. */
static enum status together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
			    struct observation *observations, struct error *err)
{
	double begin = platform_now(platform), readied = platform->readied;
	enum status status = platform->class->run_together(platform, list, k, n, observations, err);

	for (size_t i = 0; status == OK && i < k * n; i++)
		status = do_again(platform, &list[i / n], &observations[i], err);
	if (status == OK)
		note_run(platform, list, k, n, observations, begin, readied);
	return status;
}

enum status platform_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				  struct observation *observations, struct error *err)
{
	if (k == 1)
		return platform_run(platform, list, n, observations, err);
	if (!platform_runs_together(platform))
		return error_set(err, ERR_INPUT, "this platform makes one experiment at a time, not %zu", k);
	return together(platform, list, k, n, observations, err);
}

double platform_now(struct platform *platform)
{
	return platform->class->now(platform);
}

double platform_ahead(struct platform *platform)
{
	return platform->class->reference ? platform_now(platform) - platform->class->reference(platform) : 0;
}

enum status platform_describe(struct platform *platform, struct circumstances *circumstances, struct error *err)
{
	return platform->class->describe(platform, circumstances, err);
}

enum status platform_traffic(struct platform *platform, struct traffic *traffic, struct error *err)
{
	*traffic = (struct traffic){.segments = 0};
	return platform->class->traffic ? platform->class->traffic(platform, traffic, err) : OK;
}

bool platform_has_cpu(const struct platform *platform)
{
	return platform->class->cpu != NULL;
}

enum status platform_cpu(struct platform *platform, struct cpu_time *times, struct error *err)
{
	if (!platform_has_cpu(platform))
		return error_set(err, ERR_INPUT, "this platform's processes have no CPU time of their own");
	return platform->class->cpu(platform, times, err);
}

void platform_pass(struct platform *platform, double seconds)
{
	double begin = platform_now(platform), now = begin;

	if (platform->class->pass)
		platform->class->pass(platform, seconds);
	while (!platform->class->pass && now >= begin && now < begin + seconds) /* a clock may go back */
		now = platform_now(platform); /* a processor that sleeps is slower afterwards */
}

bool platform_passes(const struct platform *platform)
{
	return platform->class->pass != NULL;
}

double platform_tick(const struct platform *platform)
{
	const struct clock *clock = &platform->clock;

	return clock->resolution > 0 ? fmax(clock->resolution, clock->cost) : 0;
}

enum statistic platform_statistic(const struct platform *platform)
{
	return platform->class->statistic;
}

double platform_spread(const struct platform *platform)
{
	return platform->spread;
}

void platform_close(struct platform *platform)
{
	platform->class->close(platform);
}
