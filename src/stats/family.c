#include "stats/family.h"

#include <stdlib.h>

#include "stats/compare.h"

enum status family_correct(struct family_test *const *tests, size_t n, struct error *err)
{
	double *p = calloc(2 * n + 1, sizeof(*p)), *holm = p ? p + n : NULL;
	enum status status = p ? OK : error_memory(err, "the p values");

	for (size_t i = 0; status == OK && i < n; i++)
		p[i] = tests[i]->p;
	if (status == OK)
		status = compare_holm(p, n, holm, err);
	for (size_t i = 0; status == OK && i < n; i++)
		tests[i]->holm = holm[i];
	free(p);
	return status;
}

bool family_differs(const struct family_test *test, double confidence)
{
	return test->holm < 1 - confidence;
}

bool family_exceeds(const struct family_test *test, double confidence)
{
	return test->holm < (1 - confidence) / 2;
}
