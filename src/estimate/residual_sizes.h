#ifndef SONDE_ESTIMATE_RESIDUAL_SIZES_H
#define SONDE_ESTIMATE_RESIDUAL_SIZES_H

#include <stdbool.h>
#include <stddef.h>

/* Sizes that were measured beside those of the fit, which does not see them. */
enum { RESIDUAL_CHECKS = 8 };
struct residual_checks {
	size_t sizes[RESIDUAL_CHECKS];
	size_t n;
	bool beside; /* of several models: their answers are a byte shorter, so that no fit takes them for its own */
};

#endif
