#include "evaluate/fresh_sizes.h"

#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const double smallest = 8, default_largest = 1 << 20;

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

struct fitted {
	struct model *const *models;
	size_t n;
};

static bool is_knot(const struct model *model, size_t bytes)
{
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		for (size_t k = 0; k < model->parameters[i].curve.n; k++)
			if (model->parameters[i].curve.x[k] == (double)bytes)
				return true;
	return false;
}

static bool is_knot_of_any(const void *context, size_t bytes)
{
	const struct fitted *fitted = context;

	for (size_t i = 0; i < fitted->n; i++)
		if (is_knot(fitted->models[i], bytes))
			return true;
	return false;
}

static bool is_fresh(const struct fresh_range *range, const struct size_list *sizes, size_t bytes)
{
	/* Models of straight lines do not tell their sizes, but these are halvings of powers of two. */
	if (bytes >= 64 && bytes % 32 == 0)
		return false;
	return !range->taken(range->context, bytes) && (sizes->n == 0 || sizes->bytes[sizes->n - 1] < bytes);
}

enum status fresh_sizes_draw(const struct fresh_range *range, size_t count, struct size_list *sizes, struct error *err)
{
	enum { TRIES = 50 };
	struct random random;

	*sizes = (struct size_list){.bytes = malloc((count + 1) * sizeof(*sizes->bytes))};
	if (!sizes->bytes)
		return error_memory(err, "a list of sizes");
	random_init(&random, range->seed);
	for (size_t i = 0; i < count; i++) {
		for (int try = 0; try < TRIES; try++) {
			double part = ((double)i + random_uniform(&random)) / (double)count;
			size_t bytes = (size_t)(range->least * pow(range->most / range->least, part));

			if (is_fresh(range, sizes, bytes)) {
				sizes->bytes[sizes->n++] = bytes;
				break;
			}
		}
	}
	return OK;
}

enum status fresh_sizes(struct model *const *models, size_t n_models, size_t count, uint64_t seed,
			struct size_list *sizes, struct error *err)
{
	const struct fitted fitted = {models, n_models};
	struct fresh_range range = {.least = smallest, .seed = seed, .taken = is_knot_of_any, .context = &fitted};
	enum status status;

	for (size_t i = 0; i < n_models; i++)
		range.most = fmax(range.most, largest_of(models[i]));
	range.most = fmax(range.most > 0 ? range.most : default_largest, 2 * smallest);
	status = fresh_sizes_draw(&range, count, sizes, err);
	if (status == OK && sizes->n == 0)
		return error_set(
			err, ERR_INPUT,
			"no size of %.0f to %.0f bytes is fresh: the models were fitted at all of them: name sizes",
			smallest, range.most);
	return status;
}
