#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sonde/region.h>

#include "inside.h"

/* Programs that do something particular; the argument says which. */

static void barriers(int n)
{
	for (int i = 0; i < n; i++)
		MPI_Barrier(MPI_COMM_WORLD);
}

static void control(void)
{
	MPI_Comm comm;
	barriers(3);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Pcontrol(1);
	MPI_Barrier(comm);
	MPI_Pcontrol(0);
	MPI_Barrier(comm);
	MPI_Comm_free(&comm);
}

static void control_tool(void)
{
	MPI_Comm comms[2];
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
	MPI_Comm_dup(comms[0], &comms[1]);
	MPI_Pcontrol(3, "phase", 2.5, 42);
	MPI_Comm_free(&comms[1]);
	MPI_Comm_free(&comms[0]);
}

static void regions(void)
{
	sonde_region_begin("solve");
	barriers(1);
	MPI_Pcontrol(3, "inner");
	MPI_Pcontrol(-1, "inner");
	sonde_region_end("solve");
}

static void forks(void)
{
	barriers(1);
	const pid_t child = fork();
	if (child == 0)
		exit(0); /* with all that is done at exit */
	waitpid(child, NULL, 0);
	barriers(1);
}

static pthread_barrier_t talked;

/* Messages of a thread to itself, on a communicator that all threads share. */
static void *talk(void *tag)
{
	enum { N = 1000 };
	for (int i = 0; i < N; i++) {
		MPI_Request requests[2];
		char out = 0;
		char in;
		MPI_Irecv(&in, 1, MPI_CHAR, 0, *(int *)tag, MPI_COMM_SELF, &requests[0]);
		MPI_Isend(&out, 1, MPI_CHAR, 0, *(int *)tag, MPI_COMM_SELF, &requests[1]);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	}
	return NULL;
}

/* Threads of which none ends before each has begun. */
static void *talk_together(void *tag)
{
	talk(tag);
	pthread_barrier_wait(&talked);
	return NULL;
}

static void threads(void)
{
	pthread_t others[3];
	int tags[4] = {1, 2, 3, 4};
	pthread_barrier_init(&talked, NULL, 4);
	for (int i = 0; i < 3; i++)
		pthread_create(&others[i], NULL, talk_together, &tags[i]);
	talk_together(&tags[3]);
	for (int i = 0; i < 3; i++)
		pthread_join(others[i], NULL);
}

static void *say_one(void *unused)
{
	(void)unused;
	MPI_Barrier(MPI_COMM_SELF);
	return NULL;
}

/* Many threads, one after the other. */
static void generations(void)
{
	for (int i = 0; i < 100; i++) {
		pthread_t other;
		pthread_create(&other, NULL, say_one, NULL);
		pthread_join(other, NULL);
	}
}

/* Different functions in each thread, on a communicator of its own with all processes. */
enum { EACH = 200 };

struct kind {
	MPI_Comm comm;
	int last, next; /* in a ring of all processes */
};

static void *reduce(void *given)
{
	const struct kind *kind = given;
	int own = 1;
	int all;
	for (int i = 0; i < EACH; i++)
		MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, kind->comm);
	return NULL;
}

static void *exchange(void *given)
{
	const struct kind *kind = given;
	int own = 1;
	int other;
	for (int i = 0; i < EACH; i++)
		MPI_Sendrecv(&own, 1, MPI_INT, kind->next, i, &other, 1, MPI_INT, MPI_ANY_SOURCE, i, kind->comm,
			     MPI_STATUS_IGNORE);
	return NULL;
}

