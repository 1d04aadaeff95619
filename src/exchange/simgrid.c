#include "exchange/simgrid.h"

#include <math.h>

#include "exchange/one_link.h"
#include "exchange/pieces.h"

/* The latency of each of the two links that a message crosses, in s. Factors by size make of the two what the model
 * says: they count from 1 us. */
static const double link_latency = 5e-7;

static const double factor_alike = 1e-9; /* what is less apart comes from rounding */

/* What SMPI adds to each message on the wire, B. It takes a piece for messages longer than the piece's begin, header
 * included on the wire, and the first one for empty messages too. */
enum { HEADER = 16 };

static bool goes_on(const struct time_line *before, const struct time_line *line)
{
	return line->constant == before->constant && line->slope == before->slope;
}

/* "0:1e-06:2e-10;1024:..." */
static void write_lines(FILE *out, const char *name, const struct pieces *pieces, enum message_part part)
{
	fprintf(out, "    <prop id=\"smpi/%s\" value=\"", name);
	for (size_t i = 0; i < pieces->n; i++) {
		const struct time_line *line = &pieces->list[i].of[part];

		if (i == 0 || !goes_on(&pieces->list[i - 1].of[part], line))
			fprintf(out, "%s%zu:%.9g:%.9g", i ? ";" : "", i ? pieces->list[i].from - 1 : 0, line->constant,
				line->slope);
	}
	fputs("\"/>\n", out);
}

static double factor_of(const struct pieces *pieces, const struct message_piece *piece, bool latency)
{
	const struct time_line *wire = &piece->of[PART_WIRE];

	return latency ? wire->constant / (2 * link_latency) : fmin(1 / wire->slope / pieces->bandwidth, 1);
}

/* "0:50;1039:60". */
static void write_factors(FILE *out, const struct pieces *pieces, bool latency)
{
	double before = -1;

	fprintf(out, "    <prop id=\"smpi/%s-factor\" value=\"", latency ? "lat" : "bw");
	for (size_t i = 0; i < pieces->n; i++) {
		double factor = factor_of(pieces, &pieces->list[i], latency);

		if (fabs(factor - before) <= factor_alike * before)
			continue;
		fprintf(out, "%s%zu:%.9g", i ? ";" : "", i ? pieces->list[i].from - 1 + HEADER : 0, factor);
		before = factor;
	}
	fputs("\"/>\n", out);
}

static bool half_duplex(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_DUPLEX);

	return fact && !fact->text && fact->number > 1.5;
}

static void write_platform(FILE *out, const struct model *model, size_t hosts, uint64_t eager,
			   const struct pieces *pieces)
{
	unsigned long long limit = eager < 2147483646 ? eager + 1 : 2147483647;

	fprintf(out,
		"<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
		"<!-- A %s model of sonde; hosts are node0, node1, ... -->\n"
		"<platform version=\"4.1\">\n  <config id=\"General\">\n",
		model->class->name);
	write_lines(out, "os", pieces, PART_SEND);
	write_lines(out, "ois", pieces, PART_ISEND);
	write_lines(out, "or", pieces, PART_RECEIVE);
	write_factors(out, pieces, true);
	write_factors(out, pieces, false);
	fprintf(out,
		"    <prop id=\"smpi/async-small-thresh\" value=\"%llu\"/>\n"
		"    <prop id=\"smpi/send-is-detached-thresh\" value=\"%llu\"/>\n"
		"    <prop id=\"network/crosstraffic\" value=\"no\"/>\n"
		"    <prop id=\"network/TCP-gamma\" value=\"1e30\"/>\n"
		"%s"
		"  </config>\n"
		"  <cluster id=\"sonde\" prefix=\"node\" suffix=\"\" radical=\"0-%zu\" speed=\"1Gf\" bw=\"%.9gBps\" "
		"lat=\"%.9gs\" sharing_policy=\"%s\"/>\n</platform>\n",
		limit, limit,
		pieces_ports(model) == PORTS_IN_TURN ? "    <prop id=\"maxmin/concurrency-limit\" value=\"1\"/>\n" : "",
		hosts - 1, pieces->bandwidth, link_latency, half_duplex(model) ? "SHARED" : "SPLITDUPLEX");
}

enum status simgrid_write(const struct model *model, size_t hosts, uint64_t eager, FILE *out, double *off,
			  struct error *err)
{
	struct pieces pieces;
	enum status status;

	if (exchange_one_link(model, "this platform has one kind of link", err) != OK)
		return err->status;
	status = pieces_init(&pieces, model, eager, HEADER, err);
	if (status == OK)
		write_platform(out, model, hosts, eager, &pieces);
	*off = pieces.off_most;
	pieces_release(&pieces);
	return status;
}
