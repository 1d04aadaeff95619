#ifndef TESTS_ALGORITHM_CHECKED_H
#define TESTS_ALGORITHM_CHECKED_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "algorithm/contract.h"

/* Fails the test, with the whole call, unless the algorithm's schedule of it is valid and passes the checker. */
static inline void assert_checked(struct check *check, const struct algorithm_class *algorithm, const struct call *call)
{
	struct algorithm_use use = {algorithm, call};
	struct schedule schedule = algorithm_schedule(&use);
	struct contract contract = algorithm_contract(call);
	struct error err = {0};

	if (algorithm_check(algorithm, call, &err) == OK && check_run(check, &schedule, &contract, &err) == OK)
		return;
	fail_msg("%s %s, %d processes, root %d, %llu elements, segment %llu, fan-out %d%s%s: %s",
		 collective_words[call->collective], algorithm->name, call->processes, call->root,
		 (unsigned long long)call->count, (unsigned long long)call->segment, call->fanout,
		 call->in_place ? ", in place" : "", call->commutes ? "" : ", order kept", err.text);
}

/* A call with what the algorithm needs: counts for scatterv and gatherv, which counts must have room for, as uneven as
 * can be. */
static inline struct call call_of(const struct algorithm_class *algorithm, int processes, int root, uint64_t count,
				  uint64_t *counts)
{
	struct call call = {.collective = algorithm->collective,
			    .processes = processes,
			    .root = root,
			    .count = count,
			    .commutes = true};

	if (algorithm->collective != COLLECTIVE_SCATTERV && algorithm->collective != COLLECTIVE_GATHERV)
		return call;
	for (int i = 0; i < processes; i++)
		counts[i] = (uint64_t)(i * 7 + 3) % 5 * count / 2;
	call.counts = counts;
	return call;
}

#endif
