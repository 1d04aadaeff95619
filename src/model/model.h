#ifndef SONDE_MODEL_MODEL_H
#define SONDE_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/cost.h"
#include "model/facts.h"
#include "sample/points.h"
#include "stats/curve.h"

/* All functions are Local. */

/* Scalars are held as a curve with one knot at 0 bytes. */
enum param_shape { PARAM_SCALAR, PARAM_PER_SIZE };

/* What a parameter belongs to. */
enum param_scope {
	SCOPE_LINK,    /* what lies between two processes */
	SCOPE_PROCESS, /* a process */
	SCOPE_PLATFORM /* all of them together */
};
/* A parameter as the class describes it. Reading, writing, printing and storing follow from this. */
struct param_spec {
	const char *name; /* "L", "o_s", "g" */
	const char *unit; /* "s", "s/B", "B", "" for plain numbers */
	enum param_shape shape;
	enum param_scope scope;
	bool optional;    /* may be missing from a model */
	bool refined;     /* optional, but messages are predicted by it: sizes are added where it bends */
	bool of_process;  /* an overhead: time of a process, not of what lies between two: the sender */
	bool of_receiver; /* with of_process: the receiver's */
	bool holds_ends;  /* per size: beyond its sizes the value of the nearest one, as of what is bounded; else the
			     line goes on above the last */
	bool decided; /* which of several ways a platform goes: found by comparing before the fit, which needs it, and
			 the same in all draws */
	bool above_switch;         /* of messages above the switch to rendezvous, S */
	int code_least, code_most; /* the numbers that stand for these ways; both 0: it is no such number */
	const char *added_to;   /* the scalar that it is an addition to in all predictions, so that its precision counts
				   as a part of the sum; NULL: none */
	const char *moves_with; /* the scalar that its values contain: what is added to that is added to them; NULL:
				   none */
	const char *about;      /* one line */
	const char *negative;   /* why it may be negative, beyond noise; NULL: as any other */
};

/*
 * What parameters are kept for: a direction between two processes; from = to: a process, for parameters of
 * SCOPE_PROCESS; from = to = LINK_ANY: every pair and every process that has no parameters of its own, and the
 * platform, for parameters of any scope.
 */
#define LINK_ANY (-1)
struct link {
	int from, to;
};

/* A parameter's value: absent if curve.n is 0. low and high hold curve.n bounds of the confidence interval, or are NULL
 * where it is not known. */
struct parameter {
	struct curve curve;
	double *low, *high;
};

struct model_class;
struct message_layout;
struct paths;

/* A state of the machine in which a model's parameters were found: what the sentinel, an empty round trip, takes in it,
 * and the part of the time that the machine was in it. */
struct machine_state {
	char name[24]; /* "quick", "slow" */
	double level;  /* s */
	double share;
	struct model *model; /* the parameters in it; NULL: in the main state those of the model that has the state,
				else they could not be told; owned */
};

/* A model with its parameters: parameter p of link l is at parameters[l * class->n_params + p]. */
struct model {
	const struct model_class *class;
	size_t processes;
	char **hosts; /* processes names, or NULL */
	struct link *links;
	size_t n_links;
	size_t *order; /* the links' indices, ascending by from and to */
	struct parameter *parameters;
	size_t *classes;   /* of processes that are alike: processes numbers from 0, or NULL. A link or process without
			      parameters of its own then has those between the first members of its classes */
	int (*members)[2]; /* the first two members of each class, the second LINK_ANY if there is none */
	size_t n_classes;
	struct facts facts; /* provenance */
	struct machine_state
		*states; /* n_states, from the quickest; none: one state, or nothing is known of it. See states.h */
	size_t n_states, main_state;
};

/* Which sizes a row of a design wants. */
enum design_sizes {
	SIZES_ZERO, /* 0 bytes */
	SIZES_LONG, /* the long message, M */
	SIZES_ALL   /* every size of the size plan */
};

