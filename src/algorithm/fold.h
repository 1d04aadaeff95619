#ifndef SONDE_ALGORITHM_FOLD_H
#define SONDE_ALGORITHM_FOLD_H

/*
 * Any number of processes as a power of two: of the first 2 * extra the even ones stand back, and the odd one beside
 * each takes part for both. Those that take part have numbers from 0 to power - 1, in order of rank.
 */
struct fold {
	int power, extra;
};

/* The largest power of two up to n; n > 0. Local, as are all of these. */
int power_below(int n);

struct fold fold_of(int processes);

/* A process's number, -1 if it stands back; and the process of a number. */
int fold_number(const struct fold *fold, int process);
int fold_process(const struct fold *fold, int number);

/* The first of the processes that a number stands for; that of power is the number of processes. */
int fold_first(const struct fold *fold, int number);

#endif
