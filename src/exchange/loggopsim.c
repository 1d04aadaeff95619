#include "exchange/loggopsim.h"

#include <math.h>
#include <string.h>

#include "model/classes.h"

/* Whole nanoseconds; *off becomes what that changes, where it is more. */
static double whole(double seconds, double *off)
{
	double nanoseconds = round(1e9 * seconds);

	if (seconds > 0)
		*off = fmax(*off, fabs(nanoseconds / (1e9 * seconds) - 1));
	return nanoseconds;
}

static void write_options(const struct model *loggp, uint64_t eager, FILE *out, double *off)
{
	double L = model_value(loggp, 0, "L", 0), g = model_value(loggp, 0, "g", 0), G = model_value(loggp, 0, "G", 0);
	double o = (model_value(loggp, 0, "o_s", 0) + model_value(loggp, 0, "o_r", 0)) / 2;
	unsigned long long limit = eager < UINT32_MAX ? eager : UINT32_MAX;

	fprintf(out, "# LogGOPS: L=%.17gs,o=%.17gs,g=%.17gs,G=%.17gs,O=0,S=%llu\n", L, o, g, G, limit);
	fprintf(out, "LogGOPSim -f FILE.bin -L %.0f -o %.0f -g %.0f -G %.9g -O 0 -S %llu\n", whole(L, off),
		whole(o, off), whole(g, off), 1e9 * G, limit);
}

enum status loggopsim_write(const struct model *model, uint64_t eager, FILE *out, double *off, struct error *err)
{
	struct model *converted = NULL;

	*off = 0;
	if (model->n_links != 1)
		return error_set(
			err, ERR_INPUT,
			"the %s model has parameters of single pairs or processes, and LogGOPSim has one of each: "
			"average it first",
			model->class->name);
	if (model->class != &model_loggp && !(converted = model_convert(model, &model_loggp, err)))
		return err->status;
	write_options(converted ? converted : model, eager, out, off);
	model_free(converted);
	return OK;
}
