/*
 * LMO from round trips T_ij and one-to-two experiments T_ijk (O'Flynn, thesis, 2009), x = j, k:
 * C_i = (T_ijk(0) - max T_ix(0)) / 2, t_i = (T_ijk(M) - max (T_ix(0) + T_ix(M)) / 2 - 2 C_i) / M
 * L_ij = T_ij(0) / 2 - C_i - C_j, 1/beta_ij = (T_ij(M) / 2 - C_i - L_ij - C_j) / M - t_i - t_j
 * C_i and t_i are means over triplets; by all of them, L_ij and 1/beta_ij are means over those of i, j and any k, each
 * with its own C and t (4.10).
 */
#include "model/lmo_fit.h"

#include "model/lmo_calls.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, LONG, SHORTER, LONGER, TRIPS /* SHORTER and LONGER: two sizes beyond M */ };

/* What was measured, NAN where nothing was. */
struct lmo_timings {
	size_t n;
	double bytes[TRIPS]; /* bytes[LONG] is M; those beyond are 0 if there are none */
	double *trip[TRIPS]; /* [i * n + j], symmetric */
	double *triple[2];   /* [(i * n + j) * n + k], symmetric in j and k */
	double *train;       /* [i * n + j], symmetric: of LMO_TRAIN messages of M bytes */
};

/* What follows from it. */
struct process_costs {
	double *C, *t;    /* [i] */
	double *first;    /* [i], seconds: what an answer after two long messages is later by than after one */
	double *most;     /* [i], seconds: the longest round trip of triplets that count */
	bool by_triplets; /* links follow from each triplet's own C and t */
};

enum status lmo_links(size_t processes, struct link **links, size_t *n, struct error *err)
{
	struct link *list = malloc((processes * (processes + 1) / 2 + 1) * sizeof(*list));

	if (!list)
		return error_memory(err, "the links of a model");
	*n = 0;
	for (size_t i = 0; i < processes; i++)
		list[(*n)++] = (struct link){(int)i, (int)i};
	for (size_t i = 0; i < processes; i++)
		for (size_t j = i + 1; j < processes; j++)
			list[(*n)++] = (struct link){(int)i, (int)j};
	list[(*n)++] = (struct link){LINK_ANY, LINK_ANY};
	*links = list;
	return OK;
}

static double *blank(size_t n)
{
	double *values = malloc((n + 1) * sizeof(*values));

	for (size_t i = 0; values && i < n; i++)
		values[i] = NAN;
	return values;
}

static void timings_release(struct lmo_timings *t)
{
	for (int m = 0; m < TRIPS; m++)
		free(t->trip[m]);
	for (int m = 0; m < 2; m++)
		free(t->triple[m]);
	free(t->train);
}

static bool is_triplet(const struct experiment *what, size_t n)
{
	return what->kind == EXPERIMENT_ONE_TO_TWO && what->from >= 0 && (size_t)what->from < n && what->to >= 0 &&
	       (size_t)what->to < n && what->setup.third > 0 && what->setup.third < n;
}

static bool is_echo(const struct experiment *what, size_t n)
{
	return what->kind == EXPERIMENT_ROUNDTRIP && what->bytes == what->reply_bytes && what->from >= 0 &&
	       (size_t)what->from < n && what->to >= 0 && (size_t)what->to < n;
}

static bool is_train(const struct experiment *what, size_t n)
{
	return what->kind == EXPERIMENT_TRAIN && what->count == LMO_TRAIN && what->reply_bytes == 0 &&
	       what->from >= 0 && (size_t)what->from < n && what->to >= 0 && (size_t)what->to < n;
}

static size_t long_size(const struct points *points, size_t n)
{
	size_t bytes = 0;

	for (size_t p = 0; p < points->n; p++) {
		const struct experiment *what = &points->points[p].what;

		if (is_triplet(what, n) && what->bytes > 0 && (bytes == 0 || what->bytes < bytes))
			bytes = what->bytes;
	}
	return bytes;
}

/* The smallest and the largest round trip beyond M. */
static void find_longer(struct lmo_timings *t, const struct points *points)
{
	for (size_t p = 0; p < points->n; p++) {
		double bytes = (double)points->points[p].what.bytes;

		if (!is_echo(&points->points[p].what, t->n) || bytes <= t->bytes[LONG])
			continue;
		t->bytes[SHORTER] = t->bytes[SHORTER] > 0 ? fmin(t->bytes[SHORTER], bytes) : bytes;
		t->bytes[LONGER] = fmax(t->bytes[LONGER], bytes);
	}
}

