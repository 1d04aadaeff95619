#define _GNU_SOURCE /* namespaces and ppoll are Linux' own */
#include "lab/wire_run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <math.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/spawn.h"
#include "lab/inside.h"
#include "lab/wire.h"

/* A process that runs before those of "lab run --realtime". */
enum { PRIORITY = 20 };

/* s: a wait that ends less than this before its time is not slept: the system would wake it late. */
static const double awake = 15e-6;

struct carrier {
	struct wire wire;
	struct pollfd cards[LAB_NODES_MOST];
	bool failed;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum status refused(const char *what, struct error *err)
{
	return error_set(err, ERR_PLATFORM, "the lab's network: %s: %s", what, strerror(errno));
}

static enum status enter(const struct lab *lab, size_t i, struct error *err)
{
	char path[2 * LAB_PATH_MOST], name[LAB_PATH_MOST];
	int space;
	enum status status = OK;

	snprintf(path, sizeof(path), "%s/%s", NAMESPACES, lab_namespace(lab, i, name));
	space = open(path, O_RDONLY | O_CLOEXEC);
	if (space < 0 || setns(space, CLONE_NEWNET) != 0)
		status = refused(path, err);
	if (space >= 0)
		close(space);
	return status;
}

/* The card of the node in whose namespace the process is. */
static enum status open_card(int *card, struct error *err)
{
	struct ifreq request = {.ifr_name = "eth0", .ifr_flags = IFF_TAP | IFF_NO_PI};

	*card = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (*card < 0)
		return refused("/dev/net/tun", err);
	return ioctl(*card, TUNSETIFF, &request) == 0 ? OK : refused("the card of a node", err);
}

static enum status open_cards(struct carrier *c, const struct lab *lab, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < lab->shape.nodes; i++) {
		c->cards[i].fd = -1;
		status = enter(lab, i + 1, err);
		if (status == OK)
			status = open_card(&c->cards[i].fd, err);
	}
	return status == OK ? enter(lab, 0, err) : status;
}

/* Reads what the node sends next, if it sends. */
static void take(struct carrier *c, size_t node, double at)
{
	struct wire_frame *frame = wire_frame_new(&c->wire);
	ssize_t n = frame ? read(c->cards[node].fd, frame->data, sizeof(frame->data)) : -1;

	if (n > 0) {
		frame->bytes = (size_t)n;
		wire_send(&c->wire, node, frame, at);
		return;
	}
	if (frame)
		wire_drop(&c->wire, frame);
	if (n < 0 && errno != EAGAIN && errno != EINTR && errno != EIO) /* EIO: the card is down */
		c->failed = true;
}

/* Does all that is due; returns when the next thing is. */
static double carry(struct carrier *c)
{
	for (;;) {
		struct wire_frame *frame = NULL;
		size_t node = 0;
		double at;

		switch (wire_next(&c->wire, now(), &node, &frame, &at)) {
		case WIRE_PASSED: /* what waited meanwhile follows at once */
			take(c, node, at);
			break;
		case WIRE_DELIVERED:
			if (write(c->cards[node].fd, frame->data, frame->bytes) < 0 && errno == EBADFD)
				c->failed = true;
			wire_drop(&c->wire, frame);
			break;
		default:
			return at;
		}
	}
}

/* Waits for a frame of a node whose link is free, or until it is time. */
static void await(struct carrier *c, double until)
{
	double left = until - now() - awake, whole = floor(left);
	struct timespec most = {0};
	int ready;

	if (left > 0 && isfinite(left))
		most = (struct timespec){(time_t)whole, (long)(1e9 * (left - whole))};
	for (size_t i = 0; i < c->wire.nodes; i++)
		c->cards[i].events = wire_busy(&c->wire, i) ? 0 : POLLIN;
	ready = ppoll(c->cards, c->wire.nodes, isfinite(left) ? &most : NULL, NULL);
	for (size_t i = 0; ready > 0 && i < c->wire.nodes; i++) {
		if (c->cards[i].revents & (POLLERR | POLLHUP | POLLNVAL)) /* its namespace is gone */
			c->failed = true;
		else if (c->cards[i].revents & POLLIN)
			take(c, i, now());
	}
}

static void run_first(void)
{
	const struct sched_param first = {.sched_priority = PRIORITY};

	sched_setscheduler(0, SCHED_FIFO, &first); /* refused: it is late when others compute */
	mlockall(MCL_CURRENT | MCL_FUTURE);
	prctl(PR_SET_TIMERSLACK, 1UL);
}

static void silence(int descriptor)
{
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nothing >= 0)
		dup2(nothing, descriptor);
	if (nothing > descriptor)
		close(nothing);
}

enum status wire_run(const struct lab *lab, struct error *err)
{
	struct carrier c = {.failed = false};
	enum status status;

	close_range(STDERR_FILENO + 1, ~0U, 0); /* the lock of who makes the lab (lab/hold.h) */
	setsid();
	wire_init(&c.wire, &lab->shape);
	status = open_cards(&c, lab, err);
	run_first();
	if (status == OK && write(STDERR_FILENO, "", 1) != 1)
		status = refused("who makes the lab is gone", err);
	if (status == OK)
		silence(STDERR_FILENO);
	while (status == OK && !c.failed)
		await(&c, carry(&c));
	for (size_t i = 0; i < lab->shape.nodes; i++)
		if (c.cards[i].fd > 0)
			close(c.cards[i].fd);
	wire_release(&c.wire);
	return status == OK ? error_set(err, ERR_PLATFORM, "the lab's network: a card is gone") : status;
}

/* Until a byte 0, or the end, at which the process has failed: what it said. */
static enum status listen_to(int from, struct error *err)
{
	char said[256] = "", c;
	size_t n = 0;
	ssize_t got;

	while ((got = read(from, &c, 1)) > 0 || (got < 0 && errno == EINTR)) {
		if (got > 0 && c == '\0')
			return OK;
		if (got > 0 && c != '\n' && n + 1 < sizeof(said))
			said[n++] = c;
	}
	return error_set(err, ERR_PLATFORM, "the lab's network does not start%s%s", n > 0 ? ": " : "", said);
}

enum status wire_start(const struct lab *lab, const char *program, struct error *err)
{
	const char *const line[] = {program, "lab", "wire", lab->name, NULL};
	int ends[2], failure;
	pid_t process;
	enum status status;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return refused("a pipe", err);
	failure = spawn_into(line, STDERR_FILENO, ends[1], &process);
	close(ends[1]);
	errno = failure;
	status = failure ? refused(program, err) : listen_to(ends[0], err);
	close(ends[0]);
	while (!failure && status != OK && waitpid(process, NULL, 0) < 0 && errno == EINTR)
		continue;
	return status;
}
