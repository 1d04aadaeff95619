/*
 * Traces that are changed at random, and then read: usage: trace_mutations [CHANGED [SEED]]. Half of them have their
 * checksums made right again, so that what is behind them meets nonsense too. Of the others, what is read is what was
 * written, up to the change. The trace is small and its files are in memory, so that with sanitizers a million takes
 * some five minutes of CPU. Meant for builds with sanitizers; prints how many were read and how.
 */
#include "../tests/trace/sealed.h"
#include "base/random.h"
#include "trace/fields.h"
#include "trace/info.h"
#include "trace/reader.h"
#include "trace/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS = 150, SIZE = 1 << 16 };

struct file {
	const char *name;
	uint8_t data[SIZE];
	size_t n;
};

struct counts {
	uint64_t refused, prefixes, whole, wrong;
};

static char dir[4096];

static void path_of(char path[4200], const char *name)
{
	snprintf(path, 4200, "%s/%s", dir, name);
}

static void fail(const char *what)
{
	fprintf(stderr, "trace_mutations: %s\n", what);
	abort();
}

static void load(struct file *file)
{
	char path[4200];
	FILE *stream;

	path_of(path, file->name);
	stream = fopen(path, "rb");
	if (!stream)
		fail("a file is missing");
	file->n = fread(file->data, 1, SIZE / 2, stream);
	fclose(stream);
}

static void store(const struct file *file)
{
	char path[4200];
	FILE *stream;

	path_of(path, file->name);
	stream = fopen(path, "wb");
	if (!stream || fwrite(file->data, 1, file->n, stream) != file->n || fclose(stream) != 0)
		fail("a file cannot be written");
}

static int64_t bytes_of(size_t i)
{
	return i % 3 == 0 ? 8 : i % 7 == 0 ? 1000 + (int64_t)(i * i) : 100;
}

static void write_call(struct trace_stream *stream, size_t i, uint64_t tick)
{
	const int members[] = {0};
	const int64_t send[] = {0, 0, 1, bytes_of(i), 1}, wait[] = {3, (int64_t)i % 5, -1, -1};
	const struct trace_signature signatures[] = {{trace_Send, 5, send}, {trace_Wait, 4, wait}};

	if (i == 5)
		trace_stream_communicator(stream, 2, 5, 0, members, 1, NULL, 0);
	if (i == 6)
		trace_stream_region(stream, 1, "region");
	if (i % 20 == 10)
		trace_stream_cpu(stream, 1e-3, 500);
	trace_stream_call(stream, &signatures[i % 4 == 3], tick, tick + 200 + i % 90);
	if (i % 25 == 24) {
		trace_stream_clock(stream, tick, 1e-9 * (double)tick, 0);
		trace_stream_flush(stream);
	}
}

static void write_trace(void)
{
	const struct trace_run_process process = {"host", "0"};
	const struct trace_run run = {.library = "library", .n_processes = 1, .processes = &process};
	const struct trace_stream_options options = {.dir = dir, .processes = 1, .tick = 1e-9};
	struct trace_stream *stream = NULL;

	if (trace_info_write(dir, &run, NULL) != OK || trace_stream_open(&stream, &options, NULL) != OK)
		fail("no trace can be written");
	for (size_t i = 0; i < CALLS; i++)
		write_call(stream, i, 1000 + i * (i % 50 == 0 ? 1003 : 1000));
	if (trace_stream_close(stream, 1, NULL) != OK)
		fail("no trace can be written");
}

