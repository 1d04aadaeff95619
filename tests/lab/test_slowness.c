#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/slowness.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static enum status read_text(const char *content, struct lab_slowness slow[3], struct error *err)
{
	char path[] = "/tmp/sonde-slow-XXXXXX";
	int descriptor = mkstemp(path);
	enum status status;

	assert_true(descriptor >= 0);
	assert_int_equal(write(descriptor, content, strlen(content)), strlen(content));
	close(descriptor);
	memset(slow, 0, 3 * sizeof(*slow));
	status = slowness_read(path, slow, 3, err);
	unlink(path);
	return status;
}

static void a_file_says_which_nodes_are_slow(void **state)
{
	struct lab_slowness slow[3];

	(void)state;
	assert_int_equal(read_text("# kinds\n3 400us 50ns\n 1 1ms 0s # calls only\n", slow, NULL), OK);
	assert_true(slow[0].call == 1e-3 && slow[0].byte == 0);
	assert_true(slow[1].call == 0 && slow[1].byte == 0);
	assert_true(slow[2].call == 400e-6 && slow[2].byte == 50e-9);
}

static void a_wrong_line_is_refused_with_its_number(void **state)
{
	static const struct {
		const char *content, *text;
	} cases[] = {
		{"1 1ms\n", ":1: expected a node and its time per call and per byte, for example \"1 400us 50ns\""},
		{"2 1ms 1ns 1\n", ":1: expected a node and its time per call"},
		{"\n4 1ms 1ns\n", ":2: '4' is not a node: they are 1 to 3"},
		{"1 fast 1ns\n", ":1: "},
		{"1 1ms -1ns\n", ":1: "},
		{"1 2s 1ns\n", ":1: '2s' is too long for a call: at most 1 s"},
		{"1 1s 2ms\n", ":1: '2ms' is too long for a byte: at most 0.001 s"},
		{"1 1s 1ns\n1 1s 1ns\n", ":2: node 1 is named twice"}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		struct lab_slowness slow[3];

		assert_int_equal(read_text(cases[i].content, slow, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s", err.text);
	}
}

static void a_slow_node_has_its_times_in_the_environment(void **state)
{
	char *before[] = {"A=1", "LD_PRELOAD=/lib/other.so", "SONDE_LAB_SLOW=9 9 9", "B=2", NULL},
	     *none[] = {"A=1", NULL};
	struct lab lab = {.shape = {.nodes = 2, .slow = {{0, 0}, {0.25, 0.5}}}};
	char **list = slowness_environment(&lab, 2, "/x/slow.so", before);

	(void)state;
	assert_true(slowness_wanted(&lab));
	assert_string_equal(list[0], "A=1");
	assert_string_equal(list[1], "B=2");
	assert_string_equal(list[2], "LD_PRELOAD=/x/slow.so:/lib/other.so");
	assert_string_equal(list[3], "SONDE_LAB_SLOW=0.25 0.5 10.77.0.");
	assert_null(list[4]);
	free(list);
	list = slowness_environment(&lab, 2, "/x/slow.so", none);
	assert_string_equal(list[1], "LD_PRELOAD=/x/slow.so");
	free(list);
	lab.shape.slow[1] = (struct lab_slowness){0, 0};
	assert_false(slowness_wanted(&lab));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_says_which_nodes_are_slow),
		cmocka_unit_test(a_wrong_line_is_refused_with_its_number),
		cmocka_unit_test(a_slow_node_has_its_times_in_the_environment),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
