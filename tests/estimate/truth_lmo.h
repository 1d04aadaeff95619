#ifndef SONDE_TESTS_ESTIMATE_TRUTH_LMO_H
#define SONDE_TESTS_ESTIMATE_TRUTH_LMO_H

#include "model/lmo_fit.h"
#include "truth.h"

/* Unlike processes and links; nothing is hidden behind anything else but what the model says. */
static inline struct model *truth_lmo(size_t n)
{
	struct link *links = NULL;
	size_t count = 0;
	struct model *model;

	if (lmo_links(n, &links, &count, NULL) != OK)
		fail_msg("no links for %zu processes", n);
	model = model_new(&model_lmo, n, links, count);
	free(links);
	assert_non_null(model);
	for (size_t l = 0; l < model->n_links; l++) {
		int i = model->links[l].from, j = model->links[l].to;

		if (i >= 0 && i == j) {
			truth_set(model, l, "C", (20 + 3 * i) * 1e-6);
			truth_set(model, l, "t", (2 + i % 7) * 1e-9);
		} else if (i >= 0) {
			truth_set(model, l, "L", (30 + 5 * (i * j % 7)) * 1e-6);
			truth_set(model, l, "inverse_beta", (1 + (i + j) % 5) * 1e-9);
		}
	}
	return model;
}

#endif
