#include "report/words.h"

#include "base/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A unit, and from which value on it is used. */
struct scale {
	double least, factor;
	const char *unit;
};

/* Between a number and its unit, or between digits: no line ends there. */
#define SPACE "\u00a0"
#define THIN_SPACE "\u202f"

/* So many significant digits, without an exponent. */
static void put_number(double value, int significant, const char *unit, char *text, size_t room)
{
	int digits = value > 0 ? significant - 1 - (int)floor(log10(value)) : 0;

	/* 9.996 is 10.0, not 10.00. */
	if (value > 0 && round(value * pow(10, digits)) >= pow(10, significant))
		digits--;
	if (digits < 0)
		value = round(value * pow(10, digits)) * pow(10, -digits);
	snprintf(text, room, "%.*f%s%s", digits < 0 ? 0 : digits > 9 ? 9 : digits, value, *unit ? SPACE : "", unit);
}

/* Takes the first scale that the value reaches; the last one holds for the rest. */
static const char *put_scaled(double value, const struct scale *scales, size_t n, char *text)
{
	char number[WORDS_ROOM - sizeof("−")];
	size_t i = 0;

	if (!isfinite(value)) {
		snprintf(text, WORDS_ROOM, "unknown");
		return text;
	}
	while (i + 1 < n && fabs(value) < scales[i].least)
		i++;
	put_number(fabs(value) / scales[i].factor, 3, scales[i].unit, number, sizeof(number));
	snprintf(text, WORDS_ROOM, "%s%s", value < 0 ? "−" : "", number);
	return text;
}

const char *words_number(double value, char *text)
{
	static const struct scale scales[] = {{0, 1, ""}};

	return put_scaled(value, scales, 1, text);
}

const char *words_time(double seconds, char *text)
{
	static const struct scale scales[] = {{1, 1, "s"}, {1e-3, 1e-3, "ms"}, {2e-8, 1e-6, "µs"}, {0, 1e-9, "ns"}};

	return put_scaled(seconds, scales, sizeof(scales) / sizeof(scales[0]), text);
}

const char *words_duration(double seconds, char *text)
{
	static const struct scale scales[] = {{7200, 3600, "h"}, {120, 60, "min"}, {0, 1, "s"}};

	return put_scaled(seconds, scales, sizeof(scales) / sizeof(scales[0]), text);
}

const char *words_size(double bytes, char *text)
{
	size_t length;

	size_format((size_t)bytes, text, WORDS_ROOM);
	length = strlen(text);
	if (strchr("KMG", text[length - 1]))
		snprintf(text + length - 1, WORDS_ROOM - length + 1, SPACE "%ciB", text[length - 1]);
	else
		snprintf(text + length, WORDS_ROOM - length, bytes == 1 ? SPACE "byte" : SPACE "bytes");
	return text;
}

const char *words_bandwidth(double per_second, char *text)
{
	static const struct scale scales[] = {{1e9, 1e9, "GB/s"}, {0, 1e6, "MB/s"}};

	return put_scaled(per_second, scales, sizeof(scales) / sizeof(scales[0]), text);
}

const char *words_count(double count, char *text)
{
	bool very = count >= 1e9;

	if (count >= 1e6)
		put_number(count / (very ? 1e9 : 1e6), 2, very ? "billion" : "million", text, WORDS_ROOM);
	else if (count >= 1e4)
		snprintf(text, WORDS_ROOM, "%.0f" THIN_SPACE "%03.0f", floor(count / 1000), fmod(count, 1000));
	else
		snprintf(text, WORDS_ROOM, "%.0f", count);
	return text;
}

const char *words_percent(double part, char *text)
{
	double percent = 100 * part, size = fabs(percent);

	if (isfinite(percent))
		snprintf(text, WORDS_ROOM, "%.*f" SPACE "%%", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, percent);
	else
		snprintf(text, WORDS_ROOM, "unknown");
	return text;
}

const char *words_date(const char *iso, char *text)
{
	snprintf(text, WORDS_ROOM, "%s", iso ? iso : "unknown");
	if (strlen(text) == strlen("2026-11-21T04:51:29Z") && text[10] == 'T' && text[19] == 'Z') {
		text[10] = ' ';
		text[19] = '\0';
	}
	return text;
}
