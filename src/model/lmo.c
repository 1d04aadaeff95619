/*
 * T(m) = C_i + L_ij + C_j + m (t_i + 1/beta_ij + t_j) (O'Flynn, thesis, 2009)
 *
 * A message passes five servers: its sender's processor and port out, the link, its receiver's port in and processor. T
 * is its time alone. Another message waits where one of these is still busy, m port_i, m link_ij.
 */
#include "model/classes.h"
#include "model/lmo_calls.h"
#include "model/lmo_fit.h"

#include <math.h>

enum {
	FIXED,
	PER_BYTE,
	LATENCY,
	LINK_PER_BYTE,
	RENDEZVOUS_FIXED,
	RENDEZVOUS_PER_BYTE,
	EAGER_MOST,
	HOLD,
	ESCALATE_FROM,
	ESCALATE_TO,
	SENDING,
	BEGINNING,
	RECEIVING,
	PORT,
	LINK
};

static const struct param_spec params[] = {
	[FIXED] = {.name = "C",
		   .unit = "s",
		   .shape = PARAM_SCALAR,
		   .scope = SCOPE_PROCESS,
		   .of_process = true,
		   .about = "a process' time for a message of any size"},
	[PER_BYTE] = {.name = "t",
		      .unit = "s/B",
		      .shape = PARAM_SCALAR,
		      .scope = SCOPE_PROCESS,
		      .of_process = true,
		      .about = "a process' time per byte"},
	[LATENCY] = {.name = "L", .unit = "s", .shape = PARAM_SCALAR, .about = "a link's latency, the same both ways"},
	[LINK_PER_BYTE] = {.name = "inverse_beta",
			   .unit = "s/B",
			   .shape = PARAM_SCALAR,
			   .about = "1/beta: a link's time per byte, beyond those of its two processes",
			   .negative = "either the long message waited for its receiver, as messages above the switch "
				       "to rendezvous do, and then t and 1/beta mean nothing: the switch must be given "
				       "or searched for, or the long message be below it. Or "
				       "t is the time per byte of a process' end of the network, and where the network "
				       "forwards what it receives, both ends of a link work on a message at the same "
				       "time: their two t count what passes at once twice, and 1/beta "
				       "takes it off, so that the time of a message is right. Predictions take such "
				       "ends for ports that many messages share"},
	[RENDEZVOUS_FIXED] =
		{.name = "rendezvous_alpha",
		 .above_switch = true,
		 .unit = "s",
		 .shape = PARAM_SCALAR,
		 .optional = true,
		 .about = "of messages longer than S: the part of their time that does not depend on the size",
		 .negative =
			 "it is where the line through two sizes above S crosses 0 bytes: where the longer one takes "
			 "more time per byte it lies below 0, and no message has that size"},
	[RENDEZVOUS_PER_BYTE] = {.name = "rendezvous_beta",
				 .above_switch = true,
				 .unit = "s/B",
				 .shape = PARAM_SCALAR,
				 .optional = true,
				 .about = "of messages longer than S: their time per byte"},
	[EAGER_MOST] = {.name = "S",
			.unit = "B",
			.shape = PARAM_SCALAR,
			.scope = SCOPE_PLATFORM,
			.optional = true,
			.about = "the largest message that is sent before its receiver asks for it"},
	[HOLD] = {.name = "rendezvous_hold",
		  .unit = "",
		  .shape = PARAM_SCALAR,
		  .scope = SCOPE_PLATFORM,
		  .optional = true,
		  .about = "of messages longer than S: 1 if they keep their sender until they are delivered, as "
			   "without this parameter; 0 if only until they have left it"},
	[ESCALATE_FROM] = {.name = "M1",
			   .unit = "B",
			   .shape = PARAM_SCALAR,
			   .scope = SCOPE_PLATFORM,
			   .optional = true,
			   .about = "from this size on linear gathers escalate"},
	[ESCALATE_TO] = {.name = "M2",
			 .unit = "B",
			 .shape = PARAM_SCALAR,
			 .scope = SCOPE_PLATFORM,
			 .optional = true,
			 .about = "from this size on linear gathers do not escalate, and are serial"},
	[SENDING] = {.name = "o_s",
		     .unit = "s",
		     .shape = PARAM_PER_SIZE,
		     .scope = SCOPE_PROCESS,
		     .of_process = true,
		     .optional = true,
		     .about = "overhead of sending: what MPI_Send takes of a process before the message leaves"},
	[BEGINNING] = {.name = "o_i",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .scope = SCOPE_PROCESS,
		       .of_process = true,
		       .optional = true,
		       .about = "the same of MPI_Isend, by which schedules are executed"},
	[RECEIVING] = {.name = "o_r",
		       .unit = "s",
		       .shape = PARAM_PER_SIZE,
		       .scope = SCOPE_PROCESS,
		       .of_process = true,
		       .optional = true,
		       .about = "overhead of receiving an expected message"},
	[PORT] = {.name = "port",
		  .unit = "s/B",
		  .shape = PARAM_SCALAR,
		  .scope = SCOPE_PROCESS,
		  .of_process = true,
		  .optional = true,
		  .about = "a process' end of the network: its time per byte, which messages share"},
	[LINK] = {.name = "link",
		  .unit = "s/B",
		  .shape = PARAM_SCALAR,
		  .optional = true,
		  .about = "a link's time per byte, which messages of one process to another share; 0: ports take as "
			   "long"},
	{.name = "escalation_probability",
	 .unit = "",
	 .shape = PARAM_PER_SIZE,
	 .scope = SCOPE_PLATFORM,
	 .optional = true,
	 .holds_ends = true,
	 .about = "how likely a linear gather of M1 to M2 escalates"},
	{.name = "escalation_q10",
	 .unit = "s",
	 .shape = PARAM_PER_SIZE,
	 .scope = SCOPE_PLATFORM,
	 .optional = true,
	 .holds_ends = true,
	 .about = "what an escalation adds: the first decile"},
	{.name = "escalation_q50",
	 .unit = "s",
	 .shape = PARAM_PER_SIZE,
	 .scope = SCOPE_PLATFORM,
	 .optional = true,
	 .holds_ends = true,
	 .about = "what an escalation adds: the median"},
	{.name = "escalation_q90",
	 .unit = "s",
	 .shape = PARAM_PER_SIZE,
	 .scope = SCOPE_PLATFORM,
	 .optional = true,
	 .holds_ends = true,
	 .about = "what an escalation adds: the last decile"},
};

