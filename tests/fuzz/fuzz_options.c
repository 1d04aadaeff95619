/* The values of options: each line of the input is an argument. What is accepted is written as a user would write it,
 * read again and the same. */

#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option_read.h"

enum { ARGUMENTS_MOST = 24, SIZES_WRITTEN_MOST = 2000 };

static const char *const choices[] = {"fast", "saturation", "slow", NULL};

/* One value of each type. */
struct values {
	bool flag;
	const char *text;
	size_t count, limited, bytes, range[2];
	double number, seconds;
	struct size_list sizes;
	int pair[2], choice;
};

static enum status read_arguments(struct values *values, int argc, char **argv, size_t *n_operands, struct error *err)
{
	const char *operands[ARGUMENTS_MOST];
	const struct option options[] = {
		OPT_FLAG('f', "flag", &values->flag, "A flag"),
		OPT_TEXT('t', "text", &values->text, "TEXT", "A text"),
		OPT_COUNT('c', "count", &values->count, "N", 0, 0, "A count"),
		OPT_COUNT('l', "limited", &values->limited, "N", 2, 1000, "A count with limits"),
		OPT_NUMBER('n', "number", &values->number, "X", 0, 0, "A number"),
		OPT_SECONDS('s', "seconds", &values->seconds, "TIME", 0, INFINITY, "A time"),
		OPT_BYTES('b', "bytes", &values->bytes, "SIZE", 0, 1 << 30, "A size"),
		OPT_SIZES('z', "sizes", &values->sizes, "SIZES", "Sizes"),
		OPT_RANGE('r', "range", values->range, "MIN:MAX", 1, INFINITY, "A range"),
		OPT_PAIR('p', "pair", values->pair, "FROM:TO", "A pair"),
		OPT_CHOICE(0, "choice", &values->choice, choices, "A choice"),
		OPT_END,
	};

	return options_read(options, argc, argv, operands, n_operands, NULL, err);
}

/* Writes sizes as a list, unless there are very many; false then. */
static bool write_sizes(const struct size_list *list, char *text, size_t room)
{
	size_t used = (size_t)snprintf(text, room, list->adaptive ? "auto" : "");

	if (list->n > SIZES_WRITTEN_MOST)
		return false;
	for (size_t i = 0; i < list->n; i++) {
		char size[32];

		used += (size_t)snprintf(text + used, room - used, "%s%s",
					 list->adaptive ? ":"
					 : i > 0        ? ","
							: "",
					 size_format(list->bytes[i], size, sizeof(size)));
	}
	return true;
}

static void check_sizes(const struct size_list *list)
{
	FUZZ_REQUIRE(list->n > 0 && (!list->adaptive || list->n == 2), "%zu sizes", list->n);
	for (size_t i = 1; i < list->n; i++)
		FUZZ_REQUIRE(list->bytes[i - 1] < list->bytes[i], "sizes %zu and %zu do not ascend", i - 1, i);
}

