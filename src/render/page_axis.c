#include "render/page_axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

/* How much of an axis is left free at either end. */
#define MARGIN 0.03

/* How far 0 bytes stand from the least other size, as a part of the axis, but at least a factor of 2. */
#define ZERO_GAP 0.07

/* A lower end of an interval is shown down to this part of the least value. */
#define INTERVAL_CUT 0.1

/* Values this close to each other, relatively, are drawn as equal ones. */
#define FLAT 1e-9

struct axis_range {
	double low, high;
	bool zero; /* 0 was met, which a log axis cannot hold */
};

static void range_extend(struct axis_range *range, const struct axis *axis, const double *values, size_t n)
{
	for (size_t i = 0; values && i < n; i++) {
		double value = values[i] * axis->scale;

		if (value == 0)
			range->zero = true;
		if (!isfinite(value) || (axis->log && value <= 0))
			continue;
		range->low = fmin(range->low, value);
		range->high = fmax(range->high, value);
	}
}

static void axis_fit_log(struct axis *axis, const struct axis_range *range)
{
	double factor;

	axis->low = range->low <= range->high ? range->low : 1;
	axis->high = range->low <= range->high ? range->high : 1;
	if (axis->bytes && range->zero) {
		axis->zero = axis->low / fmax(2, pow(axis->high / axis->low, ZERO_GAP));
		axis->low = axis->zero;
	}
	factor = fmax(1.1, pow(axis->high / axis->low, MARGIN));
	axis->low /= factor;
	axis->high *= factor;
}

static void axis_fit_linear(struct axis *axis, const struct axis_range *range)
{
	double margin;

	axis->low = range->low <= range->high ? range->low : 0;
	axis->high = range->low <= range->high ? range->high : 1;
	if (axis->low >= 0 && axis->low <= 0.7 * axis->high)
		axis->low = 0;
	margin = MARGIN * (axis->high - axis->low);
	if (margin <= MARGIN * FLAT * fabs(axis->high))
		margin = axis->high == 0 ? 1 : 0.1 * fabs(axis->high);
	axis->high += margin;
	if (axis->low != 0)
		axis->low -= margin;
}

static void axis_fit(struct axis *axis, const struct axis_range *range)
{
	if (axis->log)
		axis_fit_log(axis, range);
	else
		axis_fit_linear(axis, range);
}

struct axis axis_x(const struct plot *plot)
{
	struct axis axis = {.letter = 'x', .log = plot->x_log, .bytes = plot->x_bytes, .scale = 1};
	struct axis_range range = {INFINITY, -INFINITY, false};

	for (size_t i = 0; i < plot->n_series; i++)
		range_extend(&range, &axis, plot->series[i].x, plot->series[i].n);
	axis_fit(&axis, &range);
	return axis;
}

struct axis axis_y(const struct plot *plot)
{
	struct axis axis = {.letter = 'y', .log = plot->y_log, .scale = plot->y_seconds ? 1e6 : 1};
	struct axis_range values = {INFINITY, -INFINITY, false}, ends = values;

	for (size_t i = 0; i < plot->n_series; i++) {
		range_extend(&values, &axis, plot->series[i].y, plot->series[i].n);
		range_extend(&ends, &axis, plot->series[i].low, plot->series[i].n);
		range_extend(&ends, &axis, plot->series[i].high, plot->series[i].n);
	}
	if (axis.log)
		ends.low = fmax(ends.low, values.low * INTERVAL_CUT);
	values.low = fmin(values.low, ends.low);
	values.high = fmax(values.high, ends.high);
	axis_fit(&axis, &values);
	return axis;
}

bool axis_place(const struct axis *axis, double value, double *place)
{
	value *= axis->scale;
	if (!isfinite(value))
		return false;
	if (axis->log && value == 0 && axis->zero > 0)
		value = axis->zero;
	if (axis->log && value <= 0)
		return false;
	*place = value;
	return true;
}

