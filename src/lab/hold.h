#ifndef SONDE_LAB_HOLD_H
#define SONDE_LAB_HOLD_H

#include "lab/state.h"

/*
 * Who makes or removes things of a lab holds it, by a lock on its state file. Programs that are started meanwhile
 * inherit the lock, so that it ends with the last of them: what a process that was killed had begun is then done, and
 * noted. All are Local.
 */

/* Holds a lab whose state is in this folder, which no one else has seen yet. ERR_IO. */
enum status lab_hold_fresh(struct lab *lab, const char *folder, struct error *err);

/*
 * Holds a lab that was loaded, and reads it anew, as soon as no one else holds it; waits up to 30 s for that. *gone: it
 * was removed meanwhile, and is not held. ERR_PLATFORM if it is still held then; ERR_INPUT or ERR_IO as lab_load. After
 * an error there is nothing left in *lab but its name.
 */
enum status lab_hold(struct lab *lab, bool *gone, struct error *err);

/* Lets go of a lab, if it is held. */
void lab_let_go(struct lab *lab);

#endif