/* A pair of the model for LINK_ANY: the first one that it has. */
static struct link own_link(const struct model *model, struct link link)
{
	for (size_t l = 0; link.from == LINK_ANY && l < model->n_links; l++)
		if (model->links[l].from != model->links[l].to)
			link = model->links[l];
	return link;
}

/*
 * 1/beta comes out negative where both ends' ports work at the same time, in networks that do not store and forward: C
 * + m t is then not processors' work. What the message takes beyond the slower port, at most as much as they overlap,
 * is taken to be, half at each end: so long the processor of either is busy with the bytes of a message, in seconds.
 */
static double processor_time(double out, double in, double link_time)
{
	double rest = fmin(out, in) + link_time;

	return fmax(0, fmin(rest, -link_time)) / 2;
}

/* A message that waits for its receiver, and keeps its sender until it is there, or until it has left: by what was
 * measured of such messages, if that was. */
static void rendezvous_cost(const struct model *model, size_t l, double m, double sender, double receiver,
			    struct cost *cost)
{
	double alpha = model_at(model, l, RENDEZVOUS_FIXED, 0), beta = model_at(model, l, RENDEZVOUS_PER_BYTE, 0);
	double whole = isnan(alpha) || isnan(beta) ? cost_delivery(cost) : alpha + m * beta,
	       hold = model_at(model, model_platform(model), HOLD, 0), sent = cost->send;

