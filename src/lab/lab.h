#ifndef SONDE_LAB_LAB_H
#define SONDE_LAB_LAB_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/shape.h"

enum { LAB_NAME_MOST = 24, LAB_PATH_MOST = 256 };

#define LAB_FOLDER "/var/lib/sonde-lab"

/* How the addresses of all nodes begin, and the network that they are in. */
#define LAB_NETWORK "10.77.0."
#define LAB_NETWORK_MASK LAB_NETWORK "0/24"

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

/* True if there is a folder of this name, whatever it holds. */
bool lab_is_there(const char *name);

/* The name of a namespace: of node i (from 1), or of the switch for 0. Room LAB_PATH_MOST; returns text. */
const char *lab_namespace(const struct lab *lab, size_t i, char *text);

/* The address of node i (from 1), "10.77.0.1"; room 32; returns text. */
const char *lab_address(size_t i, char *text);

#endif
