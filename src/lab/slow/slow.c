/*
 * A slower processor for what is sent and received over TCP: preloaded, it lets each call that moves data take so many
 * seconds more, and so many for each byte (C and t of O'Flynn, thesis, 2009, 4.4, on real TCP).
 *
 * - SONDE_LAB_SLOW in the environment: seconds per call, seconds per byte, and how the addresses of the peers begin
 * that it is for, such as "0.0002 5e-08 10.77.0.". Other connections are left alone, such as those to a launcher.
 * - A sender pays before its data leave, a receiver when it has them. Calls that move nothing are free.
 * - The time is slept: others may have the CPU meanwhile. By what a sleep is too long the next one is shorter.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024, NUMBER = 32 };

/* s: a sleep may be too long by so much, and the next one shorter; what is beyond was another process' turn. */
static const double late_most = 1e-3;

/* The calls have no place for a state of the caller's. One thread moves data. */
static struct {
	bool read, active;
	double call, byte;        /* s */
	char peers[NUMBER];       /* how their addresses begin */
	double late;              /* s: by how much the last sleep was too long */
	double paid[DESCRIPTORS]; /* s: for what was not moved, by descriptor */
} slow;

static void read_times(void)
{
	char *rest = getenv("SONDE_LAB_SLOW");

	slow.read = true;
	if (!rest)
		return;
	slow.call = strtod(rest, &rest);
	slow.byte = strtod(rest, &rest);
	slow.active = *rest == ' ' && slow.call >= 0 && slow.byte >= 0 && slow.call + slow.byte > 0;
	if (!slow.active)
		return;
	snprintf(slow.peers, sizeof(slow.peers), "%s", rest + 1);
	prctl(PR_SET_TIMERSLACK, 1); /* ns; else sleeps are 50 us too long */
}

static bool begins_as_peers(int descriptor)
{
	struct sockaddr_storage peer;
	socklen_t length = sizeof(peer);
	char text[INET_ADDRSTRLEN];

	if (getpeername(descriptor, (struct sockaddr *)&peer, &length) != 0 || peer.ss_family != AF_INET ||
	    !inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, sizeof(text)))
		return false;
	return strncmp(text, slow.peers, strlen(slow.peers)) == 0;
}