/* How the sizes of a design come about. */
enum size_plan {
	PLAN_FIXED,  /* no SIZES_ALL */
	PLAN_REFINE, /* powers of two, grown and refined where a per-size parameter bends (Kielmann, Bal, Verstoep 2000,
			section 3) */
	PLAN_REGRESSION, /* sizes added until the line through the earlier ones predicts the new one */
	PLAN_TRIPLETS    /* no SIZES_ALL; between all pairs and all triplets of processes */
};

/* A row: an experiment that an estimation method needs. */
struct design_row {
	enum experiment_kind kind;
	enum design_sizes sizes;
	bool reply_same; /* the answer has the size of the message; else it is empty */
	bool saturate;   /* trains: double the count until the gap settles */
	bool stream;     /* with saturate: only until the time per message settles, see probe_stream_group */
	bool layouts;    /* sizes above 0 in noncontiguous layouts too: at either end and at both (paths.h) */
	bool back; /* from the other process, so that no other model is fitted to it; only where messages are short,
		      and if estimate_options.back says so */
	bool if_untimed; /* only at sizes where the round trip is timed in a loop, so that its send call is not timed by
			    itself */
};

/* A way to estimate a model: its experiments. */
struct method {
	const char *name; /* "fast", "saturation", "two-point", "regression" */
	const char *about;
	enum size_plan plan;
	const size_t *default_sizes; /* PLAN_REFINE: n_default_sizes sizes to measure if the user names none; NULL: they
				grow and are refined */
	size_t n_default_sizes;
	size_t adaptive_most; /* PLAN_REFINE: how many sizes at most, if the user does not say; 0: 100 */
	const char *grows;    /* PLAN_REFINE: the parameter that must have become linear in the size before sizes stop
				 growing; else NULL */
	const struct design_row *rows;
	size_t n_rows;
	double slowness_limit; /* PLAN_TRIPLETS: of each process only those triplets count, and are measured, whose
			  slower partner is at most so many times as slow as that of its quickest triplet; 0: all */
	bool behaviour; /* nonblocking messages are measured too, and then how the platform treats several of them:
			   protocol.h */
};

/*
 * A model. To add one: a file here with the class at its foot and a line in registry.c; nothing else. name, about,
 * reference, params, methods, fit or fit_all, and cost are required.
 */
struct model_class {
	const char *name;
	const char *about;
	const char *reference;
	const struct param_spec *params;
	size_t n_params;
	bool fair; /* simulated, a port shares its time among the messages under way unless something else is asked for
		    */
	bool handshakes; /* what its messages cost tells how a rendezvous goes on: its parameters S, S_i, T_m and S_cp
			    are decided before the fit (handshakes.h) */
	bool symmetric;  /* a link's parameters hold in both directions: it is kept once, from the lower process to the
			    higher */
	const struct method *methods; /* the first is the default */
	size_t n_methods;

	/*
	 * Sets the parameters of the link at index l of the model from the points measured for from -> to by the
	 * method.
	 *
	 * - No interval is set: model_fit in fit.h finds the intervals by fitting draws.
	 * - ERR_INPUT names the experiment that is missing.
	 */
	enum status (*fit)(struct model *model, size_t l, const struct points *points, struct link measured,
			   const struct method *method, struct error *err);

	/*
	 * Optional, in place of fit: sets the parameters of all links at once, where they follow from the experiments
	 * of more than two processes.
	 *
	 * - Errors: as fit.
	 */
	enum status (*fit_all)(struct model *model, const struct points *points, const struct method *method,
			       struct error *err);

	/*
	 * With fit_all: the links of a model of so many processes.
	 *
	 * - *links: *n of them, allocated; the caller frees them.
	 * - ERR_MEMORY.
	 */
	enum status (*links)(size_t processes, struct link **links, size_t *n, struct error *err);

