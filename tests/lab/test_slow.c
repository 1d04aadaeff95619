#define _GNU_SOURCE /* as the library itself */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>

#include "lab/slow/slow.c"

#define CALL 1e-3
#define BYTE 1e-6

/* Rounding of times in whole nanoseconds. */
#define EXACT 3e-9

/* A clock that only sleeps move on, each by a little too much. */
static double clock_now = 1000, slept, too_long;

int clock_gettime(clockid_t which, struct timespec *time)
{
	(void)which;
	time->tv_sec = (time_t)clock_now;
	time->tv_nsec = (long)(1e9 * (clock_now - (double)time->tv_sec) + 0.5);
	return 0;
}

int clock_nanosleep(clockid_t which, int flags, const struct timespec *until, struct timespec *left)
{
	double end = (double)until->tv_sec + 1e-9 * (double)until->tv_nsec;

	(void)which, (void)left;
	assert_int_equal(flags, TIMER_ABSTIME);
	if (end > clock_now) {
		slept += end - clock_now;
		clock_now = end + too_long;
	}
	return 0;
}

/* The sleep since this was called last. */
static void assert_slept(double seconds)
{
	if (!(slept > seconds - EXACT && slept < seconds + EXACT))
		fail_msg("%.9f s were slept, not %.9f", slept, seconds);
	slept = 0;
}

/* Two ends of a TCP connection to this machine itself. */
static void connect_ends(int ends[2])
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(address);
	int listening = socket(AF_INET, SOCK_STREAM, 0);

	assert_int_equal(bind(listening, (struct sockaddr *)&address, length), 0);
	assert_int_equal(listen(listening, 1), 0);
	assert_int_equal(getsockname(listening, (struct sockaddr *)&address, &length), 0);
	ends[0] = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(connect(ends[0], (struct sockaddr *)&address, length), 0);
	ends[1] = accept(listening, NULL, NULL);
	assert_true(ends[1] >= 0);
	close(listening);
}

static void close_ends(const int ends[2])
{
	close(ends[0]);
	close(ends[1]);
}

static void each_call_takes_its_time_and_that_of_its_bytes(void **state)
{
	char data[1000] = "", more[1000];
	struct iovec parts[2] = {{data, 300}, {data, 700}}, into = {more, 1000};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2}, answer = {.msg_iov = &into, .msg_iovlen = 1};
	int ends[2];

	(void)state;
	connect_ends(ends);
	for (int way = 0; way < 4; way++) {
		assert_int_equal(way == 0   ? send(ends[0], data, 1000, 0)
				 : way == 1 ? writev(ends[0], parts, 2)
				 : way == 2 ? sendmsg(ends[0], &message, 0)
					    : write(ends[0], data, 1000),
				 1000);
		assert_slept(CALL + 1000 * BYTE);
		assert_int_equal(recv(ends[1], more, 1000, MSG_PEEK), 1000);
		assert_slept(0);
		assert_int_equal(recv(ends[1], more, 400, 0), 400);
		assert_slept(CALL + 400 * BYTE);
		assert_int_equal(way == 0   ? recv(ends[1], more, 1000, 0)
				 : way == 1 ? readv(ends[1], &into, 1)
				 : way == 2 ? recvmsg(ends[1], &answer, 0)
					    : read(ends[1], more, 1000),
				 600);
		assert_slept(CALL + 600 * BYTE);
	}
	assert_int_equal(recv(ends[1], more, 1000, MSG_DONTWAIT), -1);
	assert_int_equal(errno, EAGAIN);
	assert_slept(0);
	close_ends(ends);
}

static void what_could_not_be_sent_is_paid_for_once(void **state)
{
	enum { MUCH = 64 << 20 };
	char *data = calloc(MUCH, 1);
	ssize_t first, left;
	int ends[2];

	(void)state;
	connect_ends(ends);
	first = send(ends[0], data, MUCH, MSG_DONTWAIT);
	assert_true(first > 0 && first < MUCH);
	assert_slept(CALL + MUCH * BYTE);
	for (left = MUCH - first; left > 0;) {
		ssize_t moved = send(ends[0], data, (size_t)left, MSG_DONTWAIT);

		left -= moved > 0 ? moved : 0;
		if (moved < 0) {
			slept = 0;
			assert_int_equal(send(ends[0], data, (size_t)left, MSG_DONTWAIT), -1);
			assert_int_equal(errno, EAGAIN);
			assert_slept(0);
			break;
		}
		assert_slept(CALL);
	}
	free(data);
	close_ends(ends);
}

static void a_sleep_that_was_too_long_makes_the_next_one_shorter(void **state)
{
	char data[10] = "";
	int ends[2];

	(void)state;
	connect_ends(ends);
	too_long = 50e-6;
	send(ends[0], data, 10, 0);
	assert_slept(CALL + 10 * BYTE);
	send(ends[0], data, 10, 0);
	assert_slept(CALL + 10 * BYTE - 50e-6);
	too_long = 1; /* another process had the CPU */
	send(ends[0], data, 10, 0);
	assert_slept(CALL + 10 * BYTE - 50e-6);
	too_long = 0;
	send(ends[0], data, 10, 0);
	assert_slept(10 * BYTE);
	close_ends(ends);
}

static void other_connections_and_files_are_left_alone(void **state)
{
	char data[10] = "";
	int ends[2], pipe_ends[2];

	(void)state;
	assert_int_equal(pipe(pipe_ends), 0);
	assert_int_equal(write(pipe_ends[1], data, 10), 10);
	assert_int_equal(read(pipe_ends[0], data, 10), 10);
	connect_ends(ends);
	strcpy(slow.peers, "10.77.0.");
	assert_int_equal(send(ends[0], data, 10, 0), 10);
	assert_int_equal(recv(ends[1], data, 10, 0), 10);
	strcpy(slow.peers, "127.0.0.");
	assert_slept(0);
	close_ends(ends);
	close_ends(pipe_ends);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_call_takes_its_time_and_that_of_its_bytes),
		cmocka_unit_test(what_could_not_be_sent_is_paid_for_once),
		cmocka_unit_test(a_sleep_that_was_too_long_makes_the_next_one_shorter),
		cmocka_unit_test(other_connections_and_files_are_left_alone),
	};

	setenv("SONDE_LAB_SLOW", "0.001 1e-06 127.0.0.", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
