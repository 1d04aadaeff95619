#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/run.h"
#include "lab/shape.h"
#include "lab/share.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void rates_are_read_and_written_with_their_units(void **state)
{
	static const struct {
		const char *text;
		double rate;
		const char *again;
	} cases[] = {{"100mbit", 100e6, "100mbit"},
		     {"8kbit", 8e3, "8kbit"},
		     {"1.5gbit", 1.5e9, "1.5gbit"},
		     {"2500kbit", 2.5e6, "2.5mbit"}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[32];
		double rate = 0;

		assert_int_equal(lab_rate_parse(cases[i].text, &rate, NULL), OK);
		assert_true(rate == cases[i].rate); /* small whole numbers times powers of ten: exact */
		assert_string_equal(lab_rate_format(rate, text, sizeof(text)), cases[i].again);
	}
}

static void what_is_no_rate_share_or_buffer_is_refused_with_what_is_allowed(void **state)
{
	static const char *const rates[] = {"",        "100",     "mbit",     "0mbit",    "-1mbit", "7kbit",
					    "101gbit", "100Mbit", "100 mbit", "100mbits", "nanmbit"};
	static const char *const shares[] = {"", "0", "-1", "0.001", "65", "1x", "half"};
	static const char *const buffers[] = {"", "k", "2999", "2k", "2G", "64kbit", "-1"};

	(void)state;
	for (size_t i = 0; i < COUNT(rates); i++) {
		struct error err = {0};
		double rate = 42;

		assert_int_equal(lab_rate_parse(rates[i], &rate, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "for example 100mbit"));
		assert_true(rate == 42);
	}
	for (size_t i = 0; i < COUNT(shares); i++) {
		struct error err = {0};
		double share = 42;

		assert_int_equal(lab_share_parse(shares[i], &share, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "for example 0.25"));
		assert_true(share == 42);
	}
	for (size_t i = 0; i < COUNT(buffers); i++) {
		struct error err = {0};
		size_t bytes = 42;

		assert_int_equal(lab_buffer_parse(buffers[i], &bytes, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "for example 64K"));
		assert_int_equal(bytes, 42);
	}
}

static void buffers_may_be_written_as_tc_writes_them(void **state)
{
	static const struct {
		const char *text;
		size_t bytes;
	} cases[] = {{"64k", 65536}, {"64K", 65536}, {"1m", 1048576}, {"3000", 3000}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t bytes = 0;

		assert_int_equal(lab_buffer_parse(cases[i].text, &bytes, NULL), OK);
		assert_int_equal(bytes, cases[i].bytes);
	}
}

/* Reads a file of this content for three nodes of 100 Mbit/s. */
static enum status read_rates(const char *content, double rates[3], struct error *err)
{
	char path[] = "/tmp/sonde-rates-XXXXXX";
	int descriptor = mkstemp(path);
	enum status status;

	assert_true(descriptor >= 0);
	assert_int_equal(write(descriptor, content, strlen(content)), strlen(content));
	close(descriptor);
	for (int i = 0; i < 3; i++)
		rates[i] = 100e6;
	status = lab_values_read(path, lab_rate_parse, rates, "25mbit", 3, err);
	unlink(path);
	return status;
}

static void a_file_gives_some_nodes_their_own_values(void **state)
{
	double rates[3];

	(void)state;
	assert_int_equal(read_rates("# slow ones\n3 25mbit\n\n  1\t50mbit # the root\n", rates, NULL), OK);
	assert_true(rates[0] == 50e6 && rates[1] == 100e6 && rates[2] == 25e6);
	assert_int_equal(read_rates("", rates, NULL), OK);
	assert_true(rates[0] == 100e6 && rates[2] == 100e6);
}

