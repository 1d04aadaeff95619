#include "api/messages.h"

#include "api/digest.h"
#include "sample/collective.h"
#include "measuring/options.h"

#include <stdlib.h>
#include <string.h>

enum { STRIDE_MOST = 4096, COUNT_MOST = 1000000 };

static const struct {
	enum p2p_pattern pattern;
	enum p2p_path path;
} operations[] = {[SONDE_ROUNDTRIP] = {P2P_ROUNDTRIP, P2P_FULL},  [SONDE_ONEWAY] = {P2P_ROUNDTRIP, P2P_FULL},
		  [SONDE_ACKNOWLEDGED] = {P2P_ONEWAY, P2P_FULL},  [SONDE_HEAD_TO_HEAD] = {P2P_HEAD_TO_HEAD, P2P_FULL},
		  [SONDE_SEND_CALL] = {P2P_ROUNDTRIP, P2P_SEND},  [SONDE_RECEIVE_CALL] = {P2P_ROUNDTRIP, P2P_RECEIVE},
		  [SONDE_ONE_TO_TWO] = {P2P_ONE_TO_TWO, P2P_FULL}};

static const enum mpi_operation calls[] = {
	[SONDE_SEND] = OPERATION_SEND,         [SONDE_SSEND] = OPERATION_SSEND,
	[SONDE_ISEND] = OPERATION_ISEND,       [SONDE_PERSISTENT] = OPERATION_PERSISTENT,
	[SONDE_SENDRECV] = OPERATION_SENDRECV, [SONDE_PUT_FENCE] = OPERATION_PUT_FENCE,
	[SONDE_PUT_LOCK] = OPERATION_PUT_LOCK, [SONDE_GET_FENCE] = OPERATION_GET_FENCE,
	[SONDE_GET_LOCK] = OPERATION_GET_LOCK};

static const enum layout_kind layouts[] = {[SONDE_CONTIGUOUS] = LAYOUT_CONTIGUOUS,
					   [SONDE_VECTOR] = LAYOUT_VECTOR,
					   [SONDE_INDEXED] = LAYOUT_INDEXED,
					   [SONDE_SUBARRAY] = LAYOUT_SUBARRAY};

enum status messages_check_name(const char *name, bool complete, const char *needs, struct error *err)
{
	if (complete && name && name[0] && strlen(name) < SETUP_NAME_MOST && !collective_find(name))
		return OK;
	return error_set(err, ERR_INPUT, "%s, and a name of 1 to %d characters that is none of MPI's own", needs,
			 SETUP_NAME_MOST - 1);
}

static bool is_among(int value, size_t n)
{
	return value >= 0 && (size_t)value < n;
}

static enum status check_layout(const struct sonde_layout *layout, struct error *err)
{
	if (!is_among((int)layout->kind, sizeof(layouts) / sizeof(layouts[0])))
		return error_set(err, ERR_INPUT,
				 "there is no layout %d: SONDE_CONTIGUOUS, SONDE_VECTOR, SONDE_INDEXED or "
				 "SONDE_SUBARRAY",
				 (int)layout->kind);
	if (layout->kind == SONDE_CONTIGUOUS && (layout->block > 0 || layout->stride > 0))
		return error_set(err, ERR_INPUT, "contiguous data have no blocks: block and stride are 0");
	if (layout->kind != SONDE_CONTIGUOUS && (layout->block == 0 || layout->stride > STRIDE_MOST))
		return error_set(err, ERR_INPUT,
				 "blocks of %zu bytes, each %zu blocks after the one before: at least 1 byte and at "
				 "most %d blocks",
				 layout->block, layout->stride, STRIDE_MOST);
	return OK;
}

static enum status check(const struct sonde_measurement *what, bool all, struct error *err)
{
	if (!is_among((int)what->operation, sizeof(operations) / sizeof(operations[0])))
		return error_set(err, ERR_INPUT,
				 "there is no operation %d: SONDE_ROUNDTRIP, SONDE_ONEWAY, SONDE_ACKNOWLEDGED, "
				 "SONDE_HEAD_TO_HEAD, SONDE_SEND_CALL, SONDE_RECEIVE_CALL or SONDE_ONE_TO_TWO",
				 (int)what->operation);
	if (!is_among((int)what->calls, sizeof(calls) / sizeof(calls[0])))
		return error_set(err, ERR_INPUT, "there are no calls %d: SONDE_SEND to SONDE_GET_LOCK",
				 (int)what->calls);
	if (what->count > COUNT_MOST || (what->count > 1 && what->operation != SONDE_ACKNOWLEDGED))
		return error_set(err, ERR_INPUT,
				 "%zu messages in a row: at most %d, and they go with SONDE_ACKNOWLEDGED", what->count,
				 COUNT_MOST);
	if (what->operation == SONDE_ONE_TO_TWO && !all)
		return error_set(err, ERR_INPUT,
				 "a one-to-two has three processes: sonde_measure_triplets measures it");
	if (what->operation == SONDE_ONE_TO_TWO && what->partners && what->parallel)
		return error_set(err, ERR_INPUT,
				 "parallel: all triplets are measured in rounds, not those of partners");
	if (all && what->partners && what->operation != SONDE_ONE_TO_TWO && what->operation != SONDE_ROUNDTRIP &&
	    what->operation != SONDE_ONEWAY)
		return error_set(err, ERR_INPUT, "a bisection is measured by SONDE_ROUNDTRIP or SONDE_ONEWAY");
	if (what->exchange &&
	    messages_check_name(what->exchange->name, what->exchange->measure && what->exchange->mirror,
				"an exchange of one's own needs functions measure and mirror", err) != OK)
		return ERR_INPUT;
	if (what->exchange &&
	    (what->operation != SONDE_ROUNDTRIP || what->calls != SONDE_SEND || what->partners || what->cold_sender ||
	     what->cold_receiver || what->sender.kind != SONDE_CONTIGUOUS || what->receiver.kind != SONDE_CONTIGUOUS))
		return error_set(
			err, ERR_INPUT,
			"the exchange \"%s\": it goes with SONDE_ROUNDTRIP and SONDE_SEND, without layouts, cold "
			"data and partners",
			what->exchange->name);
	if (operation_has_window(calls[what->calls]) && (what->parallel || (all && what->partners)))
		return error_set(err, ERR_INPUT,
				 "MPI libraries mix up the windows of several pairs at the same time: puts and gets go "
				 "with pairs one after the other");
	if (what->busy && (what->parallel || what->partners))
		return error_set(err, ERR_INPUT,
				 "busy: beside pairs that are measured at the same time others send messages "
				 "themselves");
	return OK;
}

