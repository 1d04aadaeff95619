#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Longer texts are near to nothing. */
#define NAME_MAX_LENGTH 63

static size_t least_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Damerau's distance in its simple form (no letter moves twice): insertions, deletions, substitutions, swaps of
 * neighbours. Capitals count as small letters. Lengths up to NAME_MAX_LENGTH. */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m)
{
	size_t rows[3][NAME_MAX_LENGTH + 1];

	for (size_t j = 0; j <= m; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= m; j++) {
			row[j] = least_of(above[j - 1] + !same_letter(a[i - 1], b[j - 1]),
					  least_of(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
				row[j] = least_of(row[j], higher[j - 2] + 1);
		}
	}
	return rows[n % 3][m];
}

void name_nearer(const char *text, size_t length, const char *name, const char **nearest, size_t *distance)
{
	size_t found, name_length = strlen(name), limit = length / 3 > 2 ? length / 3 : 2;

	if (length > NAME_MAX_LENGTH || name_length > NAME_MAX_LENGTH)
		return;
	found = edit_distance(text, length, name, name_length);
	if (found > limit || found >= (length > name_length ? length : name_length) || (*nearest && found >= *distance))
		return;
	*nearest = name;
	*distance = found;
}

const char *name_nearest(const char *text, const char *const *names)
{
	const char *nearest = NULL;
	size_t distance = 0;

	for (; *names; names++)
		name_nearer(text, strlen(text), *names, &nearest, &distance);
	return nearest;
}
