#ifndef SONDE_BASE_MEMORY_LEFT_H
#define SONDE_BASE_MEMORY_LEFT_H

/*
 * Bytes that this process may still get: what the machine has free or would give up, within the limits of the process
 * and of its control group. INFINITY if nothing says it. Local.
 */
double memory_left(void);

#endif