	/*
	 * Optional: checks that no process or pair is without a parameter, beyond what each link that is there must
	 * have.
	 *
	 * - ERR_INPUT if one is.
	 */
	enum status (*check)(const struct model *model, struct error *err);

	/* What a message of bytes from -> to costs: sets all of *cost. The model is complete (model_check). */
	void (*cost)(const struct model *model, struct link link, size_t bytes, struct cost *cost);

	/* Optional: the same where the message is begun by MPI_Isend to a receiver that has posted MPI_Irecv, as
	 * schedules are executed. */
	void (*cost_nonblocking)(const struct model *model, struct link link, size_t bytes, struct cost *cost);

	/* Optional: the same where the message is sent by MPI_Send, and what a handshake takes is told apart from the
	 * data, unlike in cost. */
	void (*cost_blocking)(const struct model *model, struct link link, size_t bytes, struct cost *cost);

	/*
	 * Optional: sets the parameters of link l of target, a model of another class, from model.
	 *
	 * - model: has the same links, or parameters of processes too.
	 * - ERR_INPUT if there is no such conversion.
	 */
	enum status (*convert)(const struct model *model, size_t l, struct model *target, struct error *err);

	/* Optional, of models that tell sender, receiver and what lies between apart, for every size: as model_paths in
	 * paths.h. */
	enum status (*paths)(const struct model *model, struct link link, size_t bytes,
			     const struct message_layout *layout, struct paths *paths, struct error *err);
};

/* registry.c: NULL-terminated. */
extern const struct model_class *const model_classes[];

/*
 * The class of this name, NULL if there is none.
 *
 * - ERR_INPUT (in err) names those there are, the nearest first.
 */
const struct model_class *model_class_find(const char *name, struct error *err);

/*
 * The method of this name, the default for NULL; NULL if there is none.
 *
 * - ERR_INPUT (in err) names those there are.
 */
const struct method *model_method_find(const struct model_class *class, const char *name, struct error *err);

/*
 * A model without parameters for these links and processes.
 *
 * - links: n_links >= 1, copied.
 * - Ownership: model_free frees it (NULL is allowed).
 * - NULL without memory.
 */
struct model *model_new(const struct model_class *class, size_t processes, const struct link *links, size_t n_links);
void model_free(struct model *model);

/*
 * Names the processes.
 *
 * - hosts: model->processes names, copied; NULL takes the names away.
 * - ERR_MEMORY leaves those that were there.
 */
enum status model_set_hosts(struct model *model, const char *const *hosts, struct error *err);

/*
 * Says which processes are alike.
 *
 * - classes: model->processes numbers of classes from 0, copied, of which none is left out; NULL takes them away.
 * - ERR_INPUT, ERR_MEMORY leave those that were there.
 */
enum status model_set_classes(struct model *model, const size_t *classes, struct error *err);

/* The index of the parameter of this name in class->params, class->n_params if there is none. */
size_t model_param_index(const struct model_class *class, const char *name);

/*
 * Sets a scalar, or a curve over sizes in bytes, of link l.
 *
 * - name: the class's (asserted).
 * - Intervals are dropped.
 * - ERR_INPUT if not finite or the sizes do not ascend; ERR_MEMORY.
 */
enum status model_set(struct model *model, size_t l, const char *name, double value, struct error *err);
enum status model_set_curve(struct model *model, size_t l, const char *name, const double *bytes, const double *values,
			    size_t n, struct error *err);

/*
 * Takes the parameter of this name from link l, if it has it.
 *
 * - name: the class's (asserted).
 */
void model_unset(struct model *model, size_t l, const char *name);

/*
 * The index of the link whose parameters hold for from -> to.
 *
 * - That very link, else LINK_ANY, else the reverse (before LINK_ANY where links are symmetric), else the first.
 */
size_t model_link(const struct model *model, struct link link);

/* The index of this very link, n_links if the model does not have it. */
size_t model_link_index(const struct model *model, struct link link);

