#ifndef SONDE_TESTS_DRAWN_H
#define SONDE_TESTS_DRAWN_H

#include <stdlib.h>

/*
 * How many cases are drawn, each as good as the other: some in the suite, which has to be quick, and all with
 * SONDE_TEST_ALL in the environment.
 */
static inline int drawn_cases(int all, int some)
{
	return getenv("SONDE_TEST_ALL") ? all : some;
}

#endif
