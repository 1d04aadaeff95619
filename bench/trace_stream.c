/*
 * What recording a call costs, without the readings of the clock and the wrapper around it, and how many bytes it
 * takes: for several programs, whose calls come with intervals that vary as those of real calls do (lognormal, with a
 * long one now and then). Prints the median and the least of five rounds in ns of CPU time a call, with all compressing
 * and writing, the longest pause of a call, and bytes a call. The trace is written to a folder below TMPDIR or /tmp,
 * and removed. An argument chooses the programs whose names have it.
 */
#include "base/random.h"
#include "trace/fields.h"
#include "trace/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { INTERVALS = 1 << 13, CALLS_MAX = 3000000, ROUNDS = 5, FIELDS = 8, POOL = 128 };

struct call {
	struct trace_signature signature;
	int64_t fields[FIELDS];
	uint32_t mean; /* ns of its duration */
};

/* Which of some calls follow each other. */
struct program {
	struct call pool[POOL];
	uint8_t order[CALLS_MAX];
	size_t n;
	int any_bytes; /* each call has other bytes, in field 3 */
};

/* CPU time: what others do on the machine does not count. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Irecv: comm, source, tag, bytes, layout, request; Isend the same with the destination. */
static struct call message(enum trace_function function, int64_t peer, int64_t bytes, int64_t request, uint32_t mean)
{
	return (struct call){{(uint16_t)function, 6, NULL}, {0, peer, 1, bytes, 1, request}, mean};
}

static struct call waitall(uint32_t mean)
{
	return (struct call){{trace_Waitall, 7, NULL}, {6, 0, -1, -1, 1, -1, -1}, mean};
}

static struct call allreduce(uint32_t mean)
{
	return (struct call){{trace_Allreduce, 4, NULL}, {0, 8, 1, 0}, mean};
}

static void put(struct program *program, size_t i)
{
	if (program->n < CALLS_MAX)
		program->order[program->n++] = (uint8_t)i;
}

static void put_three(struct program *program, size_t i)
{
	put(program, i);
	put(program, i + 1);
	put(program, i + 2);
}

static void loop(struct program *program, struct random *random)
{
	(void)random;
	program->pool[0] = message(trace_Irecv, 0, 8, 0, 40);
	program->pool[1] = message(trace_Isend, 0, 8, 1, 110);
	program->pool[2] = waitall(60);
	while (program->n < CALLS_MAX)
		put_three(program, 0);
}

static void nested(struct program *program, struct random *random)
{
	program->pool[0] = message(trace_Irecv, 1, 4096, 0, 60);
	program->pool[1] = message(trace_Isend, 1, 4096, 1, 400);
	program->pool[2] = waitall(2000);
	program->pool[3] = allreduce(5000);
	while (program->n < CALLS_MAX) {
		for (size_t i = 3 + random_below(random, 20); i > 0; i--)
			put_three(program, 0);
		put(program, 3);
	}
}

static void stencil(struct program *program, struct random *random)
{
	(void)random;
	for (size_t side = 0; side < 4; side++) {
		program->pool[3 * side] = message(trace_Irecv, (int64_t)side, 8192, 0, 60);
		program->pool[3 * side + 1] = message(trace_Isend, (int64_t)side, 8192, 1, 900);
		program->pool[3 * side + 2] = waitall(3000);
	}
	program->pool[12] = allreduce(9000);
	while (program->n < CALLS_MAX) {
		for (size_t side = 0; side < 80; side++)
			put_three(program, 3 * (side % 4));
		put(program, 12);
	}
}

static void random_sizes(struct program *program, struct random *random)
{
	for (size_t i = 0; i < 64; i++)
		program->pool[i] = message(trace_Isend, 1, 64 * (int64_t)i, 0, 200);
	program->pool[64] = (struct call){{trace_Wait, 4, NULL}, {3, 0, -1, -1}, 80};
	while (program->n < CALLS_MAX) {
		put(program, random_below(random, 64));
		put(program, 64);
	}
}

static void all_different(struct program *program, struct random *random)
{
	for (size_t i = 0; i < 16; i++)
		program->pool[i] = (struct call){{trace_Send, 5, NULL}, {0, (int64_t)i, 1, 0, 1}, 300};
	program->any_bytes = 1;
	while (program->n < CALLS_MAX)
		put(program, random_below(random, 16));
}

static void server(struct program *program, struct random *random)
{
	for (size_t i = 0; i < 63; i++) {
		program->pool[i] =
			(struct call){{trace_Recv, 7, NULL}, {0, TRACE_ANY_SOURCE, 3, 64, 1, (int64_t)i + 1, -1}, 4000};
		program->pool[64 + i] = (struct call){{trace_Send, 5, NULL}, {0, (int64_t)i + 1, 4, 1024, 1}, 700};
	}
	while (program->n < CALLS_MAX) {
		size_t client = random_below(random, 63);

		put(program, client);
		put(program, 64 + client);
	}
}

