#ifndef SONDE_LAB_RAISE_H
#define SONDE_LAB_RAISE_H

#include "lab/state.h"

/* A whole lab is made and removed. All are Local. */

/* This program's own path. ERR_PLATFORM. */
enum status lab_program(char *path, size_t room, struct error *err);

/*
 * Makes a lab; what was made of it is removed if that fails. kept: it stays when this process ends. lab_release frees
 * *lab. ERR_PLATFORM, ERR_INPUT (there is one of this name).
 */
enum status lab_raise(struct lab *lab, const char *name, const struct lab_shape *shape, bool kept, struct error *err);

/* Takes down the lab of this name if it was left over and nobody else will; *removed then is true. */
enum status lab_clear(const char *name, bool *removed, struct error *err);

/* Takes down the lab of this name. ERR_INPUT if there is none. */
enum status lab_take_down(const char *name, struct error *err);

#endif
