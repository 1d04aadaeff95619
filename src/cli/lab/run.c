#include "cli/lab/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/lab/up.h"
#include "lab/run.h"
#include "mpi/live/library.h"

enum { SIGNALS_MOST = 31 }; /* those with names: what an exit code of 128 and more may stand for */

static const char *const mpi_names[] = {"openmpi", "mpich", NULL};

struct lab_run_options {
	struct lab_options lab;
	size_t processes;
	int mpi;
	bool realtime;
};

/* The library that this program was built with, since it is likely what is run. */
static int mpi_default(void)
{
	char text[512];

	return strstr(live_library(text, sizeof(text)), "MPICH") ? LAB_MPICH : LAB_OPENMPI;
}

static bool is_program(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

static bool in_path(const char *program)
{
	const char *place = getenv("PATH");
	char path[1024];

	for (place = place ? place : "/bin:/usr/bin"; place;
	     place = strchr(place, ':') ? strchr(place, ':') + 1 : NULL) {
		int length = (int)strcspn(place, ":");

		if (snprintf(path, sizeof(path), "%.*s%s%s", length, place, length ? "/" : "", program) <
			    (int)sizeof(path) &&
		    is_program(path))
			return true;
	}
	return false;
}

/*
 * Sees that there are a launcher (*second: it is "mpirun") and the program, before anything runs, so that no exit code
 * of what runs is taken for their absence. Nodes have this machine's files, and launchers look for a program in the
 * folder that they are started in, too.
 */
static enum status find_programs(int mpi, const char *program, bool *second, struct error *err)
{
	const char *name = mpi == LAB_MPICH ? "mpirun.mpich" : "mpirun.openmpi";

	*second = !in_path(name);
	if (*second && !in_path("mpirun"))
		return error_set(err, ERR_PLATFORM, "neither %s nor mpirun is in PATH (on Debian: apt-get install %s)",
				 name, mpi == LAB_MPICH ? "mpich" : "openmpi-bin");
	if (!is_program(program) && (strchr(program, '/') || !in_path(program)))
		return error_set(err, ERR_INPUT, "%s cannot be run: it is %s", program,
				 strchr(program, '/') ? "no file that may be executed" : "neither in PATH nor here");
	return OK;
}

/* How a program ended that did not do well. What is above the last signal is an exit code like others. */
static enum status tell_end(const char *program, int code, struct error *err)
{
	if (code > 128 && code - 128 <= SIGNALS_MOST)
		return error_set(err, ERR_PLATFORM, "%s: ended by signal %d", program, code - 128);
	return error_set(err, ERR_PLATFORM, "%s: ended with exit code %d", program, code);
}

/* Runs the program in a lab that is up. */
static enum status run_in(const struct lab *lab, const struct lab_run_options *o, const char *const *argv,
			  struct error *err)
{
	size_t processes = o->processes ? o->processes : lab->shape.nodes;
	char program[1024];
	struct lab_launch launch = {
		.mpi = o->mpi == LAB_MPICH ? LAB_MPICH : LAB_OPENMPI, .processes = processes, .realtime = o->realtime};
	int code = 0;

	TRY(lab_program(program, sizeof(program), err));
	TRY(lab_check_links(lab, err));
	if (processes > lab->shape.nodes)
		return error_set(err, ERR_USAGE, "-n %zu: lab %s has %zu nodes, for one process each", processes,
				 lab->name, lab->shape.nodes);
	TRY(find_programs(o->mpi, argv[0], &launch.second, err));
	TRY(lab_run(lab, program, &launch, argv, &code, err));
	if (code != 0)
		TRY(tell_end(argv[0], code, err));
	return OK;
}

/* Makes a lab, runs the program in it and takes the lab down; the guard does so if this process is killed. */
static enum status run_alone(struct context *context, const struct lab_run_options *o, const char *const *argv,
			     struct error *err)
{
	struct lab_shape shape;
	struct lab_guard guard;
	struct error why = {0};
	struct lab lab;
	char program[1024], name[LAB_NAME_MOST + 1];
	bool second;
	enum status status = lab_shape_of(&o->lab, &shape, err), end;

	snprintf(name, sizeof(name), "run-%ld", (long)getpid());
	if (status == OK && o->processes > shape.nodes)
		status = error_set(err, ERR_USAGE, "-n %zu: a lab of %zu nodes has one process on each", o->processes,
				   shape.nodes);
	if (status == OK)
		status = lab_check_root(err);
	if (status == OK)
		status = find_programs(o->mpi, argv[0], &second, err);
	if (status == OK)
		status = lab_program(program, sizeof(program), err);
	if (status == OK)
		status = lab_guard_start(&guard, program, name, NULL, err);
	if (status != OK)
		return status;
	status = lab_raise(&lab, name, &shape, false, err);
	if (status == OK) {
		if (!context->quiet)
			fprintf(context->chatter, "sonde: a lab of %zu nodes for this run\n", shape.nodes);
		status = run_in(&lab, o, argv, err);
		end = lab_unmake(&lab, &why);
		if (end != OK && status == OK)
			status = error_set(err, end, "%s", why.text);
		else if (end != OK)
			fprintf(context->chatter, "sonde: %s\n", why.text);
		lab_release(&lab);
	}
	lab_guard_end(&guard, name);
	return status;
}

/* In the lab that is up if its shape is not said; else in one of its own. */
static enum status run(struct context *context, const struct lab_run_options *o, const char *const *argv,
		       struct error *err)
{
	const char *name = o->lab.name ? o->lab.name : LAB_NAME_DEFAULT;
	struct lab lab;
	enum status status;

	if (o->lab.name && lab_shape_given(&o->lab))
		return error_set(err, ERR_USAGE,
				 "--name: of a lab that is up already; it has the shape that \"sonde lab up\" gave it");
	if (lab_shape_given(&o->lab) || (!o->lab.name && lab_load(&lab, name, NULL) != OK))
		return run_alone(context, o, argv, err);
	if (o->lab.name && lab_load(&lab, name, err) != OK)
		return ERR_INPUT;
	status = lab_check_root(err);
	if (status == OK && lab_left_over(&lab))
		status = error_set(err, ERR_INPUT,
				   "lab %s was left over by a process that is gone: \"sonde lab down\" removes it",
				   name);
	if (status == OK)
		status = run_in(&lab, o, argv, err);
	lab_release(&lab);
	return status;
}

enum status lab_run_command(struct context *context, struct error *err)
{
	struct lab_run_options o = {.mpi = mpi_default()};
	const struct option options[] = {OPT_COUNT('n', "processes", &o.processes, "N", 1, LAB_NODES_MOST,
						   "on the first N nodes, one each (default: as many as nodes)"),
					 OPT_CHOICE(0, "mpi", &o.mpi, mpi_names,
						    "whose mpirun starts the program (default: the MPI of this sonde)"),
					 OPT_FLAG(0, "realtime", &o.realtime,
						  "run the program before all other processes of the machine, so that "
						  "these do not show in its timings"),
					 LAB_NAME_OPTION(&o.lab),
					 LAB_SHAPE_OPTIONS(&o.lab),
					 COMMON_OPTIONS(context)};
	const char **argv = calloc((size_t)(context->argc > 0 ? context->argc : 0) + 1, sizeof(*argv));
	size_t n = 0;
	enum status status = argv ? command_options(context, options, argv, 0, (size_t)context->argc, &n, err)
				  : error_memory(err, "the arguments");

	if (status == OK && !context->help)
		status = n > 0 ? run(context, &o, argv, err)
			       : error_set(err, ERR_USAGE,
					   "lab run: which program? sonde lab run -n 8 -- PROGRAM ARGUMENTS");
	free(argv);
	return status;
}