/* Whether calls for the descriptor are slow; leaves errno. */
static bool concerns(int descriptor)
{
	int before = errno;
	bool yes;

	if (!slow.read)
		read_times();
	yes = slow.active && begins_as_peers(descriptor);
	errno = before;
	return yes;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void spend(double seconds)
{
	double end = now() + seconds - slow.late;
	struct timespec until = {.tv_sec = (time_t)end};
	int before = errno;

	until.tv_nsec = (long)(1e9 * (end - (double)until.tv_sec));
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
	slow.late = now() - end;
	if (slow.late > late_most)
		slow.late = late_most;
	errno = before;
}

/* Before bytes are sent; what an earlier call has paid for and could not send is not paid again. */
static void pay_send(int descriptor, double bytes)
{
	double *paid = descriptor >= 0 && descriptor < DESCRIPTORS ? &slow.paid[descriptor] : NULL,
	       price = slow.call + slow.byte * bytes, owed = price - (paid ? *paid : 0);

	if (owed > 0)
		spend(owed);
	if (paid)
		*paid = *paid > price ? *paid : price;
}

/* moved bytes of those that were paid for have left; less than 0: the call has failed. */
static ssize_t sent(int descriptor, ssize_t moved)
{
	double *paid = descriptor >= 0 && descriptor < DESCRIPTORS ? &slow.paid[descriptor] : NULL;

	if (paid && moved >= 0) {
		*paid -= slow.call + slow.byte * (double)moved;
		if (*paid < slow.byte / 2)
			*paid = 0;
	}
	return moved;
}

static ssize_t received(int descriptor, ssize_t moved)
{
	if (moved > 0 && concerns(descriptor))
		spend(slow.call + slow.byte * (double)moved);
	return moved;
}

static double length_of(const struct iovec *parts, size_t n)
{
	double bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += (double)parts[i].iov_len;
	return bytes;
}

/* Looks the function up that would be called without this library, once. */
static void find(const char *name, void *function)
{
	if (!*(void **)function)
		*(void **)function = dlsym(RTLD_NEXT, name);
}

ssize_t send(int descriptor, const void *data, size_t bytes, int flags)
{
	static ssize_t (*next)(int descriptor, const void *data, size_t bytes, int flags);

	find("send", &next);
	if (!concerns(descriptor))
		return next(descriptor, data, bytes, flags);
	pay_send(descriptor, (double)bytes);
	return sent(descriptor, next(descriptor, data, bytes, flags));
}

ssize_t sendto(int descriptor, const void *data, size_t bytes, int flags, __CONST_SOCKADDR_ARG to, socklen_t length)
{
	static ssize_t (*next)(int descriptor, const void *data, size_t bytes, int flags, __CONST_SOCKADDR_ARG to,
			       socklen_t length);

	find("sendto", &next);
	if (!concerns(descriptor))
		return next(descriptor, data, bytes, flags, to, length);
	pay_send(descriptor, (double)bytes);
	return sent(descriptor, next(descriptor, data, bytes, flags, to, length));
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
	static ssize_t (*next)(int descriptor, const struct msghdr *message, int flags);

	find("sendmsg", &next);
	if (!concerns(descriptor))
		return next(descriptor, message, flags);
	pay_send(descriptor, length_of(message->msg_iov, message->msg_iovlen));
	return sent(descriptor, next(descriptor, message, flags));
}

ssize_t writev(int descriptor, const struct iovec *parts, int n)
{
	static ssize_t (*next)(int descriptor, const struct iovec *parts, int n);

	find("writev", &next);
	if (n < 0 || !concerns(descriptor))
		return next(descriptor, parts, n);
	pay_send(descriptor, length_of(parts, (size_t)n));
	return sent(descriptor, next(descriptor, parts, n));
}

ssize_t write(int descriptor, const void *data, size_t bytes)
{
	static ssize_t (*next)(int descriptor, const void *data, size_t bytes);

	find("write", &next);
	if (!concerns(descriptor))
		return next(descriptor, data, bytes);
	pay_send(descriptor, (double)bytes);
	return sent(descriptor, next(descriptor, data, bytes));
}

/* What is only looked at is received later. */
ssize_t recv(int descriptor, void *data, size_t bytes, int flags)
{
	static ssize_t (*next)(int descriptor, void *data, size_t bytes, int flags);
	ssize_t moved;

	find("recv", &next);
	moved = next(descriptor, data, bytes, flags);
	return flags & MSG_PEEK ? moved : received(descriptor, moved);
}

ssize_t recvfrom(int descriptor, void *restrict data, size_t bytes, int flags, __SOCKADDR_ARG from,
		 socklen_t *restrict length)
{
	static ssize_t (*next)(int descriptor, void *data, size_t bytes, int flags, __SOCKADDR_ARG from,
			       socklen_t *length);
	ssize_t moved;

	find("recvfrom", &next);
	moved = next(descriptor, data, bytes, flags, from, length);
	return flags & MSG_PEEK ? moved : received(descriptor, moved);
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
	static ssize_t (*next)(int descriptor, struct msghdr *message, int flags);
	ssize_t moved;

	find("recvmsg", &next);
	moved = next(descriptor, message, flags);
	return flags & MSG_PEEK ? moved : received(descriptor, moved);
}

ssize_t readv(int descriptor, const struct iovec *parts, int n)
{
	static ssize_t (*next)(int descriptor, const struct iovec *parts, int n);

	find("readv", &next);
	return received(descriptor, next(descriptor, parts, n));
}

ssize_t read(int descriptor, void *data, size_t bytes)
{
	static ssize_t (*next)(int descriptor, void *data, size_t bytes);

	find("read", &next);
	return received(descriptor, next(descriptor, data, bytes));
}

/* What was paid for this connection is nothing to the next one of its number. */
int close(int descriptor)
{
	static int (*next)(int descriptor);

	find("close", &next);
	if (descriptor >= 0 && descriptor < DESCRIPTORS)
		slow.paid[descriptor] = 0;
	return next(descriptor);
}
