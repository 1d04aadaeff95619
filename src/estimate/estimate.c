#include "estimate/estimate.h"

#include "estimate/classes/classes.h"
#include "estimate/method/fit.h"
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

bool estimate_needs(const struct estimate_options *o, const struct experiment *what)
{
	for (size_t r = 0; r < o->method->n_rows; r++) {
		const struct design_row *row = &o->method->rows[r];
		size_t reply = row->reply_same ? what->bytes : 0;
		bool sized = row->sizes == SIZES_ALL || (row->sizes == SIZES_ZERO && what->bytes == 0) ||
			     (row->sizes == SIZES_LONG && what->bytes == o->long_size);

		if (what->kind == row->kind && sized && what->reply_bytes == reply)
			return true;
	}
	return false;
}

struct model *estimate_fit(const struct estimate_options *o, size_t processes, const struct campaign *const *launches,
			   size_t n_launches, struct error *err)
{
	return o->classes ? classes_fit(o, processes, launches, n_launches, err)
			  : method_fit(o, processes, launches, n_launches, err);
}