static const struct {
	const char *name;
	void (*make)(struct program *program, struct random *random);
} programs[] = {
	{"loop", loop},
	{"nested loop, counts vary", nested},
	{"stencil, 20 steps", stencil},
	{"64 sizes", random_sizes},
	{"all sizes differ", all_different},
	{"ANY_SOURCE server", server},
};

/* Multiples of the mean times 2^16: 10 % of deviation, and one in 200 is up to 20 times as long. */
static void make_intervals(uint32_t *intervals, struct random *random)
{
	for (size_t i = 0; i < INTERVALS; i++) {
		double factor = exp(0.1 * random_normal(random));

		if (random_below(random, 200) == 0)
			factor *= 1 + 19 * random_uniform(random);
		intervals[i] = (uint32_t)(65536 * factor);
	}
}

struct round {
	double seconds, pause, bytes, structure;
};

static long size_of(const char *dir, const char *name)
{
	char path[4200];
	struct stat about;
	long size;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	size = stat(path, &about) == 0 ? (long)about.st_size : 0;
	remove(path);
	return size;
}

/* With a stream, records the calls; without one, does all else, whose time is to be taken off. */
static uint64_t feed(struct trace_stream *stream, struct program *program, const uint32_t *intervals, double *pause)
{
	uint64_t tick = 1000, place = 1, sum = 0;

	for (size_t i = 0; i < program->n; i++) {
		struct call *call = &program->pool[program->order[i]];
		uint64_t begin, before = pause ? (uint64_t)(1e9 * now()) : 0;

		place = place * 6364136223846793005 + 1442695040888963407;
		begin = tick + ((uint64_t)30 * intervals[place >> 51] >> 16);
		tick = begin + ((uint64_t)call->mean * intervals[place >> 38 & (INTERVALS - 1)] >> 16);
		if (program->any_bytes)
			call->fields[3] = (int64_t)(place >> 44);
		if (stream)
			trace_stream_call(stream, &call->signature, begin, tick);
		sum += begin + (uint64_t)call->fields[3];
		if (pause)
			*pause = fmax(*pause, now() - 1e-9 * (double)before);
	}
	return sum;
}

static struct round run(const char *dir, struct program *program, const uint32_t *intervals, int pauses)
{
	struct trace_stream_options options = {.dir = dir, .processes = 64, .tick = 1e-9};
	struct trace_stream *stream = NULL;
	struct error err = {0};
	struct round round = {0};
	double begin = now(), without;
	volatile uint64_t sum = feed(NULL, program, intervals, NULL);

	(void)sum;
	without = now() - begin;
	if (trace_stream_open(&stream, &options, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	begin = now();
	feed(stream, program, intervals, pauses ? &round.pause : NULL);
	if (trace_stream_close(stream, 1, &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	round.seconds = now() - begin - without;
	round.structure = (double)size_of(dir, "0.structure");
	round.bytes = (double)size_of(dir, "0.times") + round.structure;
	return round;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void measure(const char *dir, const char *name, struct program *program, const uint32_t *intervals)
{
	double seconds[ROUNDS], n = (double)program->n;
	struct round round;

	for (size_t i = 0; i < POOL; i++)
		program->pool[i].signature.fields = program->pool[i].fields;
	for (int i = 0; i < ROUNDS; i++) {
		round = run(dir, program, intervals, 0);
		seconds[i] = round.seconds;
	}
	qsort(seconds, ROUNDS, sizeof(*seconds), ascending);
	round.pause = run(dir, program, intervals, 1).pause;
	printf("%-26s %9zu %8.1f %8.1f %9.0f %8.3f %10.0f\n", name, program->n, 1e9 * seconds[ROUNDS / 2] / n,
	       1e9 * seconds[0] / n, 1e6 * round.pause, round.bytes / n, round.structure);
}

int main(int argc, char **argv)
{
	const char *parent = getenv("TMPDIR");
	char dir[4096];
	struct program *program = malloc(sizeof(*program));
	uint32_t *intervals = malloc(INTERVALS * sizeof(*intervals));
	struct random random;

	snprintf(dir, sizeof(dir), "%.4000s/sonde-bench-XXXXXX", parent ? parent : "/tmp");
	if (!program || !intervals || !mkdtemp(dir))
		return 1;
	random_init(&random, 1);
	make_intervals(intervals, &random);
	printf("%-26s %9s %8s %8s %9s %8s %10s\n", "program", "calls", "ns/call", "least", "pause us", "B/call",
	       "structure");
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
		if (argc > 1 && !strstr(programs[i].name, argv[1]))
			continue;
		memset(program, 0, sizeof(*program));
		programs[i].make(program, &random);
		measure(dir, programs[i].name, program, intervals);
	}
	free(program);
	free(intervals);
	return rmdir(dir) == 0 ? 0 : 1;
}
