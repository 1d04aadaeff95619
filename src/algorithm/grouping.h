#ifndef SONDE_ALGORITHM_GROUPING_H
#define SONDE_ALGORITHM_GROUPING_H

/*
 * Groups of equally many consecutive ranks, the last of them of what is left, and the order of processes in which each
 * group is consecutive: the root's group first, begun with the root, then the groups that follow, around. All of it is
 * arithmetic, whatever the number of processes.
 */
struct grouping {
	int processes, root;
	int size; /* ranks of a group */
};

/* Places from begin to end - 1. */
struct span {
	int begin, end;
};

/* The power of two nearest to the square root of the processes: so many ranks are a group where no groups are given.
 * Local, as are all of these. */
int grouping_default_size(int processes);

/* The process at a place of the order, the place of a process, and the places of the group that a place is in. */
int grouping_process(const struct grouping *grouping, int place);
int grouping_place(const struct grouping *grouping, int process);
struct span grouping_span(const struct grouping *grouping, int place);

#endif