static void note_point(struct lmo_timings *t, const struct point *point)
{
	const struct experiment *what = &point->what;
	size_t i = (size_t)what->from, j = (size_t)what->to, k = what->setup.third;
	int m = 0;

	if (is_train(what, t->n) && (double)what->bytes == t->bytes[LONG])
		t->train[i * t->n + j] = t->train[j * t->n + i] = point->seconds;
	while (m < TRIPS && t->bytes[m] != (double)what->bytes)
		m++;
	if (m < TRIPS && is_echo(what, t->n))
		t->trip[m][i * t->n + j] = t->trip[m][j * t->n + i] = point->seconds;
	else if (m <= LONG && is_triplet(what, t->n))
		t->triple[m][(i * t->n + j) * t->n + k] = t->triple[m][(i * t->n + k) * t->n + j] = point->seconds;
}

static enum status timings_collect(struct lmo_timings *t, const struct points *points, size_t n, struct error *err)
{
	bool room = n < 1024;

	*t = (struct lmo_timings){.n = n, .bytes = {[LONG] = (double)long_size(points, n)}};
	for (int m = 0; m < TRIPS && room; m++)
		room = (t->trip[m] = blank(n * n)) != NULL;
	for (int m = 0; m < 2 && room; m++)
		room = (t->triple[m] = blank(n * n * n)) != NULL;
	room = room && (t->train = blank(n * n)) != NULL;
	if (!room)
		return error_memory(err, "the timings of pairs and triplets");
	find_longer(t, points);
	for (size_t p = 0; p < points->n; p++)
		note_point(t, &points->points[p]);
	return t->bytes[LONG] > 0
		       ? OK
		       : error_set(err, ERR_INPUT,
				   "no one-to-two of more than 0 bytes was measured, and the model needs it");
}

/* The longest round trip to one of the two, of M bytes out and none back for m = 1; NAN if one was not measured. */
static double longest(const struct lmo_timings *t, int m, size_t i, size_t j, size_t k)
{
	double to_j = m ? (t->trip[0][i * t->n + j] + t->trip[1][i * t->n + j]) / 2 : t->trip[0][i * t->n + j];
	double to_k = m ? (t->trip[0][i * t->n + k] + t->trip[1][i * t->n + k]) / 2 : t->trip[0][i * t->n + k];

	return isnan(to_j) || isnan(to_k) ? NAN : fmax(to_j, to_k);
}

/* What of a one-to-two its longest round trip does not explain: 2 C_i, and for m = 1 M t_i besides. */
static double excess(const struct lmo_timings *t, int m, size_t i, size_t j, size_t k)
{
	return t->triple[m][(i * t->n + j) * t->n + k] - longest(t, m, i, j, k);
}

/* Returns the mean excess over the triplets of i whose longest round trip is at most `most` seconds; NAN without one.
 */
static double mean_excess(const struct lmo_timings *t, int m, size_t i, double most)
{
	double sum = 0;
	size_t count = 0;

	for (size_t j = 0; j < t->n; j++)
		for (size_t k = j + 1; k < t->n; k++) {
			double own = j == i || k == i ? NAN : excess(t, m, i, j, k);

			if (isnan(own) || longest(t, m, i, j, k) > most)
				continue;
			sum += own;
			count++;
		}
	return count ? sum / (double)count : NAN;
}

static double quickest(const struct lmo_timings *t, int m, size_t i)
{
	double least = INFINITY;

	for (size_t j = 0; j < t->n; j++)
		for (size_t k = j + 1; k < t->n; k++)
			if (j != i && k != i && !isnan(excess(t, m, i, j, k)))
				least = fmin(least, longest(t, m, i, j, k));
	return least;
}

static enum status share_all(const struct lmo_timings *t, double slowness_limit, struct process_costs *shares,
			     struct error *err)
{
	for (size_t i = 0; i < t->n; i++) {
		double most[2] = {INFINITY, INFINITY};

		for (int m = 0; m < 2 && slowness_limit > 0; m++)
			most[m] = slowness_limit * quickest(t, m, i);
		shares->C[i] = mean_excess(t, 0, i, most[0]) / 2;
		shares->first[i] = mean_excess(t, 1, i, most[1]);
		shares->most[i] = most[1];
		shares->t[i] = (shares->first[i] - 2 * shares->C[i]) / t->bytes[LONG];
		if (isnan(shares->C[i]) || isnan(shares->t[i]))
			return error_set(err, ERR_INPUT,
					 "no triplet of process %zu was measured whole: round trips and one-to-two "
					 "experiments of 0 and of %.0f bytes with two others",
					 i, t->bytes[LONG]);
	}
	return OK;
}

