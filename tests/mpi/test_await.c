#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <mpi.h>
#include <string.h>

#include "mpi/live/driver.h"

enum { PATIENCE = 1 };

static void a_process_that_does_not_answer_is_named_with_its_host(void **state)
{
	char hosts[1][MPI_MAX_PROCESSOR_NAME] = {"node4"};
	struct live l = {.process = {.control = MPI_COMM_WORLD, .size = 1}, .patience = PATIENCE, .hosts = hosts};
	struct error err = {0};

	(void)state;
	assert_false(live_await(&l, 0, TAG_REPLY, &err));
	assert_int_equal(err.status, ERR_PLATFORM);
	assert_non_null(strstr(err.text, "process 0 on node4 has not answered"));
	assert_true(l.lost);
}

/* The alarm was set long ago, for an earlier batch of the same run: the process is named before it comes, not after a
 * patience of its own. */
static void the_process_is_named_before_the_alarm_ends_the_run(void **state)
{
	struct live l = {.process = {.control = MPI_COMM_WORLD, .size = 1}, .patience = 3600};
	struct error err = {0};

	(void)state;
	l.alarm = MPI_Wtime() + 0.05 * 3600 + 0.2;
	assert_false(live_await(&l, 0, TAG_REPLY, &err)); /* after 0.2 s; else an hour */
	assert_int_equal(err.status, ERR_PLATFORM);
	assert_non_null(strstr(err.text, "process 0 has not answered"));
}

static void after_that_nobody_is_waited_for(void **state)
{
	struct live l = {.process = {.control = MPI_COMM_WORLD, .size = 1}, .patience = 3600, .lost = true};
	struct error err = {0};

	(void)state;
	live_hear_reply(&l, 0, &err); /* an hour, else */
	assert_int_equal(err.status, ERR_PLATFORM);
	assert_non_null(strstr(err.text, "nothing more can be measured"));
}

static void an_answer_is_heard(void **state)
{
	struct live l = {.process = {.control = MPI_COMM_WORLD, .size = 1}, .patience = PATIENCE};
	struct reply reply = {.status = ERR_INPUT, .text = "that is wrong"};
	struct error err = {0};
	MPI_Request request;

	(void)state;
	MPI_Isend(&reply, (int)sizeof(reply), MPI_BYTE, 0, TAG_REPLY, MPI_COMM_WORLD, &request);
	live_hear_reply(&l, 0, &err);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	assert_int_equal(err.status, ERR_INPUT);
	assert_string_equal(err.text, "that is wrong");
	assert_false(l.lost);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_that_does_not_answer_is_named_with_its_host),
		cmocka_unit_test(the_process_is_named_before_the_alarm_ends_the_run),
		cmocka_unit_test(after_that_nobody_is_waited_for),
		cmocka_unit_test(an_answer_is_heard),
	};
	int failed;

	MPI_Init(NULL, NULL);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	MPI_Finalize();
	return failed;
}