/*
 * The index of what holds for parameters of process i (SCOPE_PROCESS), or of the platform; n_links if there is none.
 *
 * - Process: its own, else LINK_ANY.
 * - Platform: LINK_ANY.
 */
size_t model_process(const struct model *model, int process);
size_t model_platform(const struct model *model);

/*
 * Whether the model holds for any number of processes, else for its own.
 *
 * - It does if its link LINK_ANY has every parameter that is required.
 */
bool model_holds_for_any(const struct model *model);

/*
 * Whether parameter p of the class may stand at such a link, and whether link l of the model is incomplete without it.
 */
bool model_may_hold(const struct model_class *class, size_t p, struct link link);
bool model_must_hold(const struct model *model, size_t p, size_t l);

/*
 * Writes how files and tables name a link: "0>1", "0-1" where links are symmetric, "0" for a process, or "any".
 *
 * - text: has room LINK_NAME; it is returned.
 */
#define LINK_NAME 32
const char *model_link_name(const struct model_class *class, struct link link, char *text);

/* The parameter of link l; curve.n == 0 if absent. */
const struct parameter *model_param(const struct model *model, size_t l, const char *name);

/*
 * The value of parameter name of link l at a size.
 *
 * - bytes: ignored for scalars.
 * - NAN if the parameter is absent or l is n_links.
 */
double model_value(const struct model *model, size_t l, const char *name, size_t bytes);

/*
 * As model_value, of parameter number p of the class.
 *
 * - For what is asked of every message: looking for a name takes longer than all the rest.
 */
double model_at(const struct model *model, size_t l, size_t p, size_t bytes);

/*
 * Checks that the model is complete.
 *
 * - ERR_INPUT names the first required parameter that is absent, the first value with a unit beyond MODEL_VALUE_MOST
 *   (sums of such may not be finite), or the first size that is no whole number of bytes; or as the class's check.
 * - Negative times, which noise can bring, are left alone.
 */
#define MODEL_VALUE_MOST 1e100
/* Facts: the number of the run that a model was fitted to; that its processes took turns on too few CPUs; where it was
 * measured. */
#define MODEL_RUN "run_number"
#define MODEL_CROWDED "crowded"
#define MODEL_RESIDUAL "residual"             /* mean error at round trips that it was not fitted to, as a part */
#define MODEL_SPREAD "launch_spread"          /* by how much a time differs between launches, as a part */
#define MODEL_LAUNCHES "launches"             /* how many launches it was fitted to */
#define MODEL_RESIDUAL_STATE "residual_state" /* of which state of the machine, if the model is of another one */
#define MODEL_HOSTS "hosts"                   /* of the two processes that stand for all: "a", or "a and b" */
enum status model_check(const struct model *model, struct error *err);

/*
 * What a message of bytes from -> to costs.
 *
 * - link: LINK_ANY both for the model's own link.
 * - The model is complete.
 */
struct cost model_cost(const struct model *model, struct link link, size_t bytes);

/*
 * As model_cost, for a message sent and received by nonblocking calls; equal to it where the model does not tell them
 * apart.
 */
struct cost model_cost_nonblocking(const struct model *model, struct link link, size_t bytes);

/* The same for a message that MPI_Send sends, where the model tells it from MPI_Isend. */
struct cost model_cost_blocking(const struct model *model, struct link link, size_t bytes);

/* Seconds until a waiting receiver has a message of bytes: the model's T(m). */
double model_p2p(const struct model *model, struct link link, size_t bytes);

/* Seconds of a round trip: bytes from -> to, reply_bytes back. */
double model_roundtrip(const struct model *model, struct link link, size_t bytes, size_t reply_bytes);

/*
 * Adds a line of provenance; a line of that name that is there already gets the new value.
 *
 * - ERR_MEMORY.
 */
