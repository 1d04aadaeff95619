#ifndef SONDE_CLI_LAB_INNER_H
#define SONDE_CLI_LAB_INNER_H

#include "cli/command.h"

/*
 * What `sonde lab` is called for by itself and by the launchers; no user does. The arguments are those behind the word.
 * All are Local. agent NAME [-OPTION ...] ADDRESS WORD ...: as ssh would, runs a command line on the node of that
 * address. enter NAME NODE PROGRAM ARGUMENT ...: runs a program on a node. Neither returns unless it fails; what is run
 * takes the place of this process.
 */
enum status lab_agent(struct context *context, struct error *err);
enum status lab_enter(struct context *context, struct error *err);

/*
 * guard NAME: takes the lab down when its standard input ends, unless it has been taken down or is kept. guard NAME
 * MARK: ends then the processes that have the mark in their environment (lab/inside.h), and leaves the lab alone.
 */
enum status lab_guard(struct context *context, struct error *err);

#endif
