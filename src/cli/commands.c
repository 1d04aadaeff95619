#include "cli/command.h"

extern const struct command command_measure, command_latency, command_bandwidth, command_estimate, command_fit,
	command_model, command_predict, command_compare, command_report, command_info, command_runs, command_export,
	command_stress, command_simulate, command_lab, command_schedule, command_decompose, command_trace, command_tune,
	command_run, command_self_test, command_import;

const struct command *const commands[] = {
	&command_latency,
	&command_bandwidth,
	&command_measure,
	&command_stress,
	&command_estimate,
	&command_fit,
	&command_model,
	&command_predict,
	&command_decompose,
	&command_simulate,
	&command_schedule,
	&command_tune,
	&command_compare,
	&command_report,
	&command_runs,
	&command_export,
	&command_trace,
	&command_run,
	&command_lab,
	&command_info,
	&command_self_test,
	&command_import,
	NULL,
};