static void change(struct file *file, struct random *random)
{
	size_t at, n = 1 + random_below(random, 16), to;

	if (file->n == 0) /* all of it went */
		return;
	at = random_below(random, file->n);
	to = random_below(random, file->n);
	n = n > file->n - at ? file->n - at : n;
	switch (random_below(random, 7)) {
	case 0:
		file->data[at] ^= (uint8_t)(1u << random_below(random, 8));
		break;
	case 1:
		file->data[at] = (uint8_t)random_bits(random);
		break;
	case 2:
		memset(file->data + at, random_below(random, 2) == 0 ? 0 : 0xff, n);
		break;
	case 3: /* bytes go */
		memmove(file->data + at, file->data + at + n, file->n - at - n);
		file->n -= n;
		break;
	case 4: /* bytes come */
		memmove(file->data + at + n, file->data + at, file->n - at);
		file->n += n;
		break;
	case 5: /* bytes of elsewhere */
		n = n > file->n - to ? file->n - to : n;
		memmove(file->data + to, file->data + at, n);
		break;
	default:
		if (random_below(random, 10) == 0)
			file->n = at + 1;
		else
			file->data[at] += 1;
	}
}

/* How many calls are as they were written, before another one or the end. */
static size_t read_trace(enum status *status, size_t *all)
{
	struct error err = {0};
	struct trace *trace = NULL;
	struct trace_calls *calls = NULL;
	struct trace_call call;
	size_t right = 0;

	*all = 0;
	*status = trace_open(&trace, dir, &err);
	if (*status == OK)
		*status = trace_calls_open(&calls, trace, 0, &err);
	for (; *status == OK && *all < 4 * CALLS && trace_calls_next(calls, &call, &err); ++*all)
		if (right == *all && call.number == right &&
		    (right % 4 == 3 ? call.function == trace_Wait && call.n_done == 1
				    : call.function == trace_Send && (int64_t)call.send.bytes == bytes_of(right)))
			right++;
	*status = err.status;
	if (err.status == ERR_MEMORY)
		fail("memory");
	if ((err.status == OK) != (err.text[0] == '\0'))
		fail("an error without a text");
	if (*status == OK && trace && *all < CALLS && trace_info(trace)->complete)
		fail("calls are missing, and nobody says so");
	trace_calls_free(calls);
	trace_free(trace);
	return right;
}

static void mutate(const struct file sound[2], struct file changed[2], struct random *random, struct counts *counts)
{
	size_t all, right;
	enum status status;
	int seal = random_below(random, 2) == 0;

	for (int i = 0; i < 2; i++) {
		memcpy(changed[i].data, sound[i].data, sound[i].n);
		changed[i].n = sound[i].n;
	}
	for (size_t i = 1 + random_below(random, 4); i > 0; i--)
		change(&changed[random_below(random, 2)], random);
	if (seal)
		sealed(changed[0].data, changed[0].n, changed[1].data, changed[1].n);
	store(&changed[0]);
	store(&changed[1]);
	right = read_trace(&status, &all);
	if (!seal && right != all)
		fail("a wrong call of a changed trace");
	counts->refused += all == 0;
	counts->prefixes += all > 0 && right == all && all < CALLS;
	counts->whole += all >= CALLS && right == all;
	counts->wrong += right != all;
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	static struct file sound[2] = {{.name = "0.times"}, {.name = "0.structure"}}, changed[2];
	const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	struct counts counts = {0};
	struct random random;
	char path[4200];

	snprintf(dir, sizeof(dir), "%.4000s/sonde-mutations-XXXXXX", parent);
	if (!mkdtemp(dir))
		return 1;
	random_init(&random, seed);
	write_trace();
	for (int i = 0; i < 2; i++) {
		load(&sound[i]);
		changed[i].name = sound[i].name;
	}
	printf("a trace of %d calls, %zu + %zu bytes\n", CALLS, sound[0].n, sound[1].n);
	for (uint64_t i = 0; i < n; i++)
		mutate(sound, changed, &random, &counts);
	printf("%llu changed traces: %llu refused, %llu read up to the change, %llu whole, %llu with other calls than "
	       "before (checksums made right)\n",
	       (unsigned long long)n, (unsigned long long)counts.refused, (unsigned long long)counts.prefixes,
	       (unsigned long long)counts.whole, (unsigned long long)counts.wrong);
	path_of(path, "trace.json");
	remove(path);
	for (int i = 0; i < 2; i++) {
		path_of(path, sound[i].name);
		remove(path);
	}
	return rmdir(dir) == 0 ? 0 : 1;
}
