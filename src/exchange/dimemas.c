#include "exchange/dimemas.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "exchange/one_link.h"
#include "model/classes.h"

/* Bytes of Dimemas' MB. */
static const double megabyte = 1048576;

/* MB/s that are written and read; 0 is no limit. */
static const double bandwidth_least = 1e-90, bandwidth_most = 1e90;

enum { FIELDS_MOST = 16, NODES = 3, BANDWIDTH = 4, MACHINE_FIELDS = 7 };

/* Records with the latency between nodes: as configurations are now, for one node or for several that are alike, and as
 * they were before. */
static const struct {
	const char *name;
	size_t fields, latency;
} node_records[] = {
	{"\"multi node information\"", 14, 10}, {"\"node information\"", 13, 9}, {"\"node information\"", 11, 7}};

enum { NODE_RECORDS = sizeof(node_records) / sizeof(node_records[0]) };

static bool is_bandwidth(double bandwidth)
{
	return bandwidth == 0 || (bandwidth >= bandwidth_least && bandwidth <= bandwidth_most);
}

static enum status write_records(double alpha, double beta, size_t nodes, FILE *out, struct error *err)
{
	double bandwidth = beta == 0 ? 0 : 1 / (beta * megabyte);

	if (!(alpha >= 0) || !is_bandwidth(bandwidth))
		return error_set(
			err, ERR_INPUT,
			"alpha is %g s and beta %g s/B, and Dimemas' latencies are 0 or more, its bandwidths %g to "
			"%g MB/s",
			alpha, beta, bandwidth_least, bandwidth_most);
	fprintf(out,
		"#DIMEMAS_CONFIGURATION\n"
		"// A hockney model of sonde: latencies in s, bandwidths in MB/s of 2^20 bytes.\n"
		"\"wide area network information\" {\"\", 1, 0, 4, 0.0, 0.0, 1};;\n"
		"\"environment information\" {\"\", 0, \"\", %zu, %.17g, 0, 1};;\n"
		"\"multi node information\" {0, %zu, \"\", 1, 1.0, 0.0, 0.0, 0, 1, 1, %.17g, 1, 1, 0.0};;\n"
		"\"predefined mapping information\" {\"1 TASKS_PER_NODE\"};;\n"
		"\"configuration files\" {\"\", \"\", \"\", \"\"};;\n"
		"\"file system parameters\" {0.0, 0.0, 8.0, 0, 1.0};;\n",
		nodes, bandwidth, nodes, alpha);
	return OK;
}

enum status dimemas_write(const struct model *model, size_t nodes, FILE *out, struct error *err)
{
	struct model *converted = NULL;
	const struct model *hockney = model;
	enum status status;

	if (exchange_one_link(model, "Dimemas' machine has one network", err) != OK)
		return err->status;
	if (model->class != &model_hockney) {
		if (!(converted = model_convert(model, &model_hockney, err)))
			return err->status;
		hockney = converted;
	}
	status =
		write_records(model_value(hockney, 0, "alpha", 0), model_value(hockney, 0, "beta", 0), nodes, out, err);
	model_free(converted);
	return status;
}

/* Cuts "{a, b, c};;" into its fields; returns their number, 0 if it is none. line is changed. */
static size_t split(char *line, char **fields)
{
	char *at = strchr(line, '{'), *end = at ? strchr(at, '}') : NULL;
	size_t n = 0;

	if (!end)
		return 0;
	*end = '\0';
	for (at++; at && n < FIELDS_MOST; n++) {
		char *comma = strchr(at, ',');

		if (comma)
			*comma = '\0';
		fields[n] = at + strspn(at, " \t");
		fields[n][strcspn(fields[n], " \t")] = '\0';
		at = comma ? comma + 1 : NULL;
	}
	return n;
}

/* What has been read so far. */
struct records {
	double bandwidth, startup; /* below 0: not yet */
	size_t nodes;
};

static bool number_of(const char *field, double *number)
{
	const char *rest = text_number(field, number);

	return rest && *rest == '\0' && *number >= 0;
}

