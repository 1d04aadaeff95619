#ifndef PROGRAM_H
#define PROGRAM_H

/*
 * What the example programs share: numbers on the command line, computation of a given length, the time that the
 * program takes, from a barrier after MPI_Init to its last result.
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Number i of the command line, or what it is without. */
static inline long program_number(int argc, char **argv, int i, long otherwise)
{
	return argc > i ? atol(argv[i]) : otherwise;
}

/* Waits for so many microseconds in place of computing. */
static inline void program_pause(long microseconds)
{
	if (microseconds > 0)
		usleep((useconds_t)microseconds);
}

/* An array of n zeros, to be freed by program_free. Each begins at another place of its page than the last seven:
 * copies between arrays that begin at almost the same place, as malloc makes them where n is a power of two, take four
 * to sixteen times as long on some processors, so that a program differs by where its arrays happen to lie. */
static inline double *program_array(long n)
{
	enum { PAGE = 4096, PLACES = 8 };
	static size_t arrays;
	char *memory = n < 0 ? NULL : calloc(2 * PAGE + (size_t)n * sizeof(double), 1), *begin;

	if (!memory) {
		fprintf(stderr, "no memory for an array of %ld numbers\n", n);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	begin = memory + PAGE - (uintptr_t)memory % PAGE + arrays++ % PLACES * (PAGE / PLACES);
	((char **)begin)[-1] = memory;
	return (double *)begin;
}

static inline void program_free(double *array)
{
	free(((char **)array)[-1]);
}

static inline double program_begin(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	return MPI_Wtime();
}

/* Process 0 prints the time of the slowest process, and whether the result is right. Returns the exit code. */
static inline int program_end(const char *name, double begin, int right)
{
	double mine = MPI_Wtime() - begin, slowest = 0;
	int rank, all = 0;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%s: %.6f s, %s\n", name, slowest, all ? "the result is right" : "THE RESULT IS WRONG");
	MPI_Finalize();
	return all ? 0 : 1;
}

#endif
