#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory_left.h"

static char root[] = "/tmp/sonde-test-memory-XXXXXX";

/* A file of the machine's that root stands for; the folders above it are made. */
static void put(const char *path, const char *text)
{
	char command[512], name[256];
	FILE *file;

	snprintf(name, sizeof(name), "%s/%s", root, path);
	snprintf(command, sizeof(command), "mkdir -p $(dirname '%s')", name);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
	file = fopen(name, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int begin(void **state)
{
	(void)state;
	strcpy(root + sizeof(root) - 7, "XXXXXX");
	if (!mkdtemp(root))
		return -1;
	put("proc/meminfo", "MemTotal:  9000 kB\nMemFree:   10 kB\nMemAvailable:    8000 kB\n");
	return 0;
}

static int end(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	return system(command); /* NOLINT(cert-env33-c) */
}

static void assert_left(double kilobytes)
{
	assert_float_equal(memory_left_under(root), 1024 * kilobytes, 0);
}

#define V2 "sys/fs/cgroup/"

static void without_groups_it_is_what_the_machine_gives(void **state)
{
	(void)state;
	assert_left(8000);
	put("proc/self/cgroup", "0::/\n");
	assert_left(8000);
}

static void what_a_group_has_read_and_does_not_use_is_given_up(void **state)
{
	(void)state;
	put("proc/self/cgroup", "0::/a\n");
	put(V2 "a/memory.max", "4096000\n");
	put(V2 "a/memory.current", "3072000\n");
	assert_left(1000);
	put(V2 "a/memory.stat", "anon 1\nfile 2058240\ninactive_file 1024000\nactive_file 5\n");
	assert_left(2000);
}

static void the_least_of_nested_groups_counts(void **state)
{
	(void)state;
	put("proc/self/cgroup", "0::/a/b/c\n");
	put(V2 "a/b/c/memory.max", "max\n");
	put(V2 "a/b/c/memory.current", "1024\n");
	assert_left(8000);
	put(V2 "a/memory.max", "4096000\n");
	put(V2 "a/memory.current", "1024000\n");
	assert_left(3000);
	put(V2 "a/b/memory.max", "2048000\n");
	put(V2 "a/b/memory.current", "1024000\n");
	assert_left(1000);
	put(V2 "memory.max", "1024000\n"); /* of a container, whose group is the root that it sees */
	put(V2 "memory.current", "2048000\n");
	assert_left(0);
}

static void groups_of_the_first_version_count_too(void **state)
{
	(void)state;
	put("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/a/b\n0::/\n");
	put(V2 "memory/memory.limit_in_bytes", "9223372036854771712\n");
	put(V2 "memory/memory.usage_in_bytes", "4096\n");
	assert_left(8000);
	put(V2 "memory/a/memory.limit_in_bytes", "4096000\n");
	put(V2 "memory/a/memory.usage_in_bytes", "3072000\n");
	put(V2 "memory/a/memory.stat", "inactive_file 0\ntotal_inactive_file 512000\n");
	assert_left(1500);
}

static void the_limit_of_the_process_counts(void **state)
{
	char text[64];
	struct rlimit before, limit;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
	limit = before;
	if (limit.rlim_max != RLIM_INFINITY)
		skip();
	limit.rlim_cur = (rlim_t)1 << 46;
	put("proc/meminfo", "MemAvailable: 1000000000000000 kB\n");
	snprintf(text, sizeof(text), "%ld 5 5 5 0 5 0\n", ((1L << 46) - 2048000) / sysconf(_SC_PAGESIZE));
	put("proc/self/statm", text);
	if (setrlimit(RLIMIT_AS, &limit) != 0)
		skip();
	assert_left(2000);
	assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_groups_it_is_what_the_machine_gives, begin, end),
		cmocka_unit_test_setup_teardown(what_a_group_has_read_and_does_not_use_is_given_up, begin, end),
		cmocka_unit_test_setup_teardown(the_least_of_nested_groups_counts, begin, end),
		cmocka_unit_test_setup_teardown(groups_of_the_first_version_count_too, begin, end),
		cmocka_unit_test_setup_teardown(the_limit_of_the_process_counts, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
