#include "expect.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Processes that are started or found while the program runs. */

/* Behind a call that may have failed, as those do that this build of the library does not support: says what is
 * expected, and leaves what was made. */
static void expect_made(struct program *p, const char *what, int result, MPI_Comm *comm)
{
	if (result != MPI_SUCCESS) {
		expect(p, "%s", what);
		return;
	}
	expect(p, "%s made=%d", what, ++p->comms);
	MPI_Comm_disconnect(comm);
	expect(p, "MPI_Comm_disconnect comm=%d", p->comms);
}

/* Others of the same program, which only come and go. */
static void call_spawn(struct program *p)
{
	MPI_Comm children;
	char *argv[] = {"child", NULL};
	char *commands[] = {p->program, p->program};
	char **arguments[] = {argv, argv};
	int numbers[] = {1, 1};
	MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
	int result =
		MPI_Comm_spawn(p->program, argv, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
	expect_made(p, "MPI_Comm_spawn comm=0 root=0", result, &children);
	result = MPI_Comm_spawn_multiple(2, commands, arguments, numbers, infos, 1, MPI_COMM_WORLD, &children,
					 MPI_ERRCODES_IGNORE);
	expect_made(p, "MPI_Comm_spawn_multiple comm=0 root=1", result, &children);
}

/* Process 0 opens a port, at which process 1 calls. */
static void call_port(struct program *p)
{
	MPI_Comm other;
	char port[MPI_MAX_PORT_NAME] = "";
	int result = MPI_SUCCESS;
	if (p->rank == 0) {
		result = MPI_Open_port(MPI_INFO_NULL, port);
		expect(p, "MPI_Open_port");
	}
	/* MPICH over UCX has no ports, and ends the program where it closes one whose name has no number. */
	if (result != MPI_SUCCESS)
		snprintf(port, sizeof(port), "tag#0$");
	MPI_Bcast(port, sizeof(port), MPI_CHAR, 0, MPI_COMM_WORLD);
	expect(p, "MPI_Bcast comm=0 send=%d:c receive=%d:c root=0", MPI_MAX_PORT_NAME, MPI_MAX_PORT_NAME);
	call_barrier(p); /* Open MPI does not end the broadcast's sends while their receiver connects */
	if (p->rank == 0) {
		result = MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
		expect_made(p, "MPI_Comm_accept comm=1 root=0", result, &other);
	} else if (p->rank == 1) {
		result = MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
		expect_made(p, "MPI_Comm_connect comm=1 root=0", result, &other);
	}
	if (p->rank == 0)
		NAMED(Close_port, port);
}

/* The launcher may have no server of names: then these fail, and are recorded as well. */
static void call_names(struct program *p)
{
	char port[MPI_MAX_PORT_NAME] = "nowhere";
	if (p->rank != 0)
		return;
	NAMED(Publish_name, "sonde-test", MPI_INFO_NULL, port);
	NAMED(Lookup_name, "sonde-test", MPI_INFO_NULL, port);
	NAMED(Unpublish_name, "sonde-test", MPI_INFO_NULL, port);
}

/* A socket between processes 0 and 1. -1: there is none. */
static int connect_socket(struct program *p)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(address);
	int listening = socket(AF_INET, SOCK_STREAM, 0);
	int port = 0;
	int result = -1;
	if (p->rank == 0) {
		if (bind(listening, (struct sockaddr *)&address, length) != 0 || listen(listening, 1) != 0 ||
		    getsockname(listening, (struct sockaddr *)&address, &length) != 0)
			MPI_Abort(MPI_COMM_WORLD, 1);
		port = address.sin_port;
	}
	MPI_Bcast(&port, 1, MPI_INT, 0, MPI_COMM_WORLD);
	expect(p, "MPI_Bcast comm=0 send=4:c receive=4:c root=0");
	if (p->rank == 0) {
		result = accept(listening, NULL, NULL);
		close(listening);
		return result;
	}
	address.sin_port = (in_port_t)port;
	if (p->rank == 1 && connect(listening, (struct sockaddr *)&address, sizeof(address)) != 0)
		MPI_Abort(MPI_COMM_WORLD, 1);
	return listening;
}

static void call_join(struct program *p)
{
	MPI_Comm other;
	const int connected = connect_socket(p);
	if (p->rank < 2) {
		const int result = MPI_Comm_join(connected, &other);
		expect_made(p, "MPI_Comm_join", result, &other);
	}
	close(connected);
}

void call_processes(struct program *p)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	call_port(p);
	call_names(p);
	call_join(p);
	call_spawn(p);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}
