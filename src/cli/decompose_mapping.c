#include "cli/decompose_mapping.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/request_options.h"
#include "decompose/mapping.h"
#include "sample/placement.h"

/* Nodes, and which of them each process is on. */
struct mapped {
	char (*names)[PLACEMENT_NAME]; /* of each process's node, as the user lists them */
	const char **hosts;            /* n of them */
	size_t *room, n;
	size_t *node; /* of each process */
};

static enum mapping_format format_of(const char *name)
{
	enum mapping_format format = MAPPING_RANKFILE;

	while (format < MAPPING_FORMATS && strcmp(mapping_names[format], name) != 0)
		format++;
	return format;
}

enum status mapping_options_check(const struct mapping_options *o, struct error *err)
{
	if (!o->format && !o->hosts && !o->path)
		return OK;
	if (!o->format || !o->hosts || !o->path)
		return error_set(err, ERR_USAGE,
				 "--mapping, --hosts and -o go together: in which form, on which nodes, into which "
				 "file?");
	if (format_of(o->format) == MAPPING_FORMATS)
		return error_set(err, ERR_USAGE, "--mapping %s: rankfile, hydra, rank-order and slurm are known",
				 o->format);
	return OK;
}

/* Where the best plan's time goes: of a plan that changes its grid the one that it stays on for the longest. */
static struct grid grid_of(const struct plan *plan)
{
	struct grid grid = plan->list[0].grid;
	double most = -1;

	for (size_t i = 0; i < plan->n; i++) {
		const struct plan_choice *c = &plan->list[i];

		if (c->kind != CHOICE_REDISTRIBUTE && c->times * c->seconds > most) {
			most = c->times * c->seconds;
			grid = c->grid;
		}
	}
	return grid;
}

/* Of the first processes: those that the plan has. */
static void count_nodes(struct mapped *m, size_t processes)
{
	for (size_t p = 0; p < processes; p++) {
		size_t i = 0;

		while (i < m->n && strcmp(m->hosts[i], m->names[p]) != 0)
			i++;
		if (i == m->n)
			m->hosts[m->n++] = m->names[p];
		m->room[i]++;
	}
}

static enum status read_hosts(struct mapped *m, const char *hosts, size_t all, size_t processes, struct error *err)
{
	char *text = NULL;
	bool list = strchr(hosts, ',') || strchr(hosts, ':');
	enum status status = list ? OK : option_file_read("--hosts", hosts, "a list like a:4,b:4", &text, err);

	m->names = calloc(all, sizeof(*m->names));
	m->hosts = calloc(all, sizeof(*m->hosts));
	m->room = calloc(all, sizeof(*m->room));
	m->node = calloc(all, sizeof(*m->node));
	if (status == OK && (!m->names || !m->hosts || !m->room || !m->node))
		status = error_memory(err, "nodes");
	if (status == OK)
		status = option_file_status("--hosts", text ? hosts : NULL,
					    placement_names(text ? text : hosts, all, m->names, err), err);
	if (status == OK)
		count_nodes(m, processes);
	free(text);
	return status;
}

static enum status write_file(const struct mapping_options *o, const struct mapped *m, size_t processes,
			      struct error *err)
{
	struct file_replacement file;
	enum status status = file_replace_begin(&file, o->path, "mapping", err);

	if (status != OK)
		return status;
	status = mapping_write(format_of(o->format), m->hosts, m->node, m->n, processes, file.stream, err);
	if (status == OK)
		return file_replace_commit(&file, err);
	file_replace_abandon(&file);
	return status;
}

enum status mapping_options_write(const struct mapping_options *o, const struct planning_request *request,
				  const struct planned *found, FILE *chatter, struct error *err)
{
	struct mapped m = {.n = 0};
	struct mapping_traffic traffic;
	struct grid grid;
	char name[64];
	enum status status;

	if (!o->format)
		return OK;
	grid = grid_of(&found->whole[0]);
	status = read_hosts(&m, o->hosts, request->processes, grid_processes(&grid), err);
	if (status == OK)
		status = mapping_find(request->sequence, &grid, m.room, m.n, m.node, &traffic, err);
	if (status == OK)
		status = write_file(o, &m, grid_processes(&grid), err);
	if (status == OK && chatter)
		fprintf(chatter,
			"sonde: %s: %zu processes of grid %s on %zu nodes, of which one sends %.0f bytes to others at "
			"most, all together %.0f\n",
			o->path, grid_processes(&grid),
			grid_name(grid.n, request->sequence->domain.ndims, name, sizeof(name)), m.n, traffic.most,
			traffic.all);
	free(m.names);
	free(m.hosts);
	free(m.room);
	free(m.node);
	return status;
}
