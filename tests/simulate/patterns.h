#ifndef SONDE_TESTS_SIMULATE_PATTERNS_H
#define SONDE_TESTS_SIMULATE_PATTERNS_H

#include <stdlib.h>
#include <string.h>

#include "schedule/schedule.h"
#include "simulate/simulate.h"

/* Patterns of communication whose last finish is known for two settings of LogGOPS: A and B. They are described here
 * alone, as the simulators that they are compared with have them. */
struct pattern {
	const char *name;
	int processes;
	int bytes;
	int times; /* segments, steps */
	void (*build)(const struct pattern *pattern, int process, struct rank_program *program);
	double a, b; /* nanoseconds, 0: not known */
};

static const struct loggops setting_a = {.L = 2500, .o = 1500, .g = 1000, .G = 6, .O = 0, .S = 65535};
static const struct loggops setting_b = {.L = 1300, .o = 400, .g = 700, .G = 1, .O = 2, .S = 1000};

static const struct place somewhere = {BUFFER_RECEIVE, 0};

/* What a process has sends to the furthest first. */
static inline void build_binomial(const struct pattern *pattern, int process, struct rank_program *program)
{
	int low = process & -process, reach = 1;
	size_t got = NO_OPERATION;

	while (reach < pattern->processes)
		reach *= 2;
	if (process > 0)
		got = rank_program_receive(program, process - low, 0, somewhere, (uint64_t)pattern->bytes);
	for (int far = (process > 0 ? low : reach) / 2; far > 0; far /= 2) {
		if (process + far < pattern->processes) {
			rank_program_send(program, process + far, 0, somewhere, (uint64_t)pattern->bytes);
			rank_program_after(program, got);
		}
	}
}

static inline void build_dissemination(const struct pattern *pattern, int process, struct rank_program *program)
{
	size_t sent = NO_OPERATION, got = NO_OPERATION;

	for (int far = 1; far < pattern->processes; far *= 2) {
		size_t send = rank_program_send(program, (process + far) % pattern->processes, far, somewhere,
						(uint64_t)pattern->bytes);

		rank_program_after(program, sent);
		rank_program_after(program, got);
		size_t receive =
			rank_program_receive(program, (process - far + pattern->processes) % pattern->processes, far,
					     somewhere, (uint64_t)pattern->bytes);
		rank_program_after(program, got);
		sent = send;
		got = receive;
	}
}

/* Round after round to the right, what came from the left. */
static inline void build_ring(const struct pattern *pattern, int process, struct rank_program *program)
{
	int n = pattern->processes;
	size_t got = NO_OPERATION;

	for (int round = 0; round < pattern->times; round++) {
		rank_program_send(program, (process + 1) % n, 0, somewhere, (uint64_t)pattern->bytes);
		rank_program_after(program, got);
		size_t receive =
			rank_program_receive(program, (process + n - 1) % n, 0, somewhere, (uint64_t)pattern->bytes);
		rank_program_after(program, got);
		got = receive;
	}
}

static inline void build_pipeline(const struct pattern *pattern, int process, struct rank_program *program)
{
	size_t got = NO_OPERATION;

	for (int segment = 0; segment < pattern->times; segment++) {
		if (process > 0)
			got = rank_program_receive(program, process - 1, segment, somewhere, (uint64_t)pattern->bytes);
		if (process + 1 < pattern->processes) {
			rank_program_send(program, process + 1, segment, somewhere, (uint64_t)pattern->bytes);
			rank_program_after(program, got);
		}
	}
}

/* A torus of side^3: compute, exchange with six neighbours. */
static inline void build_stencil(const struct pattern *pattern, int process, struct rank_program *program)
{
	int side = 1, place[3];
	size_t first = NO_OPERATION;

	while (side * side * side < pattern->processes)
		side++;
	place[0] = process % side;
	place[1] = process / side % side;
	place[2] = process / (side * side);
	for (int step = 0; step < pattern->times; step++) {
		size_t work = rank_program_compute(program, 1000);

		for (int i = 0; i < 12 && first != NO_OPERATION; i++)
			rank_program_after(program, first + 1 + (size_t)i);
		first = work;
		for (int i = 0; i < 12; i++) {
			int axis = i % 6 / 2, turn = i % 2 == 0 ? 1 : side - 1, kept = place[axis], peer;

			place[axis] = (kept + (i < 6 ? turn : side - turn)) % side;
			peer = place[0] + side * (place[1] + side * place[2]);
			place[axis] = kept;
			if (i < 6)
				rank_program_send(program, peer, i, somewhere, (uint64_t)pattern->bytes);
			else
				rank_program_receive(program, peer, i - 6, somewhere, (uint64_t)pattern->bytes);
			rank_program_after(program, work);
		}
	}
}

static inline void build_gather(const struct pattern *pattern, int process, struct rank_program *program)
{
	if (process > 0)
		rank_program_send(program, 0, 0, somewhere, (uint64_t)pattern->bytes);
	for (int peer = 1; process == 0 && peer < pattern->processes; peer++)
		rank_program_receive(program, peer, 0, somewhere, (uint64_t)pattern->bytes);
}

static inline void build_scatter(const struct pattern *pattern, int process, struct rank_program *program)
{
	if (process > 0)
		rank_program_receive(program, 0, 0, somewhere, (uint64_t)pattern->bytes);
	for (int peer = 1; process == 0 && peer < pattern->processes; peer++)
		rank_program_send(program, peer, 0, somewhere, (uint64_t)pattern->bytes);
}

static inline void build_alltoall(const struct pattern *pattern, int process, struct rank_program *program)
{
	int n = pattern->processes;

	for (int i = 1; i < n; i++)
		rank_program_receive(program, (process + n - i) % n, 0, somewhere, (uint64_t)pattern->bytes);
	for (int i = 1; i < n; i++)
		rank_program_send(program, (process + i) % n, 0, somewhere, (uint64_t)pattern->bytes);
}

static const struct pattern patterns[] = {
	{"binomial bcast", 65536, 1024, 1, build_binomial, 186208, 66336},
	{"binomial bcast", 1048576, 1024, 1, build_binomial, 232760, 82920},
	{"dissemination", 16384, 8, 1, build_dissemination, 77588, 29596},
	{"dissemination", 65536, 8, 1, build_dissemination, 88672, 33824},
	{"ring allreduce", 1024, 1024, 2046, build_ring, 23811348, 10009032},
	{"pipelined ring", 16384, 16384, 16, build_pipeline, 1702042104, 572503152},
	{"3-D stencil", 512, 1024, 50, build_stencil, 0, 0},
	{"linear gather", 16384, 1024, 1, build_gather, 125137354, 40074518},
	{"linear scatter", 16384, 1024, 1, build_scatter, 116946354, 40074518},
	{"linear all-to-all", 512, 1024, 1, build_alltoall, 5947018, 2499812},
	{"linear all-to-all", 1024, 1024, 1, build_alltoall, 0, 0},
};

static inline enum status build_pattern(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct pattern *pattern = self;

	(void)err;
	pattern->build(pattern, process, program);
	return OK;
}

static inline struct schedule pattern_schedule(const struct pattern *pattern)
{
	return (struct schedule){.processes = pattern->processes, .build = build_pattern, .self = pattern};
}

#endif