static void *probe(void *given)
{
	const struct kind *kind = given;
	MPI_Message message;
	MPI_Request request;
	int own = 1;
	int other;
	for (int i = 0; i < EACH; i++) {
		MPI_Isend(&own, 1, MPI_INT, kind->next, 7, kind->comm, &request);
		MPI_Mprobe(kind->last, 7, kind->comm, &message, MPI_STATUS_IGNORE);
		MPI_Mrecv(&other, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	return NULL;
}

static void *repeat(void *given)
{
	const struct kind *kind = given;
	MPI_Request requests[2];
	int own = 1;
	int other;
	MPI_Recv_init(&other, 1, MPI_INT, kind->last, 9, kind->comm, &requests[0]);
	MPI_Send_init(&own, 1, MPI_INT, kind->next, 9, kind->comm, &requests[1]);
	for (int i = 0; i < EACH; i++) {
		MPI_Startall(2, requests);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	}
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
	return NULL;
}

static void differ(void)
{
	void *(*const kinds[])(void *) = {exchange, probe, repeat};
	struct kind all[4];
	pthread_t others[3];
	int rank, size;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < 4; i++) {
		all[i] = (struct kind){MPI_COMM_NULL, (rank + size - 1) % size, (rank + 1) % size};
		MPI_Comm_dup(MPI_COMM_WORLD, &all[i].comm);
	}
	for (int i = 0; i < 3; i++)
		pthread_create(&others[i], NULL, kinds[i], &all[i]);
	reduce(&all[3]);
	for (int i = 0; i < 3; i++)
		pthread_join(others[i], NULL);
}

static pthread_mutex_t finalized = PTHREAD_MUTEX_INITIALIZER;

/* A thread that ends after MPI_Finalize, as those of a pool do. */
static void *outlive(void *tag)
{
	talk(tag);
	pthread_barrier_wait(&talked);
	pthread_mutex_lock(&finalized);
	sonde_region_begin("late");
	sonde_region_end("late");
	pthread_mutex_unlock(&finalized);
	return NULL;
}

static void finalize_before_threads_end(void)
{
	pthread_t others[3];
	int tags[3] = {1, 2, 3};
	pthread_barrier_init(&talked, NULL, 4);
	pthread_mutex_lock(&finalized);
	for (int i = 0; i < 3; i++)
		pthread_create(&others[i], NULL, outlive, &tags[i]);
	pthread_barrier_wait(&talked);
	MPI_Finalize();
	pthread_mutex_unlock(&finalized);
	for (int i = 0; i < 3; i++)
		pthread_join(others[i], NULL);
}

/* Of names on standard input, a line each, those that this process could call. */
static int put_offered(void)
{
	char line[128];
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (dlsym(RTLD_DEFAULT, line))
			puts(line);
	}
	return 0;
}

int main(int argc, char **argv)
{
	int provided;
	const char *what = argc > 1 ? argv[1] : "";
	if (strcmp(what, "alone") == 0) {
		/* Without a tracer there is nothing behind these names. */
		sonde_region_begin("nothing");
		sonde_region_end("nothing");
		return 0;
	}
	if (strcmp(what, "offered") == 0)
		return put_offered();
	const struct {
		const char *what;
		int level;
		void (*call)(void);
	} all[] = {{"control", MPI_THREAD_SINGLE, control},
		   {"tool", MPI_THREAD_SINGLE, control_tool},
		   {"regions", MPI_THREAD_SINGLE, regions},
		   {"fork", MPI_THREAD_SINGLE, forks},
		   {"threads", MPI_THREAD_MULTIPLE, threads},
		   {"differ", MPI_THREAD_MULTIPLE, differ},
		   {"generations", MPI_THREAD_MULTIPLE, generations},
		   {"outlive", MPI_THREAD_MULTIPLE, finalize_before_threads_end},
		   {"callback", MPI_THREAD_SINGLE, free_in_a_callback},
		   {"longjmp", MPI_THREAD_SINGLE, leave_by_longjmp},
		   {"truncate", MPI_THREAD_SINGLE, truncate_messages},
		   {"refused", MPI_THREAD_SINGLE, be_refused},
		   {"finalize", MPI_THREAD_SINGLE, end_in_finalize},
		   {"handler", MPI_THREAD_SINGLE, exit_in_a_handler}};
	const size_t n = sizeof(all) / sizeof(*all);
	size_t at = 0;
	while (at < n && strcmp(all[at].what, what) != 0)
		at++;
	MPI_Init_thread(&argc, &argv, at < n ? all[at].level : MPI_THREAD_SINGLE, &provided);
	if (at < n)
		all[at].call();
	if (strcmp(what, "outlive") == 0)
		return 0;
	if (strcmp(what, "exit") == 0) {
		barriers(5);
		exit(0);
	}
	if (strcmp(what, "abort") == 0) {
		int rank;
		MPI_Comm_rank(MPI_COMM_WORLD, &rank);
		barriers(1);
		if (rank == 1)
			MPI_Abort(MPI_COMM_WORLD, 7);
		barriers(1);
	}
	MPI_Finalize();
	return 0;
}
