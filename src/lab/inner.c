#include "lab/inner.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "lab/inside.h"
#include "lab/network.h"
#include "lab/raise.h"
#include "lab/run.h"
#include "lab/slowness.h"
#include "lab/wire_run.h"

extern char **environ;

enum { PAUSES_MOST = 250, PATH_ROOM = 4096 }; /* pauses of 20 ms */

#define SLOW_LIBRARY "libsonde_slow.so"

/* Runs argv in place of this process, on a node. */
static enum status become(const char *name, size_t node, char **argv, struct error *err)
{
	struct lab lab;
	enum status status = lab_load(&lab, name, err);

	if (status != OK)
		return status;
	status = inside_enter(&lab, node, err);
	lab_release(&lab);
	if (status != OK)
		return status;
	execvp(argv[0], argv);
	return error_set(err, ERR_PLATFORM, "%s cannot be started on node %zu: %s", argv[0], node, strerror(errno));
}

/* The node of an address; 0 if it is none of this lab's. */
static size_t node_of(const char *address)
{
	char text[32];

	for (size_t i = 1; i <= LAB_NODES_MOST; i++)
		if (strcmp(address, lab_address(i, text)) == 0)
			return i;
	return 0;
}

enum status lab_inner_agent(int argc, char **argv, struct error *err)
{
	char *shell[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, NULL, NULL};
	int host = 1;
	size_t room = 1;

	while (host < argc && argv[host][0] == '-')
		host++;
	if (host + 1 >= argc || node_of(argv[host]) == 0)
		return error_set(err, ERR_INPUT,
				 "lab agent: expected the name of a lab, the address of a node and a command line");
	for (int i = host + 1; i < argc; i++)
		room += strlen(argv[i]) + 1;
	shell[2] = calloc(room, 1);
	if (!shell[2])
		return error_memory(err, "a command line");
	for (int i = host + 1; i < argc; i++) {
		strcat(shell[2], i > host + 1 ? " " : "");
		strcat(shell[2], argv[i]);
	}
	become(argv[0], node_of(argv[host]), shell, err);
	free(shell[2]);
	return ERR_PLATFORM;
}

enum status lab_inner_enter(int argc, char **argv, struct error *err)
{
	size_t node = 0;
	const char *rest = argc > 2 ? text_whole(argv[1], &node) : NULL;

	if (!rest || *rest)
		return error_set(err, ERR_INPUT,
				 "lab enter: expected the name of a lab, the number of a node and a program");
	return become(argv[0], node, argv + 2, err);
}

/* The node that this process is on, by the name that its node has; 0: none. */
static size_t own_node(void)
{
	char name[64] = "";
	size_t node = 0;
	const char *rest =
		gethostname(name, sizeof(name) - 1) == 0 ? text_whole(text_after(name, "node"), &node) : NULL;

	return rest && !*rest && node <= LAB_NODES_MOST ? node : 0;
}

/* Where the library lies that makes programs slow: beside this program, or where it is installed. */
static enum status find_library(char *path, struct error *err)
{
	static const char *const places[] = {"", LAB_SLOW_INSTALLED "/"};
	char program[PATH_ROOM / 2];
	enum status status = lab_program(program, sizeof(program), err);

	if (status != OK)
		return status;
	*(strrchr(program, '/') + 1) = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, PATH_ROOM, "%s%s%s", program, places[i], SLOW_LIBRARY);
		if (access(path, R_OK) == 0)
			return OK;
	}
	return error_set(err, ERR_PLATFORM,
			 "%s, which makes programs slow, is neither in %s nor where it is installed: %s", SLOW_LIBRARY,
			 program, path);
}

enum status lab_inner_slow(int argc, char **argv, struct error *err)
{
	struct lab lab;
	char path[PATH_ROOM], **environment = NULL;
	size_t node = own_node();
	enum status status = argc > 1 && node > 0 ? find_library(path, err)
						  : error_set(err, ERR_INPUT,
							      "lab slow: expected, on a node of it, the name of a lab "
							      "and a program");

	if (status == OK)
		status = lab_load(&lab, argv[0], err);
	if (status != OK)
		return status;
	if (node <= lab.shape.nodes && lab.shape.slow[node - 1].call + lab.shape.slow[node - 1].byte > 0) {
		environment = slowness_environment(&lab, node, path, environ);
		if (!environment)
			status = error_memory(err, "an environment");
	}
	lab_release(&lab);
	if (status != OK)
		return status;
	if (environment)
		environ = environment;
	execvp(argv[1], argv + 1);
	free(environment);
	return error_set(err, ERR_PLATFORM, "%s cannot be started on node %zu: %s", argv[1], node, strerror(errno));
}

/* Waits until the one who made the lab is gone for good: its files are closed before that. ERR_INPUT if the lab is gone
 * first, or its maker does not go. */
static enum status wait_for_end(struct lab *lab, const char *name)
{
	const struct timespec pause = {.tv_nsec = 20000000};

	for (int i = 0; i < PAUSES_MOST && lab_load(lab, name, NULL) == OK; i++) {
		if (lab_left_over(lab))
			return OK;
		lab_release(lab);
		nanosleep(&pause, NULL);
	}
	return ERR_INPUT;
}

enum status lab_inner_guard(int argc, char **argv, struct error *err)
{
	struct lab lab;
	char byte;
	ssize_t n;
	enum status status;

	if (argc < 1 || argc > 2)
		return error_set(err, ERR_INPUT,
				 "lab guard: expected the name of a lab, or also what marks the processes of a run");
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	do
		n = read(STDIN_FILENO, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	if (argc == 2) {
		inside_end_marked(argv[1]);
		return OK;
	}
	if (wait_for_end(&lab, argv[0]) != OK)
		return OK;
	status = lab_unmake(&lab, err);
	lab_release(&lab);
	return status;
}

enum status lab_inner_wire(int argc, char **argv, struct error *err)
{
	struct lab lab;
	enum status status = argc == 1 ? lab_load(&lab, argv[0], err)
				       : error_set(err, ERR_INPUT, "lab wire: expected the name of a lab");

	if (status != OK)
		return status;
	status = wire_run(&lab, err);
	lab_release(&lab);
	return status;
}
