#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "schedule/goal_source.h"

enum { LENGTH = 2000000, PIECE = 1700 };

/* Bytes that this process has read so far; 0 if the system does not count them. */
static unsigned long long bytes_read(void)
{
	FILE *in = fopen("/proc/self/io", "r");
	unsigned long long n = 0;

	if (in && fscanf(in, "rchar: %llu", &n) != 1)
		n = 0;
	if (in)
		fclose(in);
	return n;
}

static void make_file(char *path)
{
	int handle = mkstemp(path);
	FILE *out = handle >= 0 ? fdopen(handle, "wb") : NULL;

	assert_non_null(out);
	for (int i = 0; i < LENGTH; i++)
		assert_int_not_equal(fputc(i % 251, out), EOF);
	assert_int_equal(fclose(out), 0);
}

/* As ranks are read: where the piece ends is looked for, then all of it is asked for. */
static void read_piece(struct goal_source *source, uint64_t begin, uint64_t end)
{
	const unsigned char *bytes;
	size_t n;

	for (uint64_t at = begin; at < end; at += n) {
		assert_int_equal(goal_source_some(source, at, &bytes, &n, NULL), OK);
		assert_true(n > 0);
		assert_int_equal(bytes[0], at % 251);
	}
	assert_int_equal(goal_source_bytes(source, begin, (size_t)(end - begin), &bytes, NULL), OK);
	assert_int_equal(bytes[0], begin % 251);
	assert_int_equal(bytes[end - begin - 1], (end - 1) % 251);
}

static void pieces_in_their_order_cost_little_more_than_reading_the_file_twice(void **state)
{
	char path[] = "/tmp/sonde-source-XXXXXX";
	struct goal_source source = {0};
	unsigned long long before;

	(void)state;
	make_file(path);
	before = bytes_read();
	assert_int_equal(goal_source_open(&source, path, NULL), OK);
	for (uint64_t begin = 0; begin < LENGTH; begin += PIECE)
		read_piece(&source, begin, begin + PIECE < LENGTH ? begin + PIECE : LENGTH);
	assert_true(before == 0 || bytes_read() - before < 5 * LENGTH / 2);
	goal_source_release(&source);
	remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_in_their_order_cost_little_more_than_reading_the_file_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
