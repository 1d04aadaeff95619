/*
 * A program that sends messages round a ring until it is killed, and writes down each of its calls when it has
 * returned: usage trace_log FOLDER [CALLS], in which process RANK writes RANK.log. It ends by itself when each process
 * has made so many calls; without CALLS it makes 6 million, and ends after 30 s at the earliest.
 */
#include "trace_log.h"

#include <fcntl.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct trace_log *open_log(const char *folder, int rank)
{
	char path[4096];
	void *log;
	int file;

	snprintf(path, sizeof(path), "%s/%d.log", folder, rank);
	file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (file < 0 || ftruncate(file, sizeof(struct trace_log)) != 0)
		return NULL;
	log = mmap(NULL, sizeof(struct trace_log), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	return log == MAP_FAILED ? NULL : log;
}

static void note(struct trace_log *log, uint32_t kind, uint32_t bytes)
{
	log->call[log->n] = log_entry(kind, bytes);
	__atomic_store_n(&log->n, log->n + 1, __ATOMIC_RELEASE);
}

int main(int argc, char **argv)
{
	static char out[1000], in[1000];
	const int ends = argc > 2;
	const uint64_t most = ends ? strtoul(argv[2], NULL, 10) : LOG_CALLS;
	const double seconds = ends ? HUGE_VAL : 30;
	struct trace_log *log;
	int rank, size;
	double begin;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	log = open_log(argc > 1 ? argv[1] : ".", rank);
	if (!log)
		MPI_Abort(MPI_COMM_WORLD, 1);
	begin = MPI_Wtime();
	log->pid = (uint64_t)getpid();
	for (uint32_t i = 0; log->n + LOG_KINDS < most; i++) { /* as many at each: none waits for one that is done */
		const uint32_t bytes = log_bytes(i);
		MPI_Request requests[2];

		MPI_Irecv(in, (int)bytes, MPI_BYTE, (rank + size - 1) % size, 7, MPI_COMM_WORLD, &requests[0]);
		note(log, LOG_IRECV, bytes);
		MPI_Isend(out, (int)bytes, MPI_BYTE, (rank + 1) % size, 7, MPI_COMM_WORLD, &requests[1]);
		note(log, LOG_ISEND, bytes);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
		note(log, LOG_WAITALL, 0);
	}
	while (!ends && MPI_Wtime() < begin + seconds)
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	MPI_Finalize();
	return 0;
}
