#ifndef SONDE_TESTS_SANITIZED_H
#define SONDE_TESTS_SANITIZED_H

/*
 * How often a loop goes round: so often, and so few times with sanitizers. What it compares are numbers, and these are
 * the same in the build without, which goes round all of it; a fault of memory shows in a few cases as in many.
 */
#ifdef __SANITIZE_ADDRESS__
#define FEWER(all, few) (few)
#else
#define FEWER(all, few) (all)
#endif

#endif
