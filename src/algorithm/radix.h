#ifndef SONDE_ALGORITHM_RADIX_H
#define SONDE_ALGORITHM_RADIX_H

/*
 * Phases of a mixed radix: the numbers of processes that exchange with each other in each. Their product is the number
 * of processes. left is what the phases to come are to multiply to, most the largest radix that is wanted: the radix is
 * the largest divisor of left that is not larger, or left's least divisor if all are. 1 for left = 1. Local.
 */
int radix_next(int left, int most);

#endif
