#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		if (((unsigned char)*text & 0xc0) != 0x80)
			width++;
	return width;
}

uint64_t text_hash(uint64_t before, const char *text)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325) ^ before;

	for (; *text != '\0'; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return h ^ h >> 32;
}

const char *text_after(const char *text, const char *beginning)
{
	size_t length = strlen(beginning);

	return text && strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

const char *text_whole(const char *text, size_t *whole)
{
	size_t value = 0;

	if (!text || !is_digit(*text))
		return NULL;
	for (; is_digit(*text); text++) {
		size_t digit = (size_t)(*text - '0');

		if (value > (SIZE_MAX - digit) / 10)
			return NULL;
		value = 10 * value + digit;
	}
	*whole = value;
	return text;
}

/* Whether strtod would read a decimal number here, rather than skip spaces or read "inf", "nan" or "0x1p3". */
static bool begins_decimal(const char *text)
{
	if (*text == '+' || *text == '-')
		text++;
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		return false;
	return is_digit(text[0]) || (text[0] == '.' && is_digit(text[1]));
}

const char *text_number(const char *text, double *number)
{
	double value;
	char *end;

	if (!text || !begins_decimal(text))
		return NULL;
	value = strtod(text, &end);
	if (!isfinite(value))
		return NULL;
	*number = value;
	return end;
}