static enum status read_startup(struct records *found, const char *field, const char *name, size_t row,
				struct error *err)
{
	double startup;

	if (!number_of(field, &startup) || startup > MODEL_VALUE_MOST)
		return error_set(err, ERR_INPUT,
				 "%s: line %zu: the latency between nodes is no number of seconds up to %g", name, row,
				 MODEL_VALUE_MOST);
	if (found->startup >= 0 && startup != found->startup)
		return error_set(
			err, ERR_INPUT,
			"%s: line %zu: the latency is %g s, and %g s at the nodes before: one model is for nodes "
			"that are alike",
			name, row, startup, found->startup);
	found->startup = startup;
	return OK;
}

static enum status read_machine(struct records *found, char **fields, const char *name, size_t row, struct error *err)
{
	const char *rest = text_whole(fields[NODES], &found->nodes);

	if (!rest || *rest != '\0' || found->nodes < 1 || found->nodes > INT_MAX)
		return error_set(err, ERR_INPUT, "%s: line %zu: nodes are a whole number from 1 to %d", name, row,
				 INT_MAX);
	if (!number_of(fields[BANDWIDTH], &found->bandwidth) || !is_bandwidth(found->bandwidth))
		return error_set(err, ERR_INPUT, "%s: line %zu: the bandwidth is no number of MB/s: 0, or %g to %g",
				 name, row, bandwidth_least, bandwidth_most);
	return OK;
}

/* A record of a line; lines that describe records, or are others, are passed over. */
static enum status read_record(struct records *found, char *line, const char *name, size_t row, struct error *err)
{
	static const char machine[] = "\"environment information\"";
	char *fields[FIELDS_MOST];
	size_t n = 0, known = 0;

	if (!strstr(line, "};;"))
		return OK;
	if (strncmp(line, machine, sizeof(machine) - 1) == 0) {
		if (split(line, fields) != MACHINE_FIELDS)
			return error_set(err, ERR_INPUT, "%s: line %zu: a record of %d fields is wanted", name, row,
					 MACHINE_FIELDS);
		return read_machine(found, fields, name, row, err);
	}
	for (size_t i = 0; i < NODE_RECORDS; i++)
		known += strncmp(line, node_records[i].name, strlen(node_records[i].name)) == 0;
	if (known == 0)
		return OK;
	for (size_t i = 0; i < NODE_RECORDS; i++) {
		if (strncmp(line, node_records[i].name, strlen(node_records[i].name)) != 0)
			continue;
		if (n == 0)
			n = split(line, fields);
		if (n == node_records[i].fields)
			return read_startup(found, fields[node_records[i].latency], name, row, err);
	}
	return error_set(err, ERR_INPUT, "%s: line %zu: a record of nodes has 13 fields, of several 14", name, row);
}

static struct model *model_of(const struct records *found, const char *name, struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model;
	enum status status;

	if (found->bandwidth < 0 || found->startup < 0) {
		error_set(err, ERR_INPUT, "%s: there is no record \"%s information\"", name,
			  found->bandwidth < 0 ? "environment" : "node");
		return NULL;
	}
	model = model_new(&model_hockney, found->nodes, &any, 1);
	if (!model) {
		error_memory(err, "a model");
		return NULL;
	}
	status = model_set(model, 0, "alpha", found->startup, err);
	if (status == OK)
		status = model_set(model, 0, "beta", found->bandwidth > 0 ? 1 / (found->bandwidth * megabyte) : 0, err);
	if (status == OK)
		status = model_fact_text(model, "converted from", "a configuration of Dimemas", err);
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}

struct model *dimemas_read(const char *text, const char *name, struct error *err)
{
	struct records found = {.bandwidth = -1, .startup = -1};
	char *copy = strdup(text), *rest = copy;
	enum status status = copy ? OK : error_memory(err, "a configuration");

	for (size_t row = 1; status == OK && rest && *rest; row++) {
		char *line = rest;

		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		status = read_record(&found, line, name, row, err);
	}
	free(copy);
	return status == OK ? model_of(&found, name, err) : NULL;
}