static enum status set_processes(struct model *model, const struct process_costs *shares, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < model->processes; i++) {
		size_t l = model_process(model, (int)i);

		status = model_set(model, l, "C", shares->C[i], err);
		if (status == OK)
			status = model_set(model, l, "t", shares->t[i], err);
	}
	return status;
}

/* The line through the two round trips beyond M, if they were measured: of messages that wait for their receiver. */
static enum status set_rendezvous(struct model *model, size_t l, const struct lmo_timings *t, size_t at,
				  struct error *err)
{
	double shorter = t->trip[SHORTER][at] / 2, longer = t->trip[LONGER][at] / 2,
	       beta = (longer - shorter) / (t->bytes[LONGER] - t->bytes[SHORTER]);
	enum status status = OK;

	if (!isfinite(beta))
		return OK;
	status = model_set(model, l, "rendezvous_alpha", shorter - beta * t->bytes[SHORTER], err);
	return status == OK ? model_set(model, l, "rendezvous_beta", beta, err) : status;
}

/* What triplets of i with j and any k say of C_i and t_i, on average. */
static void shares_with(const struct lmo_timings *t, size_t i, size_t j, double *C, double *per_byte)
{
	double sum[2] = {0, 0};
	size_t count = 0;

	for (size_t k = 0; k < t->n; k++) {
		double fixed = k == i || k == j ? NAN : excess(t, 0, i, j, k), whole = excess(t, 1, i, j, k);

		if (isnan(fixed + whole))
			continue;
		sum[0] += fixed / 2;
		sum[1] += (whole - fixed) / t->bytes[LONG];
		count++;
	}
	*C = sum[0] / (double)count;
	*per_byte = sum[1] / (double)count;
}

/* What the two processes of a link take of an empty message, and of each byte. */
static void ends_of(const struct lmo_timings *t, const struct process_costs *shares, size_t i, size_t j, double *fixed,
		    double *per_byte)
{
	double C[2] = {NAN, NAN}, own[2] = {NAN, NAN};

	if (shares->by_triplets) {
		shares_with(t, i, j, &C[0], &own[0]);
		shares_with(t, j, i, &C[1], &own[1]);
	}
	*fixed = isnan(C[0] + C[1]) ? shares->C[i] + shares->C[j] : C[0] + C[1];
	*per_byte = isnan(own[0] + own[1]) ? shares->t[i] + shares->t[j] : own[0] + own[1];
}

static enum status set_links(struct model *model, const struct lmo_timings *t, const struct process_costs *shares,
			     struct error *err)
{
	enum status status = OK;

	for (size_t l = 0; status == OK && l < model->n_links; l++) {
		size_t i = (size_t)model->links[l].from, j = (size_t)model->links[l].to;
		bool pair = model->links[l].from != model->links[l].to;
		double empty = pair ? t->trip[0][i * t->n + j] / 2 : 0, whole = pair ? t->trip[1][i * t->n + j] / 2 : 0,
		       fixed = 0, per_byte = 0;

		if (!pair)
			continue;
		if (isnan(empty) || isnan(whole))
			return error_set(err, ERR_INPUT,
					 "no round trip of 0 and of %.0f bytes between %zu and %zu was measured, and "
					 "the model needs it",
					 t->bytes[LONG], i, j);
		ends_of(t, shares, i, j, &fixed, &per_byte);
		status = model_set(model, l, "L", empty - fixed, err);
		if (status == OK)
			status = model_set(model, l, "inverse_beta", (whole - empty) / t->bytes[LONG] - per_byte, err);
		if (status == OK)
			status = set_rendezvous(model, l, t, i * t->n + j, err);
	}
	return status;
}

/* What the one-to-twos beyond M took, and what they should have taken if a message keeps its sender until it is
 * delivered, or until it has left; all added up. */
struct held_rendezvous {
	double found, held, released;
};

static void holding_add(struct held_rendezvous *h, const struct lmo_timings *t, const struct process_costs *shares,
			const struct point *point)
{
	const struct experiment *what = &point->what;
	size_t i = (size_t)what->from, at = i * t->n + (size_t)what->to, next = i * t->n + what->setup.third;
	double first = t->trip[SHORTER][at] / 2, second = t->trip[SHORTER][next] / 2, answer = t->trip[EMPTY][next] / 2,
	       out = shares->C[i] + t->bytes[SHORTER] * shares->t[i];

	h->found += point->seconds;
	h->held += first + second + answer;
	h->released += fmax(first + t->trip[EMPTY][at] / 2, fmin(out, first) + second + answer);
}