enum status model_fact_text(struct model *model, const char *name, const char *text, struct error *err);
enum status model_fact_number(struct model *model, const char *name, double number, struct error *err);

/*
 * Facts that say how the platform treats messages: what an estimation found, or the user wrote.
 *
 * - MODEL_EAGER: bytes of the longest message whose send does not wait for its receiver.
 * - MODEL_PORTS: how a sender's port serves several messages at a time; a receiver's too where MODEL_PORTS_IN does not
 *   say otherwise. Texts.
 * - MODEL_LINK: how messages of one process to another pass the link between the two. Same texts as MODEL_PORTS, or
 *   MODEL_LINK_PORTS: one after the other, and until it is there both ports serve no other message.
 * - MODEL_IN_TURN: bytes of the longest message that leaves a fair port in turn, as what TCP sends before it waits for
 *   an answer does: longer ones share the port.
 * - MODEL_DUPLEX: by how much messages take longer while as many go the other way: 1, full duplex, to 2, half duplex.
 * - MODEL_VARIATION: how much longer than the quickest a long message takes on average while as many go the other way,
 *   as a part of it, 0 to 1. Only with MODEL_CONTROL_BEHIND.
 * - MODEL_PORT_SECONDS: how long an empty message keeps a port busy.
 * - MODEL_CONTROL: how a rendezvous' messages without data go beside the data of their direction between the same two
 *   processes. A text.
 * - MODEL_EAGER_BACK: MODEL_EAGER of messages the other way.
 * - MODEL_ISEND_*, MODEL_WAIT_*, MODEL_RENDEZVOUS_HELD: what nonblocking sends cost, of a short and a long message, and
 *   how long a message above the eager limit keeps its sender, whose receiver waits; in seconds.
 */
#define MODEL_EAGER "eager_bytes"
#define MODEL_EAGER_BACK "eager_bytes_back"
#define MODEL_ISEND_SHORT "isend_short_seconds"
#define MODEL_ISEND_LONG "isend_long_seconds"
#define MODEL_WAIT_SHORT "wait_short_seconds"
#define MODEL_WAIT_LONG "wait_long_seconds"
#define MODEL_RENDEZVOUS_HELD "rendezvous_held_seconds"
#define MODEL_PORTS "ports"
#define MODEL_PORTS_IN "ports_in"
#define MODEL_LINK "link"
#define MODEL_IN_TURN "in_turn_bytes"
#define MODEL_DUPLEX "duplex_factor"
#define MODEL_VARIATION "transfer_variation"
#define MODEL_PORT_SECONDS "port_seconds"
#define MODEL_CONTROL "rendezvous_control"
#define MODEL_CONTROL_BEHIND "behind data"
#define MODEL_CONTROL_APART "apart"
#define MODEL_PORTS_IN_TURN "in turn"
#define MODEL_PORTS_FAIR "fair"
#define MODEL_PORTS_PARALLEL "parallel"
#define MODEL_LINK_PORTS "with ports"

/* What follows the name of such a fact in the name of the text that says what was seen of it. */
#define MODEL_SEEN "_seen"

/* The fact of this name, NULL if there is none. */
const struct fact *model_fact(const struct model *model, const char *name);

/* Whether there is such a fact and it is this text; NULL is none. */
bool model_says(const struct model *model, const char *name, const char *text);

/* MODEL_IN_TURN; 0 where the model does not say it: no message goes in turn. */
uint64_t model_in_turn_most(const struct model *model);

/*
 * A new model of another class from this one: PLogP -> LogGP -> LogP (Kielmann et al. 2000, Table 1) and what else the
 * classes convert.
 *
 * - Intervals are left out; provenance gets "converted from".
 * - Ownership: the caller frees the model.
 * - NULL with ERR_INPUT, naming the conversions there are, if this is not one; NULL with ERR_MEMORY.
 */
struct model *model_convert(const struct model *model, const struct model_class *class, struct error *err);

#endif
