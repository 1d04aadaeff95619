#include "cli/simulate/answers.h"

#include "base/file.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of a curve where the order of events changes. */
#define SAMPLES 64

static enum status find_tolerances(const struct subject *subject, double seconds, double (*reached)[TOLERANCES],
				   struct error *err)
{
	enum status status = OK;

	for (size_t k = 0; k < subject->n && status == OK; k++) {
		for (int i = 0; i < TOLERANCES && status == OK; i++)
			status = time_reach(subject, k, (1 + tolerances[i]) * seconds, &reached[k][i], err);
	}
	return status;
}

static enum status find_sensitivity(const struct answers_options *options, const struct subject *subject,
				    double compute_scale, struct table **table, struct error *err)
{
	double(*reached)[TOLERANCES] = options->tolerance ? calloc(subject->n + 1, sizeof(*reached)) : NULL;
	struct sensitivities found;
	enum status status = sensitivities_find(subject, &found, err);

	if (status == OK && options->tolerance)
		status = reached ? find_tolerances(subject, found.seconds, reached, err)
				 : error_memory(err, "tolerances");
	if (status == OK) {
		*table = sensitivity_table(subject, &found, compute_scale, (const double(*)[TOLERANCES])reached);
		status = *table ? OK : error_memory(err, "a table");
	}
	sensitivities_release(&found);
	free(reached);
	return status;
}

/* A value of a parameter; one per size is a factor. */
static enum status read_value(const struct varied *parameter, const char *text, double *value, struct error *err)
{
	const char *rest = text_number(text, value);

	if (isnan(parameter->value))
		return rest && *value >= 0 && (!*rest || strcmp(rest, "x") == 0)
			       ? OK
			       : error_set(err, ERR_INPUT, "'%.40s' is not a factor such as 2 or 2x", text);
	return seconds_parse(text, value, err);
}

/* "L=0:20us" */
static enum status read_curve(const struct subject *subject, const char *text, size_t *k, double *low, double *high,
			      struct error *err)
{
	const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
	char first[60] = "";
	enum status status;

	for (*k = 0; equals && *k < subject->n; ++*k) {
		if (strlen(subject->parameters[*k].name) == (size_t)(equals - text) &&
		    strncmp(subject->parameters[*k].name, text, (size_t)(equals - text)) == 0)
			break;
	}
	if (!colon || *k == subject->n || (size_t)(colon - equals) >= sizeof(first))
		return error_set(err, ERR_USAGE,
				 "--curve %.80s: write a parameter of the model and two values, for example "
				 "--curve %s=0:20us",
				 text, subject->n > 0 ? subject->parameters[0].name : "L");
	memcpy(first, equals + 1, (size_t)(colon - equals) - 1);
	status = read_value(&subject->parameters[*k], first, low, err);
	if (status == OK)
		status = read_value(&subject->parameters[*k], colon + 1, high, err);
	if (status != OK)
		return usage_of_option("--curve", status, err);
	return *low < *high ? OK
			    : error_set(err, ERR_USAGE, "--curve %.80s: the first value must be the lower one", text);
}

static enum status write_plot(const char *path, const struct subject *subject, size_t k, const struct time_curve *curve,
			      struct error *err)
{
	char *svg = time_curve_plot(subject, k, curve, err);
	enum status status = svg ? file_replace_text(path, "plot", svg, err) : err->status;

	free(svg);
	return status;
}

static enum status find_curve(const struct answers_options *options, const struct subject *subject,
			      struct table **table, struct error *err)
{
	struct time_curve curve = {.n = 0};
	double low, high;
	size_t k;
	enum status status = read_curve(subject, options->curve, &k, &low, &high, err);

	if (status == OK)
		status = time_curve_find(subject, k, low, high, SAMPLES, &curve, err);
	if (status == OK && options->plot)
		status = write_plot(options->plot, subject, k, &curve, err);
	if (status == OK) {
		*table = time_curve_table(subject, k, &curve);
		status = *table ? OK : error_memory(err, "a table");
	}
	time_curve_release(&curve);
	return status;
}

bool answers_asked(const struct answers_options *options)
{
	return options->sensitivity || options->tolerance || options->curve;
}

enum status answers_check(const struct answers_options *options, struct error *err)
{
	if (options->curve && (options->sensitivity || options->tolerance))
		return error_set(err, ERR_USAGE,
				 "--curve is a table of its own: not with --sensitivity or --tolerance");
	if (options->plot && !options->curve)
		return error_set(err, ERR_USAGE, "--plot goes with --curve: it is what is drawn");
	return output_plot_check(options->plot, NULL, 0, err);
}

enum status answers_find(const struct answers_options *options, const struct variation_base *asked,
			 double compute_scale, struct table **table, struct error *err)
{
	struct variation *variation = NULL;
	struct subject subject;
	enum status status = variation_new(&variation, asked, &subject, err);

	if (status == ERR_INPUT)
		error_add(err, "; --in-turn serves them one after the other, and --set tells a difference");
	if (status == OK)
		status = options->curve ? find_curve(options, &subject, table, err)
					: find_sensitivity(options, &subject, compute_scale, table, err);
	variation_free(variation);
	return status;
}
