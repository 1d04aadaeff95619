#ifndef SONDE_BASE_MEMORY_LEFT_H
#define SONDE_BASE_MEMORY_LEFT_H

/*
 * Bytes that this process may still get: what the machine has free or would give up, within the limits of the process
 * and of its control groups: its own and those that this is in, of either version. INFINITY if nothing says it. Local.
 *
 * Source: Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
 */
double memory_left(void);

/* The same by other files, root/proc and root/sys, as tests have them; the process' own limits hold besides. A root is
 * shorter than 1000 characters. Local. */
double memory_left_under(const char *root);

#endif
