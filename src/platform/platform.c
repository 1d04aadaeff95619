#include "platform/platform.h"

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

enum status platform_run(struct platform *platform, const struct experiment *what, size_t n,
			 struct observation *observations, struct error *err)
{
	return platform->class->run(platform, what, n, observations, err);
}

bool platform_runs_together(const struct platform *platform)
{
	return platform->class->run_together;
}

enum status platform_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				  struct observation *observations, struct error *err)
{
	if (k == 1)
		return platform_run(platform, list, n, observations, err);
	if (!platform_runs_together(platform))
		return error_set(err, ERR_INPUT, "this platform makes one experiment at a time, not %zu", k);
	return platform->class->run_together(platform, list, k, n, observations, err);
}

double platform_now(struct platform *platform)
{
	return platform->class->now(platform);
}

enum status platform_describe(struct platform *platform, struct circumstances *circumstances, struct error *err)
{
	return platform->class->describe(platform, circumstances, err);
}

enum statistic platform_statistic(const struct platform *platform)
{
	return platform->class->statistic;
}

double platform_spread(const struct platform *platform)
{
	return platform->class->spread;
}

void platform_close(struct platform *platform)
{
	platform->class->close(platform);
}
