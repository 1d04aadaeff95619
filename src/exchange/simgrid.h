#ifndef SONDE_EXCHANGE_SIMGRID_H
#define SONDE_EXCHANGE_SIMGRID_H

#include <stdio.h>

#include "model/model.h"

/*
 * Writes a model as a platform of SimGrid: hosts node0, node1, ... behind one switch, with the options of SMPI by which
 * a message takes what the model says.
 *
 * - model: complete, with parameters that hold for every pair; else ERR_INPUT says to average it.
 * - eager: bytes of the longest message whose send does not wait, UINT64_MAX for none that waits.
 * - *off: how far a message's time is off at most, as a part of it. Up to 0.5 % is given up so that messages keep
 *   ports for as long as the model has it; more cannot be said in SMPI's options.
 * - Ports: a message has the wire for as long as it keeps ports in the model. They share, serve one message at a time
 *   (pieces_ports), or do not wait for each other. in_turn_bytes is not said, nor are overheads of messages that wait
 *   for their receiver: SMPI has nothing for them.
 * - ERR_MEMORY. Local.
 */
enum status simgrid_write(const struct model *model, size_t hosts, uint64_t eager, FILE *out, double *off,
			  struct error *err);

#endif
