/*
 * A farm: process 0 hands out tasks, the others ask for the next one when they have finished one. Tasks take
 * differently long, and process 0 takes answers as they come (MPI_ANY_SOURCE).
 *
 * usage: master [TASKS [DOUBLES OF A TASK [PAUSE]]]
 * PAUSE: microseconds of the shortest task; the longest takes four times as long.
 *
 * What it teaches: the order of events is not the program's, and a master can become the bottleneck.
 */
#include "program.h"

enum { TAG_TASK, TAG_STOP, TAG_RESULT };

/* What a task is worth: its number, in each place. */
static double work(const double *task, long n, long pause)
{
	double sum = 0;

	for (long i = 0; i < n; i++)
		sum += sqrt(task[i] * task[i]);
	program_pause(pause * (1 + (long)task[0] % 4));
	return sum;
}

static void fill(double *task, long n, long number)
{
	for (long i = 0; i < n; i++)
		task[i] = (double)number;
}

static double hand_out(double *task, long n, long tasks, int size)
{
	double total = 0, result;
	long next = 0, working = 0;
	MPI_Status status;

	for (int worker = 1; worker < size; worker++) {
		fill(task, n, next);
		MPI_Send(task, (int)n, MPI_DOUBLE, worker, next < tasks ? TAG_TASK : TAG_STOP, MPI_COMM_WORLD);
		working += next++ < tasks;
	}
	while (working > 0) {
		MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, TAG_RESULT, MPI_COMM_WORLD, &status);
		total += result;
		fill(task, n, next);
		MPI_Send(task, (int)n, MPI_DOUBLE, status.MPI_SOURCE, next < tasks ? TAG_TASK : TAG_STOP,
			 MPI_COMM_WORLD);
		working -= next++ >= tasks;
	}
	return total;
}

static void take_tasks(double *task, long n, long pause)
{
	double result;
	MPI_Status status;

	for (;;) {
		MPI_Recv(task, (int)n, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
		if (status.MPI_TAG == TAG_STOP)
			return;
		result = work(task, n, pause);
		MPI_Send(&result, 1, MPI_DOUBLE, 0, TAG_RESULT, MPI_COMM_WORLD);
	}
}

int main(int argc, char **argv)
{
	long tasks = program_number(argc, argv, 1, 200), n = program_number(argc, argv, 2, 1000),
	     pause = program_number(argc, argv, 3, 0);
	double *task = malloc((size_t)(n > 0 ? n : 1) * sizeof(double)), begin, total = 0;
	int rank, size, right = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (!task || n < 1 || size < 2) {
		fprintf(stderr, "master: it takes two processes and one double a task at least\n");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	begin = program_begin();
	if (rank == 0)
		total = hand_out(task, n, tasks, size);
	else
		take_tasks(task, n, pause);
	if (rank == 0)
		right = fabs(total - (double)n * (double)(tasks * (tasks - 1) / 2)) <= 1e-9 * (total + 1);
	free(task);
	return program_end("master", begin, right);
}
