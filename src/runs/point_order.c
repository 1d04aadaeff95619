#include "runs/point_order.h"

#include <string.h>

int point_order(const struct experiment *a, const struct experiment *b)
{
	char text[2][SETUP_TEXT_MOST];
	int setups = strcmp(setup_format(&a->setup, text[0]), setup_format(&b->setup, text[1]));
	const double order[][2] = {
		{(double)a->kind, (double)b->kind},
		{setups, 0},
		{a->from, b->from},
		{a->to, b->to},
		{a->bytes != a->reply_bytes, b->bytes != b->reply_bytes},
		{(double)a->bytes, (double)b->bytes},
		{(double)a->reply_bytes, (double)b->reply_bytes},
		{(double)a->count, (double)b->count},
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (order[i][0] != order[i][1])
			return order[i][0] < order[i][1] ? -1 : 1;
	return 0;
}
