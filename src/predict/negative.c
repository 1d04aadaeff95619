#include "predict/negative.h"

#include <math.h>

void negative_times_add(struct negative_times *times, double seconds)
{
	if (isnan(seconds))
		return;
	times->all++;
	times->negative += seconds < 0;
	times->least = fmin(times->least, seconds);
}

bool negative_parameter(const struct model *model, size_t parameter)
{
	for (size_t l = 0; l < model->n_links; l++) {
		const struct curve *curve = &model->parameters[l * model->class->n_params + parameter].curve;

		for (size_t k = 0; k < curve->n; k++)
			if (curve->y[k] < 0)
				return true;
	}
	return false;
}

double negative_message(const struct model *model, const size_t *sizes, size_t n, size_t *bytes)
{
	double least = 0;

	*bytes = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t l = 0; l < model->n_links; l++) {
			const struct link link = model->links[l];
			bool alone = link.from == link.to && link.from != LINK_ANY;
			double seconds = alone ? 0 : model_p2p(model, link, sizes[i]);

			if (seconds < least) {
				least = seconds;
				*bytes = sizes[i];
			}
		}
	return least;
}
