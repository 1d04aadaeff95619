#ifndef SONDE_CLI_MACHINE_STATE_H
#define SONDE_CLI_MACHINE_STATE_H

#include "cli/command.h"
#include "model/model.h"
#include "sample/findings.h"

/* The line of an option table for the state of the machine that a model is taken in. */
#define MACHINE_STATE_OPTION(value)                           \
	OPT_TEXT(0, "machine-state", value, "main|NAME|each", \
		 "the state of the machine that the model is taken in, if it has several, or each (default main)")

/* Whether the option's value asks for each state. Local. */
bool machine_state_is_each(const char *state);

/* How many states of the machine a model has, at least 1; and the i-th of them. One that is the only one has no share,
 * seconds 0, and the name that its model has for it, else "main". Local. */
size_t machine_states(const struct model *model);
struct run_level machine_state_level(const struct model *model, size_t i);

/*
 * Reads a model and does something with it in the state that is asked for, or in each whose parameters it has: tables
 * that are printed then become one output (state_tables.h).
 *
 * - state: NULL: main.
 * - A note says of which state the model has no parameters.
 * - The model is freed.
 * - ERR_USAGE: it has no such state; ERR_* of model_read and of what is done.
 * - Local.
 */
enum status machine_state_each(struct context *context, const char *path, const char *state,
			       enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			       struct error *err);

#endif
