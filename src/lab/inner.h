#ifndef SONDE_LAB_INNER_H
#define SONDE_LAB_INNER_H

#include "base/error.h"

/*
 * What a lab is called for by itself and by the launchers; no user does. ERR_INPUT for other arguments. The arguments
 * are those behind the word. All are Local. agent NAME [-OPTION ...] ADDRESS WORD ...: as ssh would, runs a command
 * line on the node of that address. enter NAME NODE PROGRAM ARGUMENT ...: runs a program on a node. Neither returns
 * unless it fails; what is run takes the place of this process.
 */
enum status lab_inner_agent(int argc, char **argv, struct error *err);
enum status lab_inner_enter(int argc, char **argv, struct error *err);

/*
 * slow NAME PROGRAM ARGUMENT ...: runs a program on the node that this process is on already, as slow as that node is.
 *
 * - Returns only if it fails. ERR_PLATFORM if the library that makes it slow is not there.
 */
enum status lab_inner_slow(int argc, char **argv, struct error *err);

/*
 * guard NAME: takes the lab down when its standard input ends, unless it has been taken down or is kept. guard NAME
 * MARK: ends then the processes that have the mark in their environment (lab/inside.h), and leaves the lab alone.
 */
enum status lab_inner_guard(int argc, char **argv, struct error *err);

/* wire NAME: carries the frames between the nodes (lab/wire_run.h). Returns only if it fails. */
enum status lab_inner_wire(int argc, char **argv, struct error *err);

#endif
