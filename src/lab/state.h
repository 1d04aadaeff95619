#ifndef SONDE_LAB_STATE_H
#define SONDE_LAB_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/lab.h"

/*
 * Begins a lab of this name and shape, owned by this process, with nothing made: its folder, with state, hosts (names
 * of the nodes), agent (a script that starts program as the launchers' agent) and tmp (a folder for their temporary
 * files). ERR_INPUT if there is a lab of that name. It is held (lab/hold.h) until lab_done or lab_release, which frees
 * *lab.
 */
enum status lab_begin(struct lab *lab, const char *name, const struct lab_shape *shape, const char *program,
		      struct error *err);

/* Notes a thing that is about to be made. */
enum status lab_note(struct lab *lab, const char *kind, const char *name, struct error *err);

/* Notes that all is made, and whether the lab is kept when its owner ends; lets go of it. */
enum status lab_done(struct lab *lab, bool kept, struct error *err);

/* Notes that this process begins to remove the lab. */
enum status lab_ending(struct lab *lab, struct error *err);

/* Reads a lab. ERR_INPUT if there is none of that name, or its file is not one of this program's. lab_release frees
 * *lab. */
enum status lab_load(struct lab *lab, const char *name, struct error *err);

/* The names of all labs, ascending; list[i] has LAB_NAME_MOST + 1 characters. *list is allocated, the caller frees it.
 */
enum status lab_list(char (**list)[LAB_NAME_MOST + 1], size_t *n, struct error *err);

/* Forgets a lab of which nothing is left. */
enum status lab_forget(const struct lab *lab, struct error *err);

/* Removes the folder of a lab of which a kill left nothing else, an empty one; true if it was there. */
bool lab_forget_empty(const char *name);

/* Removes what processes that are gone left of labs that they had not even begun. */
void lab_sweep(void);

/* True if nobody will take the lab down any more: who began to is gone; or it is not kept, or not even complete, and
 * its owner is gone; or the machine was started anew. */
bool lab_left_over(const struct lab *lab);

/* Frees what the lab holds, and lets go of it. */
void lab_release(struct lab *lab);

#endif
