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
 * - *off: how far a message's time is off at most, as a part of it, where it cannot be said in SMPI's options; 0: it is
 *   not.
 * - What a sender's or receiver's port takes beyond its part of the message (g of LogP) is not said, since SMPI has
 *   nothing for it: messages share links as SimGrid's fluid model does.
 * - ERR_MEMORY. Local.
 */
enum status simgrid_write(const struct model *model, size_t hosts, uint64_t eager, FILE *out, double *off,
			  struct error *err);

#endif
