#include "sample/findings.h"

#include <math.h>
#include <stdlib.h>

const char *machine_verdict_text(enum machine_verdict verdict)
{
	static const char *const texts[] = {
		[MACHINE_UNKNOWN] = NULL, [MACHINE_SAME] = "stayed the same", [MACHINE_CHANGED] = "changed"};

	return texts[verdict];
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
