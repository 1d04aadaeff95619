#define _GNU_SOURCE /* pipe2 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lab/inside.h"

#define BECOMES "becomes"

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Becomes another program, this one, again and again, until the time that its second argument tells. */
static int becoming(char **argv)
{
	if (now() < strtod(argv[2], NULL))
		execv("/proc/self/exe", argv);
	return 0;
}

/* While a process becomes another program it has no environment. */
static void processes_that_become_other_programs_are_waited_for(void **state)
{
	enum { TIMES = 10 };
	char word[64], until[32];

	(void)state;
	snprintf(word, sizeof(word), "SONDE_TEST_INSIDE=%ld", (long)getpid());
	for (int i = 0; i < TIMES; i++) {
		char *argv[] = {"test_lab_inside", BECOMES, until, NULL}, *environment[] = {word, NULL};
		int begun[2];
		pid_t child;

		assert_int_equal(pipe2(begun, O_CLOEXEC), 0);
		snprintf(until, sizeof(until), "%.9f", now() + 0.1);
		child = fork();
		if (child == 0) {
			execve("/proc/self/exe", argv, environment);
			_exit(1);
		}
		assert_true(child > 0);
		close(begun[1]);
		assert_int_equal(read(begun[0], word, 1), 0); /* until the child has become the program */
		close(begun[0]);
		assert_int_equal(inside_end_marked(word), 0);
		assert_true(now() >= strtod(until, NULL));
		assert_int_equal(waitpid(child, NULL, 0), child);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_that_become_other_programs_are_waited_for),
	};

	if (argc == 3 && strcmp(argv[1], BECOMES) == 0)
		return becoming(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
