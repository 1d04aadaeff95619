#ifndef SONDE_REPORT_PAGE_MACHINE_H
#define SONDE_REPORT_PAGE_MACHINE_H

#include "report/assembly.h"

/* Adds the section about the machine: whether it was steady, its states over time, and what holds in each. ERR_MEMORY.
 * Local. */
enum status page_machine(struct assembly *a, struct error *err);

#endif
