#include "cli/measure/collective.h"
#include "cli/measure/overlap.h"
#include "cli/measure/p2p.h"
#include "cli/measure/protocols.h"
#include "cli/measure/schedule.h"
#include "cli/measure/thresholds.h"

#include <string.h>

/* What can be measured; each has options of its own. */
static const struct {
	const char *name;
	enum status (*run)(struct context *context, struct error *err);
} subjects[] = {{"p2p", measure_p2p},
		{"overlap", measure_overlap},
		{"collective", measure_collective},
		{"thresholds", measure_thresholds},
		{"protocols", measure_protocols},
		{"schedule", measure_schedule}};

/* The subject that is named first; the first of the list if none is. */
static enum status measure(struct context *context, struct error *err)
{
	for (size_t i = 0; context->argc > 0 && i < sizeof(subjects) / sizeof(subjects[0]); i++) {
		if (strcmp(context->argv[0], subjects[i].name) != 0)
			continue;
		context->argc--;
		context->argv++;
		return subjects[i].run(context, err);
	}
	return subjects[0].run(context, err);
}

const struct command command_measure = {
	.name = "measure",
	.operands = "[p2p|overlap|collective|thresholds|protocols|schedule FILE.goal]",
	.summary = "times of messages, of their overlap with computation, of collective operations, of schedules",
	.example = "mpirun -n 2 sonde measure p2p --op isend --sizes 0,1K,64K",
	.measures = true,
	.run = measure,
};