	cost->send = cost->processor_out = sender;
	cost->receive = cost->receive_expected = cost->processor_in = receiver;
	cost->transfer = isnan(beta) ? whole - sender - receiver - cost->latency : m * beta;
	cost->latency = whole - cost->transfer - sender - receiver;
	cost->port_out =
		hold < 0.5 ? fmin(sent, whole - receiver) : whole - receiver; /* without the parameter it is NAN */
	cost->port_in = cost->transfer;
}

/* Returns how long bytes keep the port of a process, at most `most`; `unknown` without its time per byte. */
static double port_time(const struct model *model, int process, double bytes, double most, double unknown)
{
	double port = model_at(model, model_process(model, process), PORT, 0);

	return isnan(port) ? unknown : fmin(most, fmax(0, bytes * port));
}

/* Returns how long bytes keep a link, at most `most`: by `link`, or without it and without the calls of its processes
 * by 1/beta.
 */
static double link_time(const struct model *model, struct link link, double bytes, double most)
{
	size_t l = model_link(model, link), i = model_process(model, link.from), j = model_process(model, link.to);
	double per_byte = model_at(model, l, LINK, 0), calls = model_at(model, i, SENDING, 0) +
							       model_at(model, i, BEGINNING, 0) +
							       model_at(model, j, RECEIVING, 0);

	if (isnan(per_byte))
		per_byte = isnan(calls) ? model_at(model, l, LINK_PER_BYTE, 0) : 0;
	return fmin(most, fmax(0, bytes * per_byte));
}

/* Sets how long ports whose time per byte is known are busy, at most `port_most` seconds, and the link, at most
 * `link_most`. The slowest of all servers decides how soon the next message can follow. */
static void serve(const struct model *model, struct link link, double bytes, double port_most, double link_most,
		  struct cost *cost)
{
	cost->port_out = port_time(model, link.from, bytes, port_most, cost->port_out);
	cost->port_in = port_time(model, link.to, bytes, port_most, cost->port_in);
	cost->link = link_time(model, link, bytes, link_most);
	cost->gap = fmax(fmax(cost->send, cost->receive), fmax(cost->link, fmax(cost->port_out, cost->port_in)));
}

static void lmo_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	struct link own = own_link(model, link);
	size_t l = model_link(model, own), i = model_process(model, own.from), j = model_process(model, own.to);
	double m = (double)bytes, most;

	double out = m * model_at(model, i, PER_BYTE, 0), in = m * model_at(model, j, PER_BYTE, 0),
	       link_time = m * model_at(model, l, LINK_PER_BYTE, 0);
	bool forwards = link_time < 0;
	double busy[2] = {forwards ? processor_time(out, in, link_time) : out,
			  forwards ? processor_time(out, in, link_time) : in};

	*cost = (struct cost){
		.send = model_at(model, i, FIXED, 0) + out,
		.latency = model_at(model, l, LATENCY, 0),
		.transfer = link_time,
		.receive = model_at(model, j, FIXED, 0) + in,
		.own_ports = true,
		.port_out = forwards ? out : 0,
		.port_in = forwards ? in : 0,
		.processor_out = model_at(model, i, FIXED, 0) + busy[0],
		.processor_in = model_at(model, j, FIXED, 0) + busy[1],
	};
	cost->receive_expected = cost->receive;
	if (m > model_at(model, model_platform(model), EAGER_MOST, 0)) { /* false where there is no S */
		rendezvous_cost(model, l, m, model_at(model, i, FIXED, 0), model_at(model, j, FIXED, 0), cost);
		if (!isnan(model_at(model, i, PORT, 0))) /* the port then says nothing of how long the sender is held */
			cost->send_waits = !(model_at(model, model_platform(model), HOLD, 0) < 0.5);
	}
	most = fmax(0, cost_delivery(cost) - cost->processor_in);
	serve(model, own, m, most, most, cost);
}

