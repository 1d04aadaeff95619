#include "exchange/simgrid.h"

#include <math.h>
#include <string.h>

#include "exchange/pieces.h"

/* The latency of each of the two links that a message crosses, in s. Factors by size make of the two what the model
 * says: they count from 1 us. */
static const double link_latency = 5e-7;

/* "0:1e-06:2e-10;1024:..." */
static void write_lines(FILE *out, const char *name, const struct pieces *pieces)
{
	fprintf(out, "    <prop id=\"smpi/%s\" value=\"", name);
	for (size_t i = 0; i < pieces->n; i++)
		fprintf(out, "%s%zu:%.9g:%.9g", i ? ";" : "", pieces->list[i].from, pieces->list[i].constant,
			pieces->list[i].slope);
	fputs("\"/>\n", out);
}

static void write_factors(FILE *out, const struct pieces *wire, double bandwidth)
{
	fputs("    <prop id=\"smpi/lat-factor\" value=\"", out);
	for (size_t i = 0; i < wire->n; i++)
		fprintf(out, "%s%zu:%.9g", i ? ";" : "", wire->list[i].from,
			wire->list[i].constant / (2 * link_latency));
	fputs("\"/>\n    <prop id=\"smpi/bw-factor\" value=\"", out);
	for (size_t i = 0; i < wire->n; i++)
		fprintf(out, "%s%zu:%.9g", i ? ";" : "", wire->list[i].from,
			wire->list[i].slope > 0 ? fmin(1 / wire->list[i].slope / bandwidth, 1) : 1.0);
	fputs("\"/>\n", out);
}

/* The bandwidth of the quickest piece, B/s: those of others are factors below 1. */
static double most_bandwidth(const struct pieces *wire)
{
	double least = INFINITY;

	for (size_t i = 0; i < wire->n; i++)
		if (wire->list[i].slope > 0)
			least = fmin(least, wire->list[i].slope);
	return isfinite(least) ? 1 / least : 1e15;
}

static bool half_duplex(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_DUPLEX);

	return fact && !fact->text && fact->number > 1.5;
}

static void write_platform(FILE *out, const struct model *model, size_t hosts, uint64_t eager,
			   const struct pieces parts[4])
{
	double bandwidth = most_bandwidth(&parts[PART_WIRE]);
	unsigned long long limit = eager < 2147483646 ? eager + 1 : 2147483647;

	fprintf(out,
		"<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
		"<!-- A %s model of sonde; hosts are node0, node1, ... -->\n"
		"<platform version=\"4.1\">\n  <config id=\"General\">\n",
		model->class->name);
	write_lines(out, "os", &parts[PART_SEND]);
	write_lines(out, "ois", &parts[PART_ISEND]);
	write_lines(out, "or", &parts[PART_RECEIVE]);
	write_factors(out, &parts[PART_WIRE], bandwidth);
	fprintf(out,
		"    <prop id=\"smpi/async-small-thresh\" value=\"%llu\"/>\n"
		"    <prop id=\"smpi/send-is-detached-thresh\" value=\"%llu\"/>\n"
		"    <prop id=\"network/crosstraffic\" value=\"no\"/>\n"
		"    <prop id=\"network/TCP-gamma\" value=\"1e30\"/>\n"
		"  </config>\n"
		"  <cluster id=\"sonde\" prefix=\"node\" suffix=\"\" radical=\"0-%zu\" speed=\"1Gf\" bw=\"%.9gBps\" "
		"lat=\"%.9gs\" sharing_policy=\"%s\"/>\n</platform>\n",
		limit, limit, hosts - 1, bandwidth, link_latency, half_duplex(model) ? "SHARED" : "SPLITDUPLEX");
}

enum status simgrid_write(const struct model *model, size_t hosts, uint64_t eager, FILE *out, double *off,
			  struct error *err)
{
	struct pieces parts[4] = {{.n = 0}};
	enum status status = OK;

	if (model->n_links != 1)
		return error_set(
			err, ERR_INPUT,
			"the %s model has parameters of single pairs or processes, and this platform has one kind of "
			"link: average it first",
			model->class->name);
	*off = 0;
	for (int part = PART_SEND; status == OK && part <= PART_WIRE; part++) {
		status = pieces_init(&parts[part], model, eager, (enum message_part)part, err);
		*off = fmax(*off, parts[part].off_most);
	}
	if (status == OK)
		write_platform(out, model, hosts, eager, parts);
	for (int part = PART_SEND; part <= PART_WIRE; part++)
		pieces_release(&parts[part]);
	return status;
}
