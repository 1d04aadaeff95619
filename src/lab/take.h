#ifndef SONDE_LAB_TAKE_H
#define SONDE_LAB_TAKE_H

#include "lab/state.h"

/*
 * Holds a lab that was loaded, and reads it anew, as soon as no one else holds it; waits up to 30 s for that. *gone: it
 * was removed meanwhile, and is not held. ERR_PLATFORM if it is still held then; ERR_INPUT or ERR_IO as lab_load. After
 * an error there is nothing left in *lab but its name.
 */
enum status lab_hold(struct lab *lab, bool *gone, struct error *err);

#endif