static struct layout layout_of(const struct sonde_layout *layout)
{
	size_t stride = layout->kind != SONDE_CONTIGUOUS && layout->stride == 0 ? 2 : layout->stride;

	return (struct layout){layouts[layout->kind], layout->block, stride};
}

enum status messages_layouts(const struct sonde_layout *sender, const struct sonde_layout *receiver,
			     struct layout ends[2], struct error *err)
{
	TRY(check_layout(sender, err));
	TRY(check_layout(receiver, err));
	ends[0] = layout_of(sender);
	ends[1] = layout_of(receiver);
	return OK;
}

static struct p2p_request request_of(const struct sonde_measurement *what, bool all)
{
	bool triplets = what->operation == SONDE_ONE_TO_TWO;

	return (struct p2p_request){
		.pattern = all && what->partners && !triplets ? P2P_BISECTION : operations[what->operation].pattern,
		.path = operations[what->operation].path,
		.operation = calls[what->calls],
		.count = what->count > 0 ? what->count : 1,
		.cold = {what->cold_sender != 0, what->cold_receiver != 0},
		.pair = {all ? PAIR_ALL : what->from, all ? PAIR_ALL : what->to},
		.exchange = what->exchange ? what->exchange->name : NULL,
		.partners = what->partners,
		.triplets = what->partners ? what->partners : "all",
		.busy = what->busy != 0,
		.parallel = what->parallel != 0,
	};
}

/* Puts results of pairs in the order of sonde_pair, results of triplets in the order of sonde_triplet. */
static enum status set_places(struct messages *m, int processes, struct error *err)
{
	const struct pair_list *lists = m->points.pairs;
	size_t n = 0;

	m->places = calloc(lists[0].n + lists[1].n + 1, sizeof(*m->places));
	if (!m->places)
		return error_memory(err, "the points to measure");
	for (const struct pair_list *list = lists; list < lists + m->points.n; list++)
		for (size_t i = 0; i < list->n; i++) {
			int from = list->pairs[i][0], to = list->pairs[i][1];

			m->places[n++] = list->third ? sonde_triplet(processes, from, to, list->third[i])
						     : sonde_pair(processes, from, to);
		}
	return OK;
}

enum status messages_make(const struct sonde *context, const struct sonde_measurement *what, bool all,
			  struct messages *m, struct error *err)
{
	int processes = context_processes(context);
	struct p2p_request request;
	enum status status = check(what, all, err);

	if (status == OK && !all)
		status = context_check_pair(context, what->from, what->to, err);
	if (status != OK)
		return status;
	request = request_of(what, all);
	TRY(messages_layouts(&what->sender, &what->receiver, request.layout, err));
	status = p2p_points_make(&request, 1, (size_t)processes, &m->points, err);
	return status == OK && all && !what->partners ? set_places(m, processes, err) : status;
}

void messages_release(struct messages *m)
{
	p2p_points_release(&m->points);
	free(m->places);
	m->places = NULL;
}

struct explore_family messages_family(const struct messages *m, size_t i)
{
	return m->points.families[i];
}

double messages_scale(const struct sonde_measurement *what)
{
	return what->operation == SONDE_ONEWAY ? 0.5 : 1;
}

static unsigned long long digest_layout(unsigned long long digest, const struct sonde_layout *layout)
{
	digest = digest_number(digest, (int)layout->kind);
	digest = digest_number(digest, (long long)layout->block);
	return digest_number(digest, (long long)layout->stride);
}

unsigned long long messages_digest_layouts(unsigned long long digest, const struct sonde_layout *sender,
					   const struct sonde_layout *receiver)
{
	return digest_layout(digest_layout(digest, sender), receiver);
}

unsigned long long messages_digest(const struct sonde_measurement *what, bool all)
{
	unsigned long long digest = digest_number(DIGEST, (int)what->operation);
	const long long numbers[] = {all ? -1 : what->from,    all ? what->parallel != 0 : what->to,
				     (int)what->calls,         what->cold_sender != 0,
				     what->cold_receiver != 0, (long long)what->count,
				     what->busy != 0};

	digest = digest_bytes(digest, numbers, sizeof(numbers));
	digest = messages_digest_layouts(digest, &what->sender, &what->receiver);
	digest = digest_text(digest, what->exchange ? what->exchange->name : NULL);
	return digest_text(digest, all ? what->partners : NULL);
}
