#ifndef SONDE_SCHEDULE_GOAL_H
#define SONDE_SCHEDULE_GOAL_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "schedule/schedule.h"

/*
 * GOAL, the schedule format of LogGOPSim and ATLAHS (Hoefler, Siebert, Lumsdaine 2009), as text and in LogGOPSim's binary form. Counts are bytes; it knows no buffers: what is read has all data at offset 0, and of what
 * is written copies and reductions become calculations of 0 ns, so that what waits for them still does.
 */
struct goal {
	int processes;
	struct goal_first *first; /* of each process, and behind the last */
	struct goal_operation *operations; /* all of them, one process after the other; so are the requirements */
	struct requirement *requirements;
	size_t first_capacity, operation_capacity, requirement_capacity;
	char *file;       /* its name, NULL if it is no file */
};

/* Where the operations and the requirements of a process begin. */
struct goal_first {
	size_t operation, requirement;
};

struct goal_operation {
	uint64_t count;
	int32_t peer, tag;
	uint32_t first;   /* its requirements, among those of its process */
	uint32_t line;    /* of a text; 0 if not known */
	uint8_t kind, cpu, nic;
};

/* Adds the part of the next process; lines: where each operation stands, or NULL. ERR_MEMORY; goal_release frees *goal in any case, if it was zero-initialised. */
enum status goal_add(struct goal *goal, const struct part *part, const size_t *lines, struct error *err);

/* Reads a file of either form. ERR_INPUT names file, line (or offset) and reason; ERR_IO. goal_release frees *goal (in any case, if it was zero-initialised). Local, as are all of these. */
enum status goal_read(const char *path, struct goal *goal, struct error *err);

/* The same from memory; name stands for the file in errors. */
enum status goal_parse_text(const char *text, size_t length, const char *name, struct goal *goal, struct error *err);
enum status goal_parse_binary(const unsigned char *bytes, size_t length, const char *name, struct goal *goal, struct error *err);

void goal_release(struct goal *goal);

/* The schedule that was read; goal must outlive it. */
struct schedule goal_schedule(const struct goal *goal);

/* Writes a schedule, one process at a time. ERR_IO if that fails (the text does not name the file), or what building a part fails with. */
enum status goal_write_text(const struct schedule *schedule, FILE *out, struct error *err);

/* The same in binary; out must be seekable. */
enum status goal_write_binary(const struct schedule *schedule, FILE *out, struct error *err);

#endif
