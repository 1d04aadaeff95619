#ifndef SONDE_TESTS_SIMULATE_LOGGP_H
#define SONDE_TESTS_SIMULATE_LOGGP_H

#include "model/classes.h"
#include "model/model.h"

/* Seconds; G by byte. */
struct loggp_times {
	double L, o_s, o_r, g, G;
};

/* LogGP of these times, the same for all pairs. NULL if memory does not suffice. */
static inline struct model *loggp_of(struct loggp_times times)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G"};
	const double values[] = {times.L, times.o_s, times.o_r, times.g, times.G};
	struct model *model = model_new(&model_loggp, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);

	for (size_t i = 0; model && i < sizeof(names) / sizeof(names[0]); i++) {
		if (model_set(model, 0, names[i], values[i], NULL) == OK)
			continue;
		model_free(model);
		model = NULL;
	}
	return model;
}

#endif