/* Where both are much the same, as between like hosts whose ports are the bottleneck, it does not matter which. */
static enum status set_hold(struct model *model, const struct lmo_timings *t, const struct process_costs *shares,
			    const struct points *points, struct error *err)
{
	const double much_the_same = 0.8;
	struct held_rendezvous h = {0};
	size_t platform = model_platform(model);
	bool released;

	for (size_t p = 0; p < points->n; p++)
		if (is_triplet(&points->points[p].what, t->n) && t->bytes[SHORTER] > 0 &&
		    (double)points->points[p].what.bytes == t->bytes[SHORTER])
			holding_add(&h, t, shares, &points->points[p]);
	if (!(h.found > 0) || platform == model->n_links)
		return OK;
	released = h.released < much_the_same * h.held && h.found < (h.held + h.released) / 2;
	return model_set(model, platform, "rendezvous_hold", released ? 0 : 1, err);
}

/* The time per byte of the network between two processes, beside their calls; the same both ways, so the less counts,
 * which calls hide less of. */
static double network_per_byte(const struct model *model, const struct lmo_timings *t, size_t i, size_t j)
{
	double M = t->bytes[LONG], whole = (t->trip[1][i * t->n + j] - t->trip[0][i * t->n + j]) / 2, least = INFINITY;

	for (int way = 0; way < 2; way++) {
		const struct link link = {(int)(way ? j : i), (int)(way ? i : j)};
		const struct lmo_calls empty = lmo_calls_of(model, link, 0),
				       calls = lmo_calls_of(model, link, (size_t)M);

		least = fmin(least, whole - calls.send - calls.receive + empty.send + empty.receive);
	}
	return fmax(0, least) / M;
}

/* Returns how long each byte of a train keeps the slowest of its servers; NAN if it was not measured. */
static double train_per_byte(const struct lmo_timings *t, size_t i, size_t j)
{
	size_t at = i * t->n + j;

	return (t->train[at] - (t->trip[LONG][at] + t->trip[EMPTY][at]) / 2) / ((LMO_TRAIN - 1) * t->bytes[LONG]);
}

/* A port is not seen where the calls of two messages take as long as their transfer. */
static bool port_is_hidden(const struct model *model, const struct lmo_timings *t, const struct process_costs *shares,
			   size_t i)
{
	const double hardly = 1.05; /* differences of measured times: what is closer may be noise */
	const struct link self = {(int)i, (int)i};
	const struct lmo_calls calls = lmo_calls_of(model, self, (size_t)t->bytes[LONG]),
			       empty = lmo_calls_of(model, self, 0);

	return shares->first[i] < hardly * (calls.send + empty.receive);
}

/* What the port takes at most: the time of a byte to the partner that takes least. */
static double port_most(const struct model *model, const struct lmo_timings *t, size_t i)
{
	double most = INFINITY;

	for (size_t j = 0; j < t->n; j++)
		if (j != i)
			most = fmin(most, network_per_byte(model, t, i, j));
	return most;
}

/* Returns what a byte takes between a process and a partner beside the port of the process: the partner's port, or, if
 * that takes longer, the link. */
static double beside_port(const struct model *model, const struct lmo_timings *t, const double *ports, size_t i,
			  size_t partner)
{
	double train = train_per_byte(t, i, partner);

	return isnan(train) ? ports[partner]
			    : fmax(ports[partner], fmin(train, network_per_byte(model, t, i, partner)));
}

/*
 * The port of a process, by its triplets that count, in seconds per byte. Two messages at a time to j and k, on the way
 * to whom ports and links take p_j, take until 2 M p_i from when the first of them is there, one alone M max(p_i, p_j)
 * from when it is there itself. j is the slower one, and the other message has a head start.
 */
static double port_by_triplets(const struct model *model, const struct lmo_timings *t, const double *ports, size_t i,
			       double most)
{
	const double *empty = &t->trip[EMPTY][i * t->n], *trip = &t->trip[LONG][i * t->n];
	double sum = 0;
	size_t count = 0;

	for (size_t j = 0; j < t->n; j++)
		for (size_t k = j + 1; k < t->n; k++) {
			double later = j == i || k == i ? NAN : excess(t, LONG, i, j, k), seen;
			size_t slow = trip[j] > trip[k] ? j : k, quick = slow == j ? k : j;

			if (isnan(later) || longest(t, LONG, i, j, k) > most)
				continue;
			seen = (later + fmax(0, empty[slow] - empty[quick]) / 2) / t->bytes[LONG];
			sum += fmax(seen, (seen + beside_port(model, t, ports, i, slow)) / 2);
			count++;
		}
	return sum / (double)count;
}

