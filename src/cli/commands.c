#include "cli/command.h"

extern const struct command command_measure, command_estimate, command_fit, command_model, command_predict, command_compare, command_report, command_info;

const struct command *const commands[] = {
	&command_measure, &command_estimate, &command_fit, &command_model, &command_predict, &command_compare, &command_report, &command_info, NULL,
};
