#ifndef SONDE_LAB_NETWORK_H
#define SONDE_LAB_NETWORK_H

#include "lab/state.h"

/*
 * Makes the lab that lab_begin has begun; program: this one's path.
 *
 * - A namespace for the switch and one for each node, so that nothing appears in the namespace of the machine.
 * - LAB_WIRES: a card (tap device) in each node, and a process in the switch's namespace that carries the frames
 *   (lab/wire_run.h).
 * - LAB_BUCKETS: a bridge in the switch, joined to each node by a veth pair; token buckets at both ends of each link,
 *   which give it its rate, the one at the switch with room for shape.buffer bytes.
 * - No segmentation offloads; groups with a share of the CPU.
 * - Everything is noted before it is made. ERR_PLATFORM if a program fails or is missing, a namespace of a name is
 *   there already, or this is not root; lab_unmake then removes what was made. Local, as are all of these.
 */
enum status lab_make(struct lab *lab, const char *program, struct error *err);

/*
 * Holds the lab, if it is not held (lab/hold.h), ends all processes inside its namespaces, removes what was noted and
 * then the lab's folder. What cannot be removed is tried again and then left, with the folder, and the first failure of
 * such is reported: it can be called again, also by another process. OK if the lab was removed meanwhile. ERR_PLATFORM;
 * others as lab_hold.
 */
enum status lab_unmake(struct lab *lab, struct error *err);

/* ERR_PLATFORM unless this is root. */
enum status lab_check_root(struct error *err);

/* How many processes run inside the lab; NAN if this is not root, to whom alone the system tells where the processes of
 * others run. */
double lab_processes(const struct lab *lab);

/* ERR_PLATFORM if the lab's links carry nothing any more, since the process that does it is gone. */
enum status lab_check_links(const struct lab *lab, struct error *err);

#endif
