#ifndef SONDE_LAB_HOLD_H
#define SONDE_LAB_HOLD_H

#include "lab/lab.h"

/*
 * Who makes or removes things of a lab holds it, by a lock on its state file. Programs that are started meanwhile
 * inherit the lock, so that it ends with the last of them: what a process that was killed had begun is then done, and
 * noted. All are Local.
 */

/* Holds a lab whose state is in this folder, which no one else has seen yet. ERR_IO. */
enum status lab_hold_fresh(struct lab *lab, const char *folder, struct error *err);

/* Unlocks a lab, if it is held. */
void lab_unlock(struct lab *lab);

#endif
