#include "estimate/method/options.h"

struct estimate_options estimate_options_default(const struct model_class *class, const struct method *method)
{
	return (struct estimate_options){
		.class = class,
		.method = method,
		.pair = {0, 1},
		.probe = probe_options_default(),
		.sizes = {.rule = RULE_EXTRAPOLATION, .epsilon = 0.01, .least_step = 32, .jump = 0.25},
		.size_most = (size_t)4 << 20,
		.count_most = method->adaptive_most ? method->adaptive_most : 100,
		.blocks = 100,
		.strides = {2},
		.n_strides = 1,
		.long_size = method->plan == PLAN_TRIPLETS ? (size_t)16 << 10 : (size_t)1 << 20,
		.confidence = 0.95,
		.draws = 400,
	};
}

bool estimate_is_symmetric(const struct method *method)
{
	for (size_t r = 0; r < method->n_rows; r++)
		if (method->rows[r].kind != EXPERIMENT_ROUNDTRIP || !method->rows[r].reply_same)
			return false;
	return true;
}