/* "0.1", "1000", "1e6": without gnuplot's "1e+06". */
static const char *number_label(double value, char *text, size_t room)
{
	double size = fabs(value);
	char *exponent;

	snprintf(text, room, size >= 1e6 || (size > 0 && size < 1e-4) ? "%g" : "%.10g", value);
	exponent = strchr(text, 'e');
	if (exponent)
		snprintf(exponent + 1, room - (size_t)(exponent + 1 - text), "%ld", strtol(exponent + 1, NULL, 10));
	return text;
}

static const char *label(const struct axis *axis, double value, char *text, size_t room)
{
	if (axis->bytes && value >= 0 && value < 0x1p62)
		return size_format((size_t)llround(value), text, room);
	return number_label(value, text, room);
}

static void add_tic(const struct axis *axis, double value, bool labelled, struct buffer *tics)
{
	char text[64];

	if (value < axis->low || value > axis->high)
		return;
	if (labelled)
		buffer_format(tics, ", '%s' %.12g", label(axis, value, text, sizeof(text)), value);
	else
		buffer_format(tics, ", '' %.12g 1", value);
}

double axis_round_step(double least)
{
	static const double steps[] = {1, 2, 5};
	double decade = pow(10, floor(log10(least)));

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		if (steps[i] * decade >= least * (1 - 1e-9))
			return steps[i] * decade;
	return 10 * decade;
}

static void add_linear_tics(const struct axis *axis, size_t labels, struct buffer *tics)
{
	double least = (axis->high - axis->low) / (double)labels;
	double step =
		axis->bytes ? exp2(ceil(log2(fmax(1, 1.5 * least)))) : axis_round_step(least); /* "1536K" is long */

	double k = ceil(axis->low / step);

	while (k * step <= axis->high)
		add_tic(axis, k++ * step + 0.0, true, tics); /* no minus before a zero */
}

/* Powers of two, labelled at 1, 32, 1K, 32K, 1M ... if there are many. */
static void add_octave_tics(const struct axis *axis, size_t labels, struct buffer *tics)
{
	static const int steps[] = {1, 2, 5, 10, 20};
	double octaves = log2(axis->high / axis->low), floor_value = axis->zero > 0 ? 1.5 * axis->zero : axis->low;
	size_t i = 0;

	while (i + 1 < sizeof(steps) / sizeof(*steps) && octaves / steps[i] > (double)labels)
		i++;
	if (axis->zero > 0)
		buffer_format(tics, ", '0' %.12g", axis->zero);
	for (int power = (int)fmax(0, ceil(log2(floor_value))); power <= log2(axis->high); power++)
		add_tic(axis, exp2(power), power % steps[i] == 0, tics);
}

/* Decades; in a short range 1, 2, 5, and in a very short one even steps. */
static void add_decade_tics(const struct axis *axis, size_t labels, struct buffer *tics)
{
	int first = (int)floor(log10(axis->low)), last = (int)floor(log10(axis->high));
	int step = 1 + (int)((double)(last - first) / (double)labels);
	double ratio = axis->high / axis->low;

	if (ratio < 5) {
		add_linear_tics(axis, labels, tics);
		return;
	}
	for (int decade = first; decade <= last; decade++)
		for (int digit = 1; digit < 10; digit++)
			add_tic(axis, digit * pow(10, decade),
				digit == 1 ? decade % step == 0 : ratio < 200 && (digit == 2 || digit == 5), tics);
}

void axis_commands(const struct axis *axis, size_t labels, struct buffer *commands)
{
	struct buffer tics = {0};

	buffer_add(&tics, "");
	if (!axis->log)
		add_linear_tics(axis, labels, &tics);
	else if (axis->bytes)
		add_octave_tics(axis, labels, &tics);
	else
		add_decade_tics(axis, labels, &tics);
	if (tics.failed)
		commands->failed = true;
	if (axis->log)
		buffer_format(commands, "set logscale %c\n", axis->letter);
	buffer_format(commands, "set %crange [%.12g:%.12g]\n", axis->letter, axis->low, axis->high);
	if (!tics.failed && tics.length > 2)
		buffer_format(commands, "set %ctics (%s)\n", axis->letter, tics.text + 2);
	buffer_release(&tics);
}
