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
 * - *off: how far a message's time is off at most, as a part of it; up to 0.5 % where a message keeps ports as long as
 *   the model has it, more where it cannot be said in SMPI's options.
 * - Ports: a message has the wire for as long as it keeps ports in the model. They share, or with the fact "ports" "in
 *   turn" serve one message at a time. Overheads of messages that wait for their receiver are not said, since SMPI has
 *   nothing for them.
 * - ERR_MEMORY. Local.
 */
enum status simgrid_write(const struct model *model, size_t hosts, uint64_t eager, FILE *out, double *off,
			  struct error *err);

#endif
