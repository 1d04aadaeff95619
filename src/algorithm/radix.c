#include "algorithm/radix.h"

int radix_next(int left, int most)
{
	int radix = most < left ? most : left;

	while (radix > 1 && left % radix != 0)
		radix--;
	if (radix > 1 || left == 1)
		return radix;
	for (radix = 2; radix <= left / radix; radix++)
		if (left % radix == 0)
			return radix;
	return left;
}
