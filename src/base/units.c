#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"

#define SIZES_MAX 100000

/* How much of a wrong text is repeated in a message. */
#define SHOWN_MAX 80

/* The power of two that a suffix stands for: K, M or G in either case, with B or iB, in either
 * case, or nothing behind it; or B, or nothing. False if it is none. */
static bool size_suffix_read(const char *text, size_t length, unsigned int *shift)
{
	static const char letters[] = "KMG";
	static const char *const ends[] = {"", "B", "iB"};
	const char *letter = length > 0 ? strchr(letters, toupper((unsigned char)*text)) : NULL;
	size_t letter_length = letter && *letter ? 1 : 0, end_length = length - letter_length;

	*shift = letter_length ? 10 * (unsigned int)(letter - letters + 1) : 0;
	for (size_t i = 0; i < (letter_length ? 3 : 2); i++)
		if (strlen(ends[i]) == end_length && strncasecmp(ends[i], text + letter_length, end_length) == 0)
			return true;
	return false;
}

/* size_parse of the first length characters of text, which end at a character that is no digit. */
static enum status size_read(const char *text, size_t length, size_t *bytes, struct error *err)
{
	size_t digits = strspn(text, "0123456789");
	unsigned int shift;
	int shown = length > SHOWN_MAX ? SHOWN_MAX : (int)length;
	const char *rest;
	size_t value;

	if (length == 0 || digits == 0 || !size_suffix_read(text + digits, length - digits, &shift))
		return error_set(err, ERR_INPUT,
				 "'%.*s' is not a size; write digits and an optional K, M or G (powers of 1024; k, KB "
				 "and KiB are K), for example 0, 512, 64K or 1M",
				 shown, text);
	rest = text_whole(text, &value);
	if (!rest || value > SIZE_MAX >> shift)
		return error_set(err, ERR_INPUT, "'%.*s' is too large a size; at most %zu bytes are possible", shown,
				 text, (size_t)SIZE_MAX);
	*bytes = value << shift;
	return OK;
}

enum status size_parse(const char *text, size_t *bytes, struct error *err)
{
	return size_read(text, strlen(text), bytes, err);
}

/* Reads MIN, MIN:MAX or MIN:MAX:STRIDE into fields and *n. */
static enum status fields_read(const char *text, size_t length, size_t fields[3], size_t *n, struct error *err)
{
	const char *end = text + length;

	for (*n = 0; *n < 3; text++) {
		const char *colon = memchr(text, ':', (size_t)(end - text));
		const char *stop = colon ? colon : end;
		enum status status = size_read(text, (size_t)(stop - text), &fields[*n], err);

		if (status)
			return status;
		(*n)++;
		if (!colon)
			break;
		if (*n == 3)
			return error_set(err, ERR_INPUT, "a range has at most three parts, MIN:MAX:STRIDE");
		text = stop;
	}
	if (*n > 1 && fields[0] > fields[1])
		return error_set(err, ERR_INPUT, "a range begins with the smaller size, MIN:MAX");
	if (*n == 3 && fields[2] == 0)
		return error_set(err, ERR_INPUT, "the stride of a range cannot be 0");
	return OK;
}

static enum status sizes_append(struct size_list *list, size_t *capacity, size_t bytes, struct error *err)
{
	size_t *grown;

	if (list->n == SIZES_MAX)
		return error_set(err, ERR_INPUT, "more than %d sizes: a larger stride or a shorter range is needed",
				 SIZES_MAX);
	grown = memory_grow(list->bytes, capacity, list->n + 1, sizeof(*list->bytes));
	if (!grown)
		return error_memory(err, "the sizes");
	list->bytes = grown;
	list->bytes[list->n++] = bytes;
	return OK;
}

static size_t doubled(size_t bytes, size_t last)
{
	if (bytes == 0)
		return 1;
	return bytes > last / 2 ? last : 2 * bytes;
}

/* Appends what the fields of one part stand for; both kinds of range step towards last without overflow. */
static enum status part_append(struct size_list *list, size_t *capacity, const size_t fields[3], size_t n,
			       struct error *err)
{
	size_t last = n == 1 ? fields[0] : fields[1];

	for (size_t bytes = fields[0];;) {
		enum status status = sizes_append(list, capacity, bytes, err);

		if (status)
			return status;
		if (bytes == last || (n == 3 && last - bytes < fields[2]))
			return OK;
		bytes = n == 3 ? bytes + fields[2] : doubled(bytes, last);
	}
}

int size_order(const void *one, const void *other)
{
	size_t x = *(const size_t *)one, y = *(const size_t *)other;

	return (x > y) - (x < y);
}

static void sort_without_twins(struct size_list *list)
{
	size_t kept = 1;

	qsort(list->bytes, list->n, sizeof(*list->bytes), size_order);
	for (size_t i = 1; i < list->n; i++)
		if (list->bytes[i] != list->bytes[kept - 1])
			list->bytes[kept++] = list->bytes[i];
	list->n = kept;
}

