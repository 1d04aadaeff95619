#include "decompose/mapping.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const mapping_names[] = {[MAPPING_RANKFILE] = "rankfile",
				     [MAPPING_HYDRA] = "hydra",
				     [MAPPING_RANK_ORDER] = "rank-order",
				     [MAPPING_SLURM] = "slurm",
				     NULL};

/* The processes of node i, in their order, are list[first[i] .. first[i + 1] - 1]. */
struct nodes_processes {
	size_t *first, *list;
};

static enum status sort(const size_t *node, size_t n, size_t processes, struct nodes_processes *sorted,
			struct error *err)
{
	sorted->first = calloc(n + 2, sizeof(*sorted->first));
	sorted->list = calloc(processes, sizeof(*sorted->list));
	if (!sorted->first || !sorted->list)
		return error_memory(err, "a mapping of processes");
	for (size_t p = 0; p < processes; p++)
		sorted->first[node[p] + 2]++;
	for (size_t i = 2; i < n + 2; i++)
		sorted->first[i] += sorted->first[i - 1];
	for (size_t p = 0; p < processes; p++)
		sorted->list[sorted->first[node[p] + 1]++] = p;
	return OK;
}

static void write_order(const struct nodes_processes *sorted, size_t n, FILE *out)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = sorted->first[i]; k < sorted->first[i + 1]; k++)
			fprintf(out, "%s%zu", k > sorted->first[i] ? "," : "", sorted->list[k]);
		if (sorted->first[i] < sorted->first[i + 1])
			fprintf(out, "\n");
	}
}

static void write_ranks(const struct nodes_processes *sorted, const char *const *hosts, size_t n, FILE *out)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = sorted->first[i]; k < sorted->first[i + 1]; k++)
			fprintf(out, "rank %zu=%s slot=%zu\n", sorted->list[k], hosts[i], k - sorted->first[i]);
}

enum status mapping_write(enum mapping_format format, const char *const *hosts, const size_t *node, size_t n,
			  size_t processes, FILE *out, struct error *err)
{
	struct nodes_processes sorted = {.first = NULL};
	enum status status = sort(node, n, processes, &sorted, err);

	errno = 0;
	if (status == OK && format == MAPPING_RANK_ORDER)
		write_order(&sorted, n, out);
	else if (status == OK && format == MAPPING_RANKFILE)
		write_ranks(&sorted, hosts, n, out);
	for (size_t p = 0; p < processes && (format == MAPPING_HYDRA || format == MAPPING_SLURM); p++)
		fprintf(out, "%s%s\n", hosts[node[p]], format == MAPPING_HYDRA ? ":1" : "");
	free(sorted.first);
	free(sorted.list);
	if (status != OK)
		return status;
	if (fflush(out) == 0 && !ferror(out))
		return OK;
	return error_set(err, ERR_IO, "a mapping cannot be written: %s", strerror(errno));
}