/* The seconds that the network has a message for: what is left of it without its processes' calls. */
static double network_time(const struct model *model, struct link link, size_t bytes, const struct lmo_calls *calls)
{
	struct cost cost;

	lmo_cost(model, link, bytes, &cost);
	return cost_delivery(&cost) - calls->send - calls->receive;
}

/* The receive call of a message longer than S has the transfer in it, which is the ports' as far as they are known to
 * take it, and no processor's. whole: what the network has the message for without its calls. Returns what of the call
 * is the network's. */
static double pulled(const struct model *model, struct link link, size_t bytes, double whole, double latency,
		     double receive)
{
	double port = fmax(model_at(model, model_process(model, link.from), PORT, 0),
			   model_at(model, model_process(model, link.to), PORT, 0)),
	       lacks = latency + port * (double)bytes - whole;

	if (!((double)bytes > model_at(model, model_platform(model), EAGER_MOST, 0)) || !(port > 0) || !(lacks > 0))
		return 0; /* NAN: there is no S, no port */
	return fmax(0, fmin(lacks, receive));
}

/*
 * Where calls were measured: processors are busy for the calls, ports for the bytes that pass, and what is left of the
 * time of an empty message is latency. Calls that take longer than the message overlap: then they tell nothing.
 */
static void lmo_nonblocking(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	struct link own = own_link(model, link);
	const struct lmo_calls calls = lmo_calls_of(model, own, bytes), empty = lmo_calls_of(model, own, 0);
	double whole = network_time(model, own, bytes, &calls), latency = network_time(model, own, 0, &empty),
	       hold = model_at(model, model_platform(model), HOLD, 0),
	       network = pulled(model, own, bytes, whole, latency, calls.receive);

	whole += network;
	lmo_cost(model, link, bytes, cost);
	if (!(whole >= 0 && latency >= 0)) /* false too where calls are not known */
		return;
	*cost = (struct cost){.send = fmax(0, calls.begin),
			      .latency = fmin(whole, latency),
			      .receive = fmax(0, calls.receive - network),
			      .own_ports = true,
			      .apart = true,
			      .send_waits = !(hold < 0.5)}; /* without the parameter it is NAN */
	cost->receive_expected = cost->receive;
	cost->transfer = whole - cost->latency;
	cost->processor_out = cost->send;
	cost->processor_in = cost->receive;
	cost->port_out = cost->port_in = cost->transfer;
	serve(model, own, (double)bytes, cost->transfer, whole, cost);
}

static enum status check_probability(const struct model *model, struct error *err)
{
	size_t l = model_platform(model);
	const struct curve none = {.n = 0}, *curve = l < model->n_links
							     ? &model_param(model, l, "escalation_probability")->curve
							     : &none;

	for (size_t k = 0; k < curve->n; k++)
		if (!(curve->y[k] >= 0 && curve->y[k] <= 1))
			return error_set(
				err, ERR_INPUT,
				"escalation_probability of the lmo model is %g at %.0f bytes: 0 to 1 is allowed",
				curve->y[k], curve->x[k]);
	return OK;
}

/* That they are numbers of bytes is checked for all models. M1 without M2 is what a search finds that ends before M2.
 */
static enum status check_thresholds(const struct model *model, struct error *err)
{
	size_t l = model_platform(model);
	double M1 = model_at(model, l, ESCALATE_FROM, 0), M2 = model_at(model, l, ESCALATE_TO, 0);

	return M2 < M1 ? error_set(err, ERR_INPUT,
				   "M2 of the lmo model is %.0f and M1 is %.0f: gathers escalate from M1 on and below "
				   "M2, which is not less than M1",
				   M2, M1)
		       : OK; /* false where one is missing */
}

/* Those of the platform hold for every process without its own; else the first process without them is near. */
static enum status check_processes(const struct model *model, struct error *err)
{
	size_t any = model_platform(model);

