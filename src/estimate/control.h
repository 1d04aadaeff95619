#ifndef SONDE_ESTIMATE_CONTROL_H
#define SONDE_ESTIMATE_CONTROL_H

#include "estimate/method/options.h"

/* How long the longer message of control_find is, bytes. Local. */
size_t control_longer(double eager, size_t largest);

/*
 * Finds how a rendezvous' messages without data go beside the data of their direction, MODEL_CONTROL: behind these, as
 * in one stream of TCP, or apart from them.
 *
 * - A process sends the shortest message that waits for its receiver while a longer one of that receiver is on its way
 *   to it, whose data leave before the answer does (EXPERIMENT_CROSSED). Where the answer has to wait for these, the
 *   send lasts longer than alone by what is left of them: by more than half of what the longer message takes. That is
 *   four times as long, and 256 KiB at least, as far as largest allows.
 * - Nothing is found where the answer may have waited for its processor instead: where MPI_Isend and MPI_Wait of the
 *   longer message, alone, keep its sender for more than half of what it takes; as where no network's buffer takes the
 *   data, or the receiver pulls them (RTA), or answers that it has them (TA). Where model says that what moves the data
 *   leaves that processor free (RAT and RTA, ICP) these of the shorter one count, whose handshake is as long.
 * - eager: bytes, the longest message that does not wait; NAN: there is none, and nothing is found.
 * - largest: bytes that have been prepared for. Nothing is found if these are less than twice the shorter message.
 * - The fact has a text beside it, of the same name with MODEL_SEEN.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status control_find(struct prober *prober, struct link link, double eager, size_t largest, struct model *model,
			 struct error *err);

#endif
