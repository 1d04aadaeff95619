#ifndef SONDE_LAB_STATE_H
#define SONDE_LAB_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/shape.h"

enum { LAB_NAME_MOST = 24, LAB_PATH_MOST = 256 };

#define LAB_FOLDER "/var/lib/sonde-lab"

/* Something of the machine that was made for a lab. */
struct lab_thing {
	char kind[16];            /* "netns" or "cgroup" */
	char name[LAB_PATH_MOST]; /* of the namespace; path of the group */
};

/*
 * A lab as its state file tells of it: LAB_FOLDER/NAME/state, lines of text. A thing is noted there before it is made,
 * so that whoever finds the file can remove all that was made, and nothing else, after a kill at any time. Two labs
 * never share a name of a namespace: each has a tag drawn at random.
 */
struct lab {
	char name[LAB_NAME_MOST + 1];
	char tag[9];
	long owner;                 /* the process that made it */
	unsigned long long started; /* when the owner started, in ticks since boot: its number may come again */
	long ender;                 /* the process that has begun to remove it last, and when that started; 0: none */
	unsigned long long ender_started;
	bool complete, kept; /* all is made; it stays when its owner ends */
	bool same_boot;      /* made since the machine started */
	struct lab_shape shape;
	struct lab_thing *things;
	size_t n, capacity;
	int hold; /* a descriptor (lab/hold.h), or -1 */
};

/* ERR_INPUT unless the name is 1 to LAB_NAME_MOST small letters, digits and hyphens, and begins with a letter or digit.
 * Local, as are all of these. */
enum status lab_name_check(const char *name, struct error *err);

/* The path of a lab's file; returns path (room LAB_PATH_MOST). */
const char *lab_path(const char *name, const char *file, char *path);

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

/* True if there is a folder of this name, whatever it holds. */
bool lab_is_there(const char *name);

/* Removes what processes that are gone left of labs that they had not even begun. */
void lab_sweep(void);

/* True if nobody will take the lab down any more: who began to is gone; or it is not kept, or not even complete, and
 * its owner is gone; or the machine was started anew. */
bool lab_left_over(const struct lab *lab);

/* Frees what the lab holds, and lets go of it. */
void lab_release(struct lab *lab);

/* The name of a namespace: of node i (from 1), or of the switch for 0. Room LAB_PATH_MOST; returns text. */
const char *lab_namespace(const struct lab *lab, size_t i, char *text);

/* The address of node i (from 1), "10.77.0.1"; room 32; returns text. */
const char *lab_address(size_t i, char *text);

#endif
