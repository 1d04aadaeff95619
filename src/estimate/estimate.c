#include "estimate/estimate.h"

#include "estimate/classes/classes.h"
#include "estimate/method/run.h"

enum status estimate_prepare(const struct estimate_options *options, struct platform *platform, struct error *err)
{
	return method_prepare(options, platform, err);
}

struct model *estimate_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign,
			   const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			   struct error *err)
{
	if (!options->classes)
		return method_run(options, platform, campaign, sink, progress, prober, err);
	if (method_check(options, platform, err) != OK)
		return NULL;
	return classes_run(options, platform, campaign, sink, progress, prober, err);
}

enum status estimate_measure(const struct estimate_options *list, size_t n, struct prober *prober, struct error *err)
{
	return method_measure(list, n, prober, err);
}

struct model *estimate_fit(const struct estimate_options *o, size_t processes, const struct campaign *const *launches,
			   size_t n_launches, struct error *err)
{
	return o->classes ? classes_fit(o, processes, launches, n_launches, err)
			  : method_fit(o, processes, launches, n_launches, err);
}