	if (!isnan(model_value(model, any, "C", 0)) && !isnan(model_value(model, any, "t", 0)))
		return OK;
	for (int i = 0, n = (int)model->processes; i < n; i++)
		if (isnan(model_value(model, model_process(model, i), "C", 0)) ||
		    isnan(model_value(model, model_process(model, i), "t", 0)))
			return error_set(err, ERR_INPUT, "the lmo model lacks C and t of process %d", i);
	return OK;
}

static bool link_known(const struct model *model, size_t l)
{
	return !isnan(model_at(model, l, LATENCY, 0)) && !isnan(model_at(model, l, LINK_PER_BYTE, 0));
}

/* Whether a process is one of the two by which the links of its class are known. */
static bool stands_for_class(const struct model *model, int process)
{
	const int *members = model->classes ? model->members[model->classes[process]] : NULL;

	return !members || members[0] == process || members[1] == process;
}

/* What stands for links that are not there (model_link) is asked first, then the links between those that stand for
 * classes: a small file may speak of very many processes. */
static enum status check_links(const struct model *model, struct error *err)
{
	size_t any = model_platform(model);

	if (link_known(model, any < model->n_links ? any : 0))
		return OK;
	for (int i = 0, n = (int)model->processes; i < n; i++)
		for (int j = i + 1; stands_for_class(model, i) && j < n; j++)
			if (stands_for_class(model, j) && !link_known(model, model_link(model, (struct link){i, j})))
				return error_set(err, ERR_INPUT,
						 "the lmo model lacks L and inverse_beta of the link %d-%d", i, j);
	return OK;
}

static enum status lmo_check(const struct model *model, struct error *err)
{
	enum status status = check_probability(model, err);

	if (status == OK)
		status = check_thresholds(model, err);
	if (status != OK || (model->n_links == 1 && model->links[0].from == LINK_ANY))
		return status;
	status = check_processes(model, err);
	return status == OK ? check_links(model, err) : status;
}

/* alpha_ij = C_i + L_ij + C_j, beta_ij = t_i + 1/beta_ij + t_j */
static enum status lmo_convert(const struct model *model, size_t l, struct model *target, struct error *err)
{
	struct link link = target->links[l];
	double empty = model_p2p(model, link, 0);
	enum status status = OK;

	if (target->class != &model_hockney)
		return error_set(err, ERR_INPUT, "an lmo model can be converted to hockney, not to %s",
				 target->class->name);
	status = model_set(target, l, "alpha", empty, err);
	return status == OK ? model_set(target, l, "beta", model_p2p(model, link, 1) - empty, err) : status;
}

static const struct design_row rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ZERO, .reply_same = true},
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_LONG, .reply_same = true},
	{.kind = EXPERIMENT_ONE_TO_TWO, .sizes = SIZES_ZERO},
	{.kind = EXPERIMENT_ONE_TO_TWO, .sizes = SIZES_LONG},
};

static const struct method methods[] = {
	{.name = "quickest",
	 .about = "each process by the triplets of its quickest partners",
	 .plan = PLAN_TRIPLETS,
	 .rows = rows,
	 .n_rows = 4,
	 .slowness_limit = 1.02},
	{.name = "mean",
	 .about = "means over all triplets, as the paper",
	 .plan = PLAN_TRIPLETS,
	 .rows = rows,
	 .n_rows = 4},
};

static enum status lmo_fit_all(struct model *model, const struct points *points, const struct method *method,
			       struct error *err)
{
	return lmo_fit(model, points, method->slowness_limit, err);
}

const struct model_class model_lmo = {
	.name = "lmo",
	.about = "T(m) = C_i + L_ij + C_j + m (t_i + 1/beta_ij + t_j)",
	.reference = "O'Flynn, thesis, University College Dublin, 2009",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.fair = true,
	.symmetric = true,
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit_all = lmo_fit_all,
	.links = lmo_links,
	.check = lmo_check,
	.cost = lmo_cost,
	.cost_nonblocking = lmo_nonblocking,
	.convert = lmo_convert,
};