static void a_wrong_line_is_refused_with_its_number(void **state)
{
	static const struct {
		const char *content, *text;
	} cases[] = {{"1 25mbit\n4 25mbit\n", ":2: '4' is not a node: they are 1 to 3"},
		     {"0 25mbit", ":1: '0' is not a node"},
		     {"one 25mbit", ":1: 'one' is not a node"},
		     {"1\n", ":1: expected a node and its value"},
		     {"1 25mbit 3\n", ":1: expected a node and its value"},
		     {"2 25mbit\n\n2 5mbit\n", ":3: node 2 is named twice"},
		     {"2 25\n", ":1: '25' is not the rate of a link"}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};
		double rates[3];

		assert_int_equal(read_rates(cases[i].content, rates, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].text));
	}
}

static bool has_pair(const char *const *line, const char *word, const char *next)
{
	for (; line[0] && line[1]; line++)
		if (strcmp(line[0], word) == 0 && strcmp(line[1], next) == 0)
			return true;
	return false;
}

static void launchers_get_hosts_agent_and_program_as_words(void **state)
{
	const char *const argv[] = {"./a program", "--size", "1 2", NULL};
	struct lab lab = {.name = "x"};
	const char **line = lab_launch_line(&lab, LAB_OPENMPI, 3, argv, false);

	(void)state;
	assert_non_null(line);
	assert_string_equal(line[0], "mpirun.openmpi");
	assert_true(has_pair(line, "-H", "10.77.0.1:1,10.77.0.2:1,10.77.0.3:1"));
	assert_true(has_pair(line, "plm_rsh_agent", LAB_FOLDER "/x/agent"));
	assert_true(has_pair(line, "orte_tmpdir_base", LAB_FOLDER "/x/tmp"));
	assert_true(has_pair(line, "./a program", "--size") && has_pair(line, "--size", "1 2"));
	free(line);
	line = lab_launch_line(&lab, LAB_MPICH, 2, argv, true);
	assert_non_null(line);
	assert_string_equal(line[0], "mpirun");
	assert_true(has_pair(line, "-hosts", "10.77.0.1,10.77.0.2") && has_pair(line, "-n", "2"));
	assert_true(has_pair(line, "-launcher-exec", LAB_FOLDER "/x/agent") && has_pair(line, "--size", "1 2"));
	free(line);
}

static void names_of_labs_are_short_and_plain(void **state)
{
	static const char *const good[] = {"a", "lab", "run-17", "0", "abcdefghijklmnopqrstuvwx"};
	static const char *const bad[] = {"", "-a", "A", "a b", "../x", "a/b", ".", "abcdefghijklmnopqrstuvwxy"};

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++)
		assert_int_equal(lab_name_check(good[i], NULL), OK);
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(lab_name_check(bad[i], NULL), ERR_INPUT);
}

static void each_share_is_given_as_it_is_by_quotas_that_the_kernel_takes(void **state)
{
	static const struct {
		double share;
		int quota, period;
	} cases[] = {{0.01, 1000, 100000}, {0.02, 2000, 100000}, {0.049, 4900, 100000}, {0.05, 1000, 20000},
		     {0.2, 4000, 20000},   {1, 20000, 20000},    {64, 1280000, 20000}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct share_quota part = share_quota(cases[i].share);

		assert_int_equal(part.quota, cases[i].quota);
		assert_int_equal(part.period, cases[i].period);
		assert_true(part.quota >= 1000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_read_and_written_with_their_units),
		cmocka_unit_test(what_is_no_rate_share_or_buffer_is_refused_with_what_is_allowed),
		cmocka_unit_test(buffers_may_be_written_as_tc_writes_them),
		cmocka_unit_test(a_file_gives_some_nodes_their_own_values),
		cmocka_unit_test(a_wrong_line_is_refused_with_its_number),
		cmocka_unit_test(launchers_get_hosts_agent_and_program_as_words),
		cmocka_unit_test(names_of_labs_are_short_and_plain),
		cmocka_unit_test(each_share_is_given_as_it_is_by_quotas_that_the_kernel_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