static enum status parts_read(const char *text, struct size_list *list, struct error *err)
{
	size_t capacity = 0;

	for (;; text++) {
		size_t length = strcspn(text, ","), fields[3], n;
		enum status status = fields_read(text, length, fields, &n, err);

		if (!status)
			status = part_append(list, &capacity, fields, n, err);
		if (status)
			return status;
		text += length;
		if (!*text)
			break;
	}
	sort_without_twins(list);
	return OK;
}

static enum status adaptive_read(const char *text, struct size_list *list, struct error *err)
{
	size_t fields[3], n, capacity = 0;
	enum status status = fields_read(text, strlen(text), fields, &n, err);

	if (status)
		return status;
	if (n != 2 || fields[0] == fields[1])
		return error_set(err, ERR_INPUT, "an adaptive range is auto:MIN:MAX with MIN below MAX");
	list->adaptive = true;
	status = sizes_append(list, &capacity, fields[0], err);
	return status ? status : sizes_append(list, &capacity, fields[1], err);
}

enum status size_list_parse(const char *text, struct size_list *list, struct error *err)
{
	struct size_list read = {0};
	struct error why = {0};
	char whole[SHOWN_MAX + 16];
	enum status status;

	if (strncmp(text, "auto:", 5) == 0)
		status = adaptive_read(text + 5, &read, &why);
	else
		status = parts_read(text, &read, &why);
	if (!status) {
		*list = read;
		return OK;
	}
	size_list_release(&read);
	if (status != ERR_INPUT)
		return error_set(err, status, "%s", why.text);
	error_set(err, status,
		  "%s (allowed: a list 0,1K,64K, a range 1K:1M that doubles, 1K:64K:1K by a stride, or auto:0:1M)",
		  why.text);
	if (strpbrk(text, ",:")) { /* else the text is what is wrong */
		snprintf(whole, sizeof(whole), "sizes '%.*s'", SHOWN_MAX, text);
		error_prefix(err, whole);
	}
	return status;
}

enum status size_list_add(struct size_list *list, size_t bytes, struct error *err)
{
	size_t capacity = list->n;
	enum status status = sizes_append(list, &capacity, bytes, err);

	if (status == OK)
		sort_without_twins(list);
	return status;
}

void size_list_release(struct size_list *list)
{
	free(list->bytes);
	*list = (struct size_list){0};
}

const char *size_format(size_t bytes, char *text, size_t room)
{
	static const char *const suffixes[] = {"", "K", "M", "G"};
	size_t i = 0;

	while (i < 3 && bytes && bytes % 1024 == 0) {
		bytes /= 1024;
		i++;
	}
	snprintf(text, room, "%zu%s", bytes, suffixes[i]);
	return text;
}

const char *size_format_unit(size_t bytes, char *text, size_t room)
{
	char number[32];

	snprintf(text, room, "%s%s", size_format(bytes, number, sizeof(number)),
		 bytes % 1024 || bytes == 0 ? " B" : "");
	return text;
}

const char *bytes_about(double bytes, char *text, size_t room)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
	size_t i = 0;

	for (; bytes >= 999.5 && i + 1 < sizeof(units) / sizeof(*units); i++)
		bytes /= 1000;
	snprintf(text, room, "%.3g %s", bytes, units[i]);
	return text;
}

const char *microseconds_format(double seconds, char *text, size_t room)
{
	double us = seconds * 1e6;

	if (isnan(us))
		snprintf(text, room, "-");
	else if (us == 0)
		snprintf(text, room, "0.000");
	else if (fabs(us) < 0.001 || fabs(us) >= 1e15)
		snprintf(text, room, "%.3g", us);
	else
		snprintf(text, room, "%.3f", us);
	return text;
}

/* A second holds this many of the unit, 0 for an unknown unit. Division by it is rounded correctly: 3us is 3e-6 to the
 * last bit. */
static double per_second(const char *unit)
{
	static const struct {
		const char *name;
		double per_second;
	} units[] = {{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strcmp(unit, units[i].name) == 0)
			return units[i].per_second;
	return 0;
}

enum status seconds_parse(const char *text, double *seconds, struct error *err)
{
	double number, per = 0;
	const char *unit = text_number(text, &number);

	if (unit)
		per = *unit ? per_second(unit + strspn(unit, " ")) : number == 0;
	if (unit && !*unit && per == 0 && *text != '-')
		return error_set(err, ERR_INPUT, "'%.*s' has no unit: ns, us, ms or s, for example 2us or 0.5ms",
				 SHOWN_MAX, text);
	if (per == 0 || *text == '-')
		return error_set(err, ERR_INPUT,
				 "'%.*s' is not a time; write a number, 0 or more, and ns, us, ms or s, for example "
				 "2us or 0.5ms",
				 SHOWN_MAX, text);
	*seconds = number / per;
	return OK;
}