/* Sets the ports of processes. Where some processes have a port that is seen, those whose calls hide it have one too,
 * and are taken for as slow as it can be; where none is seen, there is no sign of any. */
static void find_ports(const struct model *model, const struct lmo_timings *t, const struct process_costs *shares,
		       double *ports)
{
	enum { ROUNDS = 4 }; /* each halves what a port depends on its partner's */
	size_t hidden = 0;

	memset(ports, 0, t->n * sizeof(*ports));
	for (int round = 0; round <= ROUNDS; round++)
		for (size_t i = 0; i < t->n; i++)
			ports[i] = port_by_triplets(model, t, ports, i, shares->most[i]);
	for (size_t i = 0; i < t->n; i++)
		hidden += port_is_hidden(model, t, shares, i);
	for (size_t i = 0; i < t->n; i++) {
		double most = port_most(model, t, i);

		ports[i] = hidden == t->n ? 0 : fmin(most, ports[i]);
	}
}

/* Returns the time per byte of the link between two processes whose ports are known; NAN without a train. */
static double link_per_byte(const struct model *model, const struct lmo_timings *t, const double *ports, size_t i,
			    size_t j)
{
	const double hardly = 1.05; /* as of ports */
	const struct lmo_calls calls = lmo_calls_of(model, (struct link){(int)i, (int)j}, (size_t)t->bytes[LONG]);
	double train = train_per_byte(t, i, j), port = fmax(ports[i], ports[j]),
	       processor = fmax(calls.send, calls.receive) / t->bytes[LONG],
	       seen = train > hardly * processor ? train : fmin(train, network_per_byte(model, t, i, j));

	return isnan(train) ? NAN : seen > hardly * port ? seen : 0;
}

static enum status set_link_rates(struct model *model, const struct lmo_timings *t, const double *ports,
				  struct error *err)
{
	for (size_t l = 0; l < model->n_links; l++) {
		struct link link = model->links[l];
		double per_byte =
			link.from == link.to ? NAN : link_per_byte(model, t, ports, (size_t)link.from, (size_t)link.to);

		if (!isnan(per_byte))
			TRY(model_set(model, l, "link", per_byte, err));
	}
	return OK;
}

/* Where the calls of all processes were measured. */
static enum status set_ports(struct model *model, const struct lmo_timings *t, const struct process_costs *shares,
			     struct error *err)
{
	double *ports = malloc((t->n + 1) * sizeof(*ports));
	bool known = true;
	enum status status = ports ? OK : error_memory(err, "the ports of processes");

	for (size_t i = 0; i < t->n; i++)
		known = known && !isnan(lmo_calls_of(model, (struct link){(int)i, (int)i}, 0).send);
	if (status == OK && known)
		find_ports(model, t, shares, ports);
	for (size_t i = 0; status == OK && known && i < t->n; i++)
		status = model_set(model, model_process(model, (int)i), "port", ports[i], err);
	if (status == OK && known)
		status = set_link_rates(model, t, ports, err);
	free(ports);
	return status;
}

enum status lmo_fit(struct model *model, const struct points *points, double slowness_limit, struct error *err)
{
	struct lmo_timings t = {.n = 0};
	size_t room = (model->processes + 1) * sizeof(double);
	struct process_costs shares = {malloc(room), malloc(room), malloc(room), malloc(room), !(slowness_limit > 0)};
	enum status status = shares.C && shares.t && shares.first && shares.most
				     ? OK
				     : error_memory(err, "the parameters of processes");

	if (status == OK && model->processes < 3)
		status = error_set(err, ERR_INPUT,
				   "lmo needs at least 3 processes, and there are %zu: what belongs to a process and "
				   "what to a link is told apart by triplets",
				   model->processes);
	if (status == OK)
		status = timings_collect(&t, points, model->processes, err);
	if (status == OK)
		status = share_all(&t, slowness_limit, &shares, err);
	if (status == OK)
		status = set_processes(model, &shares, err);
	if (status == OK)
		status = set_links(model, &t, &shares, err);
	if (status == OK)
		status = set_hold(model, &t, &shares, points, err);
	if (status == OK)
		status = lmo_fit_calls(model, points, err);
	if (status == OK)
		status = set_ports(model, &t, &shares, err);
	timings_release(&t);
	free(shares.C);
	free(shares.t);
	free(shares.first);
	free(shares.most);
	return status;
}
