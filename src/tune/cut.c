#include "tune/cut.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	const struct tune_seen *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Of what was seen several times at a size one is left, which is worse if one of them was. Returns how many are left.
 */
static size_t join(struct tune_seen *seen, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (kept > 0 && seen[kept - 1].bytes == seen[i].bytes)
			seen[kept - 1].worse = seen[kept - 1].worse || seen[i].worse;
		else
			seen[kept++] = seen[i];
	}
	return kept;
}

size_t tune_cut(const uint64_t range[2], struct tune_seen *seen, size_t n, uint64_t (*parts)[2])
{
	size_t found = 0;

	qsort(seen, n, sizeof(*seen), compare);
	n = join(seen, n);
	if (n == 0) {
		parts[0][0] = range[0];
		parts[0][1] = range[1];
		return 1;
	}
	for (size_t i = 0; i < n; i++) {
		if (seen[i].worse)
			continue;
		if (i == 0 || seen[i - 1].worse)
			parts[found++][0] = i == 0 ? range[0] : seen[i].bytes;
		parts[found - 1][1] = i + 1 == n ? range[1] : seen[i].bytes;
	}
	return found;
}
