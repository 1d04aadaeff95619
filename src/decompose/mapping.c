#include "decompose/mapping.h"

#include "decompose/dims.h"
#include "decompose/exchange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a search for the best places works on. */
struct mapping_search {
	const struct sequence *sequence;
	const struct grid *grid;
	const size_t *room;
	size_t n, processes;
	double bytes[DOMAIN_DIMS]; /* of the messages from a process to its next one in each dimension, in all */
	double *sent;              /* of each node */
	size_t *tried, *best;      /* node of each process */
	struct mapping_traffic least;
};

static void add_exchange(struct mapping_search *m, const size_t border[DOMAIN_DIMS], double times)
{
	struct part_message message;

	for (size_t d = 0; d < DOMAIN_DIMS; d++)
		if (exchange_message(&m->sequence->domain, m->grid, border, d, &message))
			m->bytes[d] += times * (double)message.bytes;
}

static bool add_exchanges(struct mapping_search *m, const struct domain_step *steps, size_t n, double times)
{
	bool any = false;

	for (size_t i = 0; i < n; i += 1 + steps[i].body) {
		double all = times * steps[i].times;

		if (steps[i].kind == STEP_EXCHANGE)
			add_exchange(m, steps[i].border, all);
		any = any || steps[i].kind == STEP_EXCHANGE;
		if (steps[i].kind == STEP_REPEAT)
			any = add_exchanges(m, &steps[i] + 1, steps[i].body, all) || any;
	}
	return any;
}

static enum status search_init(struct mapping_search *m, const struct sequence *sequence, const struct grid *grid,
			       size_t n, struct error *err)
{
	static const size_t one[DOMAIN_DIMS] = {1, 1, 1};

	*m = (struct mapping_search){
		.sequence = sequence, .grid = grid, .n = n, .processes = grid_processes(grid), .least.most = INFINITY};
	m->sent = calloc(n, sizeof(*m->sent));
	m->tried = calloc(m->processes, sizeof(*m->tried));
	m->best = calloc(m->processes, sizeof(*m->best));
	if (!m->sent || !m->tried || !m->best)
		return error_memory(err, "a mapping of processes");
	if (!add_exchanges(m, sequence->steps, sequence->n, 1))
		add_exchange(m, one, 1);
	return OK;
}

static void search_release(struct mapping_search *m)
{
	free(m->sent);
	free(m->tried);
	free(m->best);
}

/* Each process and its next one send each other a message. */
static struct mapping_traffic traffic_of(struct mapping_search *m, const size_t *node)
{
	const struct grid *grid = m->grid;
	struct mapping_traffic traffic = {0, 0};

	memset(m->sent, 0, m->n * sizeof(*m->sent));
	for (size_t p = 0; p < m->processes; p++) {
		for (size_t d = 0; d < DOMAIN_DIMS; d++) {
			size_t next;

			if (m->bytes[d] == 0 || !exchange_neighbour(&m->sequence->domain, grid, p, d, &next) ||
			    node[p] == node[next])
				continue;
			m->sent[node[p]] += m->bytes[d];
			m->sent[node[next]] += m->bytes[d];
			traffic.all += 2 * m->bytes[d];
		}
	}
	for (size_t i = 0; i < m->n; i++)
		traffic.most = fmax(traffic.most, m->sent[i]);
	return traffic;
}

/* Takes what is tried if it is better. */
static bool take(struct mapping_search *m)
{
	struct mapping_traffic traffic = traffic_of(m, m->tried);
	bool better = traffic.most < m->least.most || (traffic.most == m->least.most && traffic.all < m->least.all);

	if (better) {
		m->least = traffic;
		memcpy(m->best, m->tried, m->processes * sizeof(*m->best));
	}
	return better;
}

/* Nodes are filled one after the other, the first dimension of the order being the quickest. */
static void try_rows(struct mapping_search *m, const size_t order[DOMAIN_DIMS])
{
	size_t node = 0, used = 0;

	for (size_t i = 0; i < m->processes; i++) {
		size_t place[DOMAIN_DIMS], rest = i;

		for (size_t k = 0; k < DOMAIN_DIMS; k++) {
			place[order[k]] = rest % m->grid->n[order[k]];
			rest /= m->grid->n[order[k]];
		}
		while (used == m->room[node]) {
			node++;
			used = 0;
		}
		used++;
		m->tried[grid_process(m->grid, place)] = node;
	}
	take(m);
}

/* A node has a box of places. */
static bool try_box(const size_t *box, size_t ndims, void *work)
{
	struct mapping_search *m = work;
	struct grid boxes = {{1, 1, 1}};

	for (size_t d = 0; d < ndims; d++) {
		if (m->grid->n[d] % box[d])
			return true;
		boxes.n[d] = m->grid->n[d] / box[d];
	}
	for (size_t p = 0; p < m->processes; p++) {
		size_t place[DOMAIN_DIMS];

		grid_place(m->grid, p, place);
		for (size_t d = 0; d < ndims; d++)
			place[d] /= box[d];
		m->tried[p] = grid_process(&boxes, place);
	}
	take(m);
	return true;
}

static bool has_equal_room(const struct mapping_search *m)
{
	for (size_t i = 1; i < m->n; i++)
		if (m->room[i] != m->room[0])
			return false;
	return true;
}

/* Two processes of different nodes change places, as long as that is better. */
static void swap(struct mapping_search *m)
{
	bool better = m->processes <= MAPPING_SWAPPED;

	while (better) {
		better = false;
		memcpy(m->tried, m->best, m->processes * sizeof(*m->tried));
		for (size_t p = 0; p < m->processes; p++) {
			for (size_t q = p + 1; q < m->processes; q++) {
				size_t kept = m->tried[p];

				if (m->tried[q] == kept)
					continue;
				m->tried[p] = m->tried[q];
				m->tried[q] = kept;
				if (take(m)) {
					better = true;
					continue;
				}
				m->tried[q] = m->tried[p];
				m->tried[p] = kept;
			}
		}
	}
}

enum status mapping_traffic(const struct sequence *sequence, const struct grid *grid, const size_t *node, size_t n,
			    struct mapping_traffic *traffic, struct error *err)
{
	struct mapping_search m;
	enum status status = search_init(&m, sequence, grid, n, err);

	if (status == OK)
		*traffic = traffic_of(&m, node);
	search_release(&m);
	return status;
}

enum status mapping_find(const struct sequence *sequence, const struct grid *grid, const size_t *room, size_t n,
			 size_t *node, struct mapping_traffic *traffic, struct error *err)
{
	static const size_t orders[][DOMAIN_DIMS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	struct mapping_search m;
	size_t box[DOMAIN_DIMS] = {0};
	enum status status = search_init(&m, sequence, grid, n, err);

	m.room = room;
	for (size_t i = 0; status == OK && i < sizeof(orders) / sizeof(orders[0]); i++)
		try_rows(&m, orders[i]);
	if (status == OK && has_equal_room(&m))
		dims_each(room[0], DOMAIN_DIMS, box, try_box, &m);
	if (status == OK) {
		swap(&m);
		memcpy(node, m.best, m.processes * sizeof(*node));
		*traffic = m.least;
	}
	search_release(&m);
	return status;
}
