#include "expect.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

char out[ROOM], in[ROOM];

void expect(struct program *p, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vfprintf(p->file, format, list);
	fputc('\n', p->file);
	va_end(list);
}

static void call_all_of(struct program *p, const char *parts)
{
	const struct {
		char letter;
		void (*call)(struct program *);
	} all[] = {{'m', call_messages},    {'e', call_exchanges},
		   {'p', call_probes},      {'q', call_matched_probes},
		   {'w', call_completions}, {'v', call_other_completions},
		   {'c', call_collectives}, {'i', call_in_place},
		   {'n', call_neighbours},  {'o', call_communicators},
		   {'d', call_copies},      {'x', call_named},
		   {'1', call_windows},     {'f', call_files},
		   {'s', call_processes},   {'+', call_more}};
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (strchr(parts, all[i].letter))
			all[i].call(p);
}

/* A process that another one started. */
static int be_child(void)
{
	MPI_Comm parent;
	MPI_Init(NULL, NULL);
	MPI_Comm_get_parent(&parent);
	MPI_Comm_disconnect(&parent);
	MPI_Finalize();
	return 0;
}

/* Arguments: the folder for files "RANK.calls", letters of the parts to call, "threads" for MPI_Init_thread. */
int main(int argc, char **argv)
{
	struct program p = {.comms = 1, .dir = argc > 1 ? argv[1] : ".", .program = argv[0]};
	char path[4096];
	int provided;
	if (argc == 2)
		return be_child();
	if (argc < 3)
		return 2;
	if (argc > 3)
		MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	else
		MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p.size);
	p.next = (p.rank + 1) % p.size;
	p.last = (p.rank + p.size - 1) % p.size;
	snprintf(path, sizeof(path), "%s/%d.calls", argv[1], p.rank);
	p.file = fopen(path, "w");
	if (!p.file)
		MPI_Abort(MPI_COMM_WORLD, 1);
	expect(&p, argc > 3 ? "MPI_Init_thread" : "MPI_Init");
	call_all_of(&p, argv[2]);
	MPI_Finalize();
	expect(&p, "MPI_Finalize");
	expect(&p, "polls=%ld", p.polls);
	fclose(p.file);
	return 0;
}
