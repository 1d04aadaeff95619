#include "cli/command.h"
static enum status report(struct context *context, struct error *err) { (void)context; return error_set(err, ERR_USAGE, "not yet"); }
const struct command command_report = {.name = "report", .operands = "", .summary = "", .example = "", .run = report};
