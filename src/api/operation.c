#include "api/operation.h"

#include "api/digest.h"
#include "api/messages.h"
#include "api/request.h"
#include "sample/collective.h"

#include <stdio.h>
#include <string.h>

static enum status check_name(const struct sonde_collective_measurement *what, struct error *err)
{
	const struct sonde_collective *own = what->own;

	if (own && messages_check_name(own->name, own->execute, "an operation of one's own needs a function execute",
				       err) != OK)
		return ERR_INPUT;
	if (what->timer && !what->timer->measure)
		return error_set(err, ERR_INPUT, "a timer needs a function measure");
	if (!own && (!what->name || !collective_find(what->name)))
		return error_set(err, ERR_INPUT, "there is no collective operation \"%s\"",
				 what->name ? what->name : "(none)");
	return OK;
}

static enum status check_algorithm(const struct sonde_collective_measurement *what, struct error *err)
{
	bool arranged = what->segment > 0 || what->fanout != 0 || what->order || what->group;

	if (what->algorithm && what->own)
		return error_set(err, ERR_INPUT, "the algorithm \"%s\" does not go with an operation of one's own",
				 what->algorithm);
	if (!what->algorithm && arranged)
		return error_set(err, ERR_INPUT, "segment, fanout, order and group go with an algorithm: it is NULL");
	return OK;
}

static const char *name_of(const struct sonde_collective_measurement *what)
{
	return what->own ? what->own->name : what->name;
}

/* Of an operation of the application's own nobody knows whether its receivers get all from the root. */
static enum status check_acknowledged(const struct sonde_collective_measurement *what, struct error *err)
{
	struct setup setup = {.timing =
				      what->timing == SONDE_TIMING_ACKNOWLEDGED ? TIMING_ACKNOWLEDGED : TIMING_GLOBAL};

	snprintf(setup.collective, sizeof(setup.collective), "%s", name_of(what));
	return setup_timing_check(&setup, 1, err);
}

static enum status check(const struct sonde *context, const struct sonde_collective_measurement *what,
			 struct error *err)
{
	if (check_name(what, err) != OK || check_algorithm(what, err) != OK)
		return ERR_INPUT;
	if (what->timer)
		return context_check_process(context, what->root, err);
	if (what->timing != SONDE_GLOBAL && what->timing != SONDE_ROOT && what->timing != SONDE_MAX &&
	    what->timing != SONDE_TIMING_ACKNOWLEDGED)
		return error_set(
			err, ERR_INPUT,
			"there is no timing %d: SONDE_GLOBAL, SONDE_ROOT, SONDE_MAX or SONDE_TIMING_ACKNOWLEDGED",
			(int)what->timing);
	if (check_acknowledged(what, err) != OK)
		return ERR_INPUT;
	return context_check_process(context, what->root, err);
}

static unsigned long long digest_list(unsigned long long digest, const int *list, int processes)
{
	return list ? digest_bytes(digest, list, (size_t)processes * sizeof(*list)) : digest_number(digest, -1);
}

unsigned long long operation_digest(const struct sonde_collective_measurement *what, int processes)
{
	unsigned long long digest = digest_text(DIGEST, name_of(what));

	digest = digest_text(digest, what->algorithm);
	digest = digest_number(digest, (long long)what->segment);
	digest = digest_number(digest, what->fanout);
	digest = digest_list(digest, what->order, processes);
	digest = digest_list(digest, what->group, processes);
	digest = messages_digest_layouts(digest, &what->sender, &what->receiver);
	digest = digest_number(digest, what->timer ? -1 : (int)what->timing);
	return digest_number(digest, what->root);
}

/* The experiment by an algorithm of sonde's own; it is checked that it can be. */
static enum status check_size(struct collective_request *request, size_t bytes, struct error *err)
{
	struct experiment what;
	struct algorithm_use use;

	TRY(collective_request_use(request, request->algorithm, bytes, &use, err));
	return collective_request_experiment(request, request->algorithm, bytes, &what, err);
}

enum status operation_make(const struct sonde *context, const struct sonde_collective_measurement *what,
			   const size_t *bytes, size_t n, struct asked_operation *operation, struct error *err)
{
	const struct request_numbers numbers = {.operation = what->name,
						.algorithm = what->algorithm,
						.processes = context_processes(context),
						.root = what->root,
						.fanout = what->fanout,
						.segment = what->segment,
						.order = what->order,
						.group = what->group};
	enum status status = check(context, what, err);

	operation->what = what;
	if (status == OK)
		status = messages_layouts(&what->sender, &what->receiver, operation->layout, err);
	if (status == OK && what->algorithm)
		status = request_make(&operation->request, &numbers, err);
	for (size_t i = 0; status == OK && what->algorithm && i < n; i++)
		status = check_size(&operation->request, bytes[i], err);
	return status;
}

void operation_release(struct asked_operation *operation)
{
	collective_request_release(&operation->request);
}

/* As explore_family.at; context: a struct asked_operation, which was seen to fit a setup. */
static struct experiment operation_at(const void *context, size_t bytes, size_t curve)
{
	static const enum collective_timing timings[] = {[SONDE_GLOBAL] = TIMING_GLOBAL,
							 [SONDE_ROOT] = TIMING_ROOT,
							 [SONDE_MAX] = TIMING_MAX,
							 [SONDE_TIMING_ACKNOWLEDGED] = TIMING_ACKNOWLEDGED};
	const struct asked_operation *operation = context;
	const struct sonde_collective_measurement *what = operation->what;
	struct experiment point = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};

	(void)curve;
	if (what->algorithm)
		collective_request_experiment(&operation->request, operation->request.algorithm, bytes, &point, NULL);
	point.from = point.to = what->root;
	point.setup.timing = what->timer ? TIMING_ROOT : timings[what->timing];
	memcpy(point.setup.layout, operation->layout, sizeof(operation->layout));
	snprintf(point.setup.collective, sizeof(point.setup.collective), "%s", name_of(what));
	return point;
}

struct explore_family operation_family(const struct asked_operation *operation)
{
	return (struct explore_family){operation_at, operation, 1, 1};
}

void operation_supply(struct sonde *context, const struct sonde_collective_measurement *collective,
		      const struct sonde_measurement *messages)
{
	const struct sonde_collective *own = collective ? collective->own : NULL;
	const struct sonde_exchange *exchange = messages ? messages->exchange : NULL;
	struct user_operation user = {.execute = NULL};

	if (own) {
		user = (struct user_operation){.initialise = own->initialise,
					       .execute = own->execute,
					       .finalise = own->finalise,
					       .state = own->state};
		snprintf(user.name, sizeof(user.name), "%s", own->name);
	} else if (exchange) {
		user = (struct user_operation){
			.measure = exchange->measure, .mirror = exchange->mirror, .state = exchange->state};
		snprintf(user.name, sizeof(user.name), "%s", exchange->name);
	}
	if (collective && collective->timer) {
		user.time = collective->timer->measure;
		user.time_state = collective->timer->state;
	}
	embed_set_operation(&context->embedded, &user);
}
