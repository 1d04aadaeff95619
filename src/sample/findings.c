#include "sample/findings.h"

#include <math.h>
#include <stdlib.h>

const char *machine_verdict_text(enum machine_verdict verdict, size_t n_states)
{
	static const char *const texts[][2] = {
		[MACHINE_UNKNOWN] = {NULL, NULL},
		[MACHINE_SAME] = {"stayed the same", "was in several states"},
		[MACHINE_CHANGED] = {"changed", "was in several states and changed"},
	};

	return texts[verdict][n_states > 1];
}

bool run_levels_alike(double a, double b)
{
	return fabs(log(a / b)) <= log1p(0.15);
}

void run_thresholds_release(struct run_thresholds *thresholds)
{
	free(thresholds->list);
	*thresholds = (struct run_thresholds){.n = 0};
}

void findings_release(struct findings *findings)
{
	run_thresholds_release(&findings->thresholds);
	*findings = (struct findings){.n_states = 0};
}
