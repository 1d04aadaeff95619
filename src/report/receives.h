#ifndef SONDE_REPORT_RECEIVES_H
#define SONDE_REPORT_RECEIVES_H

#include "base/table.h"
#include "simulate/receives.h"

/*
 * What a process receives, a row for each message in the order in which they are done: receive, from, bytes, posted,
 * seconds (both from the common start), takes (from one to the other). Its summary has the process, and when it has all
 * of them. NULL if memory does not suffice. Local.
 */
struct table *receives_table(const struct receives_asked *receives);

#endif
