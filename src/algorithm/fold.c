#include "algorithm/fold.h"

int power_below(int n)
{
	int power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}

struct fold fold_of(int processes)
{
	int power = power_below(processes);

	return (struct fold){power, processes - power};
}

int fold_number(const struct fold *fold, int process)
{
	if (process >= 2 * fold->extra)
		return process - fold->extra;
	return process % 2 == 0 ? -1 : process / 2;
}

int fold_process(const struct fold *fold, int number)
{
	return number < fold->extra ? 2 * number + 1 : number + fold->extra;
}

int fold_first(const struct fold *fold, int number)
{
	return number < fold->extra ? 2 * number : number + fold->extra;
}
