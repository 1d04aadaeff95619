#include "cli/tune/escalations.h"

#include <math.h>

#include "measuring/probing.h"
#include "measuring/thresholds.h"
#include "predict/escalation.h"
#include "sample/placement.h"
#include "tune/table.h"

enum { FEWEST = 3 };

/* Of a budget that the user gave, and s, at most. */
static const double part = 0.4, longest = 120;

/* Segments are two thirds of what escalates first, which need not be known to the byte, nor how often what escalates.
 */
static struct thresholds_options search_options(void)
{
	struct thresholds_options options = thresholds_options_default();

	options.tries = 50;
	options.sizes = 2;
	options.repeats = 5;
	return options;
}

/* Blocks of one host's processes do not meet in a switch. Where times are computed on several hosts nothing is lost
 * either, but those of a synthetic platform may escalate, which has no hosts. */
static enum status may_escalate(struct platform *platform, bool *may, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status;

	*may = false;
	if (platform->processes < FEWEST)
		return OK;
	status = platform_describe(platform, &here, err);
	*may = status == OK &&
	       (!here.node || (placement_nodes(here.node, here.processes) > 1 && platform_spread(platform) > 0));
	circumstances_release(&here);
	return status;
}

struct purpose tune_escalations_purpose(void)
{
	return purpose_of(PURPOSE_MEASURE_THRESHOLDS, "measure thresholds");
}

/* *late: the time was over before. */
static enum status measure(struct measure_command *c, struct thresholds *found, bool *late, struct error *err)
{
	const struct purpose purpose = tune_escalations_purpose();
	const struct thresholds_options options = search_options();
	struct measurement m = {.run = 0};
	enum status status = measuring_thresholds_prepare(c->measuring.platform, err);

	if (status == OK)
		status = measurement_begin(&m, &c->measuring, NULL, &purpose, err);
	if (status == OK)
		status = measuring_thresholds_run(&m, &options, found, err);
	*late = m.late;
	measurement_release(&m);
	return status;
}

/* In a part of the user's budget; the usual one, which is for what is measured after it, begins later. */
static enum status search(struct measure_command *c, struct thresholds *found, bool *late, struct error *err)
{
	struct measuring_options *options = &c->measuring.options;
	const struct measuring_options before = *options;
	double now = platform_now(c->measuring.platform);
	bool given = c->budget >= 0 && before.deadline > 0;
	const struct purpose purpose = tune_escalations_purpose();
	enum status status = measure_command_interrupted(c, &purpose, &options->resume, err);

	options->deadline = now + (given ? fmin(part * (before.deadline - now), longest) : longest);
	if (status == OK)
		status = measure(c, found, late, err);
	*options = before;
	if (!given && before.deadline > 0)
		options->deadline += platform_now(c->measuring.platform) - now;
	return status;
}

enum status tune_escalations_find(struct measure_command *c, const struct tune_options *tune, const struct model *given,
				  uint64_t sizes[2], bool *searched, struct error *err)
{
	const struct progress *progress = &c->measuring.host.progress;
	struct thresholds found = {.M1 = NAN, .M2 = NAN};
	struct error hindered = {.status = OK};
	bool may = false, late = false;
	enum status status = OK;

	*searched = false;
	if (!tune_table_has_gather(tune->library, tune->operations))
		return OK;
	if (given && (escalation_sizes(given, sizes) || escalation_sought(given)))
		return OK;
	status = may_escalate(c->measuring.platform, &may, err);
	if (status != OK || !may)
		return status;
	progress_note(progress, "whether linear gathers escalate is looked at, for rows that ask for segments in turn");
	status = search(c, &found, &late, &hindered);
	if ((status == ERR_STOPPED && late) || status == ERR_INPUT) {
		progress_warn(progress, "whether linear gathers escalate was not found: %s", hindered.text);
		return OK;
	}
	*searched = status == OK && escalation_between(found.M1, found.M2, sizes);
	return status == OK ? OK : error_set(err, status, "%s", hindered.text);
}
