#include "probe/prober.h"

#include <stdlib.h>

struct probe_options probe_options_default(void)
{
	return (struct probe_options){
		.stopping = {.least = 20, .most = 60, .error = 0.01, .confidence = 0.95, .statistic = STATISTIC_MIN},
		.steady = 5,
		.large = 524288,
		.large_most = 15,
		.epsilon = 0.01,
		.train_most = 163840,
		.patience = 30,
		.seed = 1,
	};
}

void prober_init(struct prober *prober, struct platform *platform, struct campaign *campaign,
		 const struct probe_options *options, const struct probe_sink *sink, const struct progress *progress)
{
	*prober = (struct prober){.platform = platform,
				  .campaign = campaign,
				  .options = options,
				  .whole = options,
				  .sink = sink,
				  .progress = progress,
				  .began = platform_now(platform)};
	random_init(&prober->random, options->seed);
}

void watch_release(struct watch *watch)
{
	campaign_release(&watch->seen);
	campaign_release(&watch->good);
	watch->n = 0;
}

void tracking_release(struct tracking *t)
{
	campaign_release(&t->all);
	free(t->at);
	free(t->seconds);
	free(t->firsts);
	free(t->looks.after);
	free(t->waiting.list);
	*t = (struct tracking){.on = false};
}

void deadline_release(struct deadline *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->climbs[i]);
	free(d->climbs);
	*d = (struct deadline){.n = 0};
}

static void groups_release(struct point_groups *groups)
{
	for (size_t i = 0; i < groups->n; i++)
		free(groups->list[i].points);
	free(groups->list);
	campaign_release(&groups->points);
	campaign_release(&groups->put_off);
	*groups = (struct point_groups){.n = 0};
}

void prober_release(struct prober *prober)
{
	watch_release(&prober->watch);
	tracking_release(&prober->tracking);
	deadline_release(&prober->deadline);
	groups_release(&prober->groups);
	campaign_release(&prober->unfinished.points);
	prober->unfinished.n = 0;
}

struct probe_options prober_part(const struct prober *prober, double part)
{
	struct probe_options options = *prober->options;
	double now = platform_now(prober->platform);

	if (options.deadline > now)
		options.deadline = now + part * (options.deadline - now);
	options.part = part * (options.part > 0 ? options.part : 1);
	return options;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

struct probe_options prober_rough(const struct prober *prober)
{
	enum { ROUGH = 3 * PROBE_VISIT };
	const double part = 0.5;
	struct probe_options rough = prober_part(prober, part);

	rough.stopping.least = smaller(rough.stopping.least, ROUGH);
	rough.stopping.most = smaller(rough.stopping.most, ROUGH);
	rough.large_most = smaller(rough.large_most, ROUGH);
	return rough;
}

struct estimate probe_estimate(const struct prober *prober, const struct sample *sample)
{
	const struct stopping *rule = &prober->options->stopping;

	return sample_estimate(sample, &(struct reduce_rule){.statistic = rule->statistic,
							     .confidence = rule->confidence,
							     .resolution = prober->platform->clock.resolution});
}
