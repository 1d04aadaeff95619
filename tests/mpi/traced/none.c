#include "expect.h"

void call_more(struct program *p)
{
	(void)p;
}
