#ifndef SONDE_TIMELINE_SIMULATION_H
#define SONDE_TIMELINE_SIMULATION_H

#include "simulate/simulate.h"
#include "timeline/writer.h"

/*
 * Writes what the processors of a recorded simulation did when, and the messages between them.
 *
 * - What processors of one process did at the same time has threads of its own.
 * - A message goes from the send to the receive where the receive had to wait for nothing else.
 * - ERR_MEMORY; whether the stream failed is the caller's to ask. Local.
 */
enum status timeline_write_simulation(const struct simulation *found, const char *title,
				      const struct timeline_form *form, FILE *out, struct error *err);

#endif