static void same_sizes(const struct size_list *a, const struct size_list *b)
{
	FUZZ_REQUIRE(a->n == b->n && a->adaptive == b->adaptive, "%zu sizes were written, %zu are read", a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		FUZZ_REQUIRE(a->bytes[i] == b->bytes[i], "size %zu is another", i);
}

static void write_and_read_sizes(const struct size_list *list)
{
	static char text[SIZES_WRITTEN_MOST * 24 + 8];
	struct size_list again = {0};
	struct error err = {0};

	check_sizes(list);
	if (!write_sizes(list, text, sizeof(text)))
		return;
	FUZZ_REQUIRE(size_list_parse(text, &again, &err) == OK, "\"%s\" was written: %s", text, err.text);
	same_sizes(list, &again);
	size_list_release(&again);
}

static void same_values(const struct values *a, const struct values *b)
{
	FUZZ_REQUIRE(a->flag == b->flag && a->count == b->count && a->limited == b->limited && a->bytes == b->bytes,
		     "a count is another");
	FUZZ_REQUIRE(a->range[0] == b->range[0] && a->range[1] == b->range[1] && a->pair[0] == b->pair[0] &&
			     a->pair[1] == b->pair[1] && a->choice == b->choice,
		     "a range, a pair or a choice is another");
	FUZZ_REQUIRE(a->number == b->number && a->seconds == b->seconds, "%.17g and %.17g, or %.17g and %.17g",
		     a->number, b->number, a->seconds, b->seconds);
}

static void check_limits(const struct values *values)
{
	FUZZ_REQUIRE(values->limited >= 2 && values->limited <= 1000, "--limited is %zu", values->limited);
	FUZZ_REQUIRE(isfinite(values->number) && isfinite(values->seconds) && values->seconds >= 0,
		     "a number or a time has no value: %g, %g", values->number, values->seconds);
	FUZZ_REQUIRE(values->bytes <= 1 << 30, "--bytes is %zu", values->bytes);
	FUZZ_REQUIRE(values->range[0] >= 1 && values->range[0] <= values->range[1], "--range is %zu:%zu",
		     values->range[0], values->range[1]);
	FUZZ_REQUIRE(values->pair[0] == OPTION_PAIR_ALL
			     ? values->pair[1] == OPTION_PAIR_ALL
			     : values->pair[0] >= 0 && values->pair[1] >= 0 && values->pair[0] != values->pair[1],
		     "--pair is %d:%d", values->pair[0], values->pair[1]);
}

/* All but the sizes, which are written by themselves. */
static void write_and_read(const struct values *values)
{
	char text[10][64], *argv[10];
	struct values again = {.flag = values->flag};
	struct error err = {0};
	size_t n;
	int argc = 0;

	snprintf(text[argc++], 64, "--count=%zu", values->count);
	snprintf(text[argc++], 64, "--limited=%zu", values->limited);
	snprintf(text[argc++], 64, "--number=%.17g", values->number);
	snprintf(text[argc++], 64, "--seconds=%.17gs", values->seconds);
	snprintf(text[argc++], 64, "--bytes=");
	size_format(values->bytes, text[argc - 1] + 8, 32);
	snprintf(text[argc++], 64, "--range=%zu:%zu", values->range[0], values->range[1]);
	if (values->pair[0] == OPTION_PAIR_ALL)
		snprintf(text[argc++], 64, "--pair=all");
	else
		snprintf(text[argc++], 64, "--pair=%d:%d", values->pair[0], values->pair[1]);
	snprintf(text[argc++], 64, "--choice=%s", choices[values->choice]);
	for (int i = 0; i < argc; i++)
		argv[i] = text[i];
	FUZZ_REQUIRE(read_arguments(&again, argc, argv, &n, &err) == OK, "what was written is refused: %s", err.text);
	same_values(values, &again);
}

/* A value that is refused stays as it was. */
static void read_units(const char *text)
{
	size_t bytes = 7;
	double seconds = 7;
	char written[32];
	struct size_list list = {.n = 7};
	struct error bytes_err = {0}, seconds_err = {0}, list_err = {0};

	if (!fuzz_accepted(size_parse(text, &bytes, &bytes_err), &bytes_err))
		FUZZ_REQUIRE(bytes == 7, "a refused size is written");
	FUZZ_REQUIRE(size_parse(size_format(bytes, written, sizeof(written)), &bytes, NULL) == OK, "\"%s\" is no size",
		     written);
	if (!fuzz_accepted(seconds_parse(text, &seconds, &seconds_err), &seconds_err))
		FUZZ_REQUIRE(seconds == 7, "a refused time is written");
	FUZZ_REQUIRE(isfinite(seconds) && seconds >= 0, "a time of %g", seconds);
	microseconds_format(seconds, written, sizeof(written));
	if (!fuzz_accepted(size_list_parse(text, &list, &list_err), &list_err)) {
		FUZZ_REQUIRE(list.n == 7 && !list.bytes, "a refused list is written");
		return;
	}
	write_and_read_sizes(&list);
	size_list_release(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *argv[ARGUMENTS_MOST];
	struct values values = {.limited = 2, .range = {1, 1}, .pair = {0, 1}};
	struct error err = {0};
	int argc = 0;
	size_t n = 0;

	for (char *line = strtok(text, "\n"); line && argc < ARGUMENTS_MOST; line = strtok(NULL, "\n"))
		argv[argc++] = line;
	for (int i = 0; i < argc; i++)
		read_units(argv[i]);
	if (fuzz_accepted(read_arguments(&values, argc, argv, &n, &err), &err)) {
		check_limits(&values);
		write_and_read(&values);
	}
	FUZZ_REQUIRE(n <= (size_t)argc, "%zu operands of %d arguments", n, argc);
	if (values.sizes.n > 0)
		write_and_read_sizes(&values.sizes);
	size_list_release(&values.sizes);
	free(text);
	return 0;
}
