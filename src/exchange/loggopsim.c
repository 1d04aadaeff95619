#include "exchange/loggopsim.h"

#include <math.h>
#include <string.h>

#include "exchange/one_link.h"
#include "model/classes.h"

static double whole(double seconds)
{
	return round(1e9 * seconds);
}

/* By how much whole nanoseconds change the time of a message of one byte, or the time between two, as a part of that of
 * the message. */
static double off_of(double L, double o, double g)
{
	double message = L + 2 * o, written = 1e-9 * (whole(L) + 2 * whole(o));
	double between = fmax(o, g), written_between = 1e-9 * fmax(whole(o), whole(g));

	return message > 0 ? fmax(fabs(written - message), fabs(written_between - between)) / message : 0;
}

static void write_options(const struct model *loggp, uint64_t eager, FILE *out, double *off)
{
	double L = model_value(loggp, 0, "L", 0), g = model_value(loggp, 0, "g", 0), G = model_value(loggp, 0, "G", 0);
	double o = (model_value(loggp, 0, "o_s", 0) + model_value(loggp, 0, "o_r", 0)) / 2;
	unsigned long long limit = eager < UINT32_MAX ? eager : UINT32_MAX;

	fprintf(out, "# LogGOPS: L=%.17gs,o=%.17gs,g=%.17gs,G=%.17gs,O=0,S=%llu\n", L, o, g, G, limit);
	fprintf(out, "LogGOPSim -f FILE.bin -L %.0f -o %.0f -g %.0f -G %.9g -O 0 -S %llu\n", whole(L), whole(o),
		whole(g), 1e9 * G, limit);
	*off = off_of(L, o, g);
}

enum status loggopsim_write(const struct model *model, uint64_t eager, FILE *out, double *off, struct error *err)
{
	struct model *converted = NULL;

	*off = 0;
	if (exchange_one_link(model, "LogGOPSim has one of each", err) != OK)
		return err->status;
	if (model->class != &model_loggp && !(converted = model_convert(model, &model_loggp, err)))
		return err->status;
	write_options(converted ? converted : model, eager, out, off);
	model_free(converted);
	return OK;
}
