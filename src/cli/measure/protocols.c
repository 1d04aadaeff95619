#include "cli/measure/protocols.h"

#include "cli/measure/command.h"
#include "cli/measure/families.h"
#include "measuring/protocols.h"
#include "report/protocols.h"

static enum status run(struct measure_command *c, void *unused, struct error *err)
{
	struct purpose purpose = purpose_of(PURPOSE_ESTIMATE_SWITCH, "measure protocols");
	struct measurement m = {.run = 0};
	struct facts facts = {.n = 0};
	struct table *table = NULL;
	int *pair = c->measuring.options.pair;
	enum status status;

	(void)unused;
	if (pair[0] == LINK_ANY)
		pair[0] = 0, pair[1] = 1;
	status = measure_command_open(c, err);
	purpose_vary(&purpose, "facts", "all");
	if (status == OK)
		status = protocols_prepare(c->measuring.platform, err);
	if (status == OK)
		status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, &purpose, err);
	if (status == OK)
		status = protocols_run(&m, &facts, err);
	if (status == OK && (table = protocols_table(&facts)))
		measure_tell_run(&m, table);
	measurement_release(&m);
	facts_release(&facts);
	return status == OK ? command_print(c->context, table, err) : status;
}

enum status measure_protocols(struct context *context, struct error *err)
{
	struct measure_command c;
	const struct option options[] = {
		MEASURING_OPTIONS_WITHIN(&c, "none"),
		COMMON_OPTIONS(context),
	};

	return measure_command_run(&c, context, options, run, NULL, err);
}
