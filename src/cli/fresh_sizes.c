#include "cli/fresh_sizes.h"

#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const double smallest = 8, usual_largest = 1 << 20;

static double largest_of(const struct model *model)
{
	double largest = 0;
	const struct fact *fact = model_fact(model, "long_bytes");

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct curve *curve = &model->parameters[i].curve;

		if (curve->n > 1)
			largest = fmax(largest, curve->x[curve->n - 1]);
	}
	return largest > 0 || !fact || fact->text ? largest : fact->number;
}

static bool is_knot(const struct model *model, size_t bytes)
{
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		for (size_t k = 0; k < model->parameters[i].curve.n; k++)
			if (model->parameters[i].curve.x[k] == (double)bytes)
				return true;
	return false;
}

/* A size is fresh if no model was fitted at it and it has not been chosen. */
static bool is_fresh(struct model *const *models, size_t n_models, const struct size_list *sizes, size_t bytes)
{
	/* Models of straight lines do not tell their sizes, but these are halvings of powers of two. */
	if (bytes >= 64 && bytes % 32 == 0)
		return false;
	for (size_t i = 0; i < n_models; i++)
		if (is_knot(models[i], bytes))
			return false;
	return sizes->n == 0 || sizes->bytes[sizes->n - 1] < bytes;
}

enum status fresh_sizes(struct model *const *models, size_t n_models, size_t count, uint64_t seed, struct size_list *sizes, struct error *err)
{
	enum { TRIES = 20 };
	struct random random;
	double largest = 0;

	*sizes = (struct size_list){.bytes = malloc(count * sizeof(*sizes->bytes))};
	if (!sizes->bytes)
		return error_memory(err, "a list of sizes");
	for (size_t i = 0; i < n_models; i++)
		largest = fmax(largest, largest_of(models[i]));
	largest = fmax(largest > 0 ? largest : usual_largest, 2 * smallest);
	random_init(&random, seed);
	for (size_t i = 0; i < count; i++) {
		for (int try = 0; try < TRIES; try++) {
			double part = ((double)i + random_uniform(&random)) / (double)count;
			size_t bytes = (size_t)(smallest * pow(largest / smallest, part));

			if (is_fresh(models, n_models, sizes, bytes)) {
				sizes->bytes[sizes->n++] = bytes;
				break;
			}
		}
	}
	if (sizes->n == 0)
		return error_set(err, ERR_INPUT, "no size of %.0f to %.0f bytes is fresh: the models were fitted at all of them; give --sizes", smallest, largest);
	return OK;
}
