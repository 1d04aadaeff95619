#include "simulate/fair_network.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Ends that differ by less are one, in nanoseconds and relative to the time: differences of sums of the same times. */
#define TOGETHER 1e-6
#define TOGETHER_RELATIVE 1e-14

bool fair_network_init(struct fair_network *network, int processes, double both_ways)
{
	*network = (struct fair_network){
		.port = calloc(2 * (size_t)processes + 1, sizeof(*network->port)),
		.n_ports = 2 * (size_t)processes,
		.port_capacity = 2 * (size_t)processes + 1,
		.n_ends = 2 * (uint32_t)processes,
		.n_flows = 1,
		.due = INFINITY,
		.both_ways = both_ways,
	};
	return network->port;
}

void fair_network_release(struct fair_network *network)
{
	struct fair_list *lists[] = {&network->free,    &network->heap,      &network->changed, &network->begun,
				     &network->reached, &network->concerned, &network->levels,  &network->ended};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		free(lists[i]->at);
	lookup_release(&network->links);
	free(network->flows);
	free(network->port);
}

/* Sets *link to the place of the link of a stream among ports, 0 for none: whether memory sufficed. */
static bool find_link(struct fair_network *network, uint64_t stream, uint32_t *link)
{
	struct fair_port *grown;
	uint64_t place = 0;

	if (stream > 0 && !lookup_get(&network->links, stream, &place)) {
		place = network->n_ports;
		grown = memory_grow(network->port, &network->port_capacity, network->n_ports + 1, sizeof(*grown));
		if (!grown)
			return false;
		network->port = grown;
		grown[network->n_ports++] = (struct fair_port){.flows = 0};
		if (!lookup_put(&network->links, stream, place))
			return false;
	}
	*link = (uint32_t)place;
	return true;
}

/* What is needed for a rate of 1; of what needs nothing, 0 is left. */
static struct fair_flow flow_of(const struct fair_message *message, uint32_t link)
{
	double size = message->out > 0 || message->in > 0 || message->link > 0 ? message->size : 0;

	return (struct fair_flow){
		.left = size,
		.need = {size > 0 ? message->out / size : 0, size > 0 ? message->in / size : 0,
			 size > 0 ? message->link / size : 0},
		.port = {2 * (uint32_t)message->from, 2 * (uint32_t)message->to + 1, link},
		.in_order = message->in_order,
		.item = message->item,
		.piece = size * message->piece,
		.latency = message->latency,
		.stage = message->piece > 0 ? STAGE_COMES : STAGE_FLOWS,
	};
}

/* Flow f begins. */
static bool enter(struct fair_network *network, double now, uint32_t f)
{
	struct fair_flow *flow = &network->flows[f];

	if (!(flow->need[SENDER] > 0 || flow->need[RECEIVER] > 0 || flow->need[LINK] > 0))
		flow->left = 0;
	flow->updated = flow->since = now;
	flow->end = flow->left > 0 ? INFINITY : now;
	flow->used = true;
	if (!fair_list_add(&network->heap, f) || !fair_list_add(&network->begun, f))
		return false;
	flow->place = (uint32_t)(network->heap.n - 1);
	network->changes++;
	for (int end = 0; end < ENDS; end++) {
		if (!(flow->need[end] > 0))
			continue;
		fair_link_in(network, f, end);
		if (!fair_note_change(network, now, flow->port[end]))
			return false;
	}
	fair_sift_up(network, f);
	return true;
}

/* Lets flow f pass its link: it begins, or waits behind those before it. */
static bool enter_link(struct fair_network *network, double now, uint32_t f)
{
	struct fair_flow *flow = &network->flows[f];
	uint32_t *last = &network->port[flow->port[LINK]].last, before = *last;

	if (!flow->in_order)
		return enter(network, now, f);
	*last = f;
	flow->behind = 0;
	if (!before)
		return enter(network, now, f);
	network->flows[before].behind = f;
	return true;
}

/* Takes flow f from its link: the next one begins. */
static bool leave_link(struct fair_network *network, double now, uint32_t f)
{
	const struct fair_flow *flow = &network->flows[f];
	uint32_t *last = &network->port[flow->port[LINK]].last;

	if (!flow->in_order)
		return true;
	if (*last == f)
		*last = 0;
	return !flow->behind || enter(network, now, flow->behind);
}

/* Flow f passes so much time, at no port. */
static bool pass(struct fair_network *network, double now, uint32_t f, double time)
{
	struct fair_flow *flow = &network->flows[f];

	flow->updated = flow->since = now;
	flow->rate = 0;
	flow->end = now + time;
	flow->used = true;
	if (!fair_list_add(&network->heap, f))
		return false;
	flow->place = (uint32_t)(network->heap.n - 1);
	fair_sift_up(network, f);
	return true;
}

/* A piece of message f of that size, 0 without memory. */
static uint32_t piece_of(struct fair_network *network, uint32_t f, double size, enum fair_stage stage)
{
	uint32_t piece = fair_take(network);

	if (!piece)
		return 0;
	network->flows[piece] = network->flows[f];
	network->flows[piece].whole = f;
	network->flows[piece].left = size;
	network->flows[piece].need[stage == STAGE_LEAVES ? RECEIVER : SENDER] = 0;
	if (stage == STAGE_LEAVES)
		network->flows[piece].need[LINK] = 0;
	network->flows[piece].stage = (uint8_t)stage;
	network->flows[f].parts++;
	return piece;
}

/* It is the turn of message f: its next piece leaves from now on. */
static bool take_turn(struct fair_network *network, double now, uint32_t f)
{
	const double rounding = 1e-9;
	struct fair_flow *message = &network->flows[f];
	double size = message->left <= (1 + rounding) * message->piece ? message->left : message->piece,
	       latency = message->latency;
	uint32_t leaves, front;

	message->left -= size;
	leaves = piece_of(network, f, size, STAGE_LEAVES);
	front = leaves ? piece_of(network, f, size, STAGE_FRONT) : 0;
	return front && enter(network, now, leaves) && pass(network, now, front, latency);
}

/* Message f goes behind those that wait for their turn, or has it. */
static bool queue_up(struct fair_network *network, double now, uint32_t f)
{
	uint32_t *last = &network->port[network->flows[f].port[SENDER]].last, before = *last;

	*last = f;
	network->flows[f].behind = 0;
	if (!before)
		return take_turn(network, now, f);
	network->flows[before].behind = f;
	return true;
}

bool fair_network_begin(struct fair_network *network, double now, const struct fair_message *message)
{
	uint32_t f = fair_take(network), link;

	if (!f || !find_link(network, message->stream, &link))
		return false;
	network->flows[f] = flow_of(message, link);
	network->flows[f].number = network->number++;
	if (!(message->piece > 0))
		return enter_link(network, now, f);
	return message->before > 0 ? pass(network, now, f, message->before) : queue_up(network, now, f);
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (x[0] > y[0]) - (x[0] < y[0]);
}

/* Puts the items of the flows that are in ended into the order in which these began, and gives the flows back. */
static bool order_ended(struct fair_network *network)
{
	struct fair_list *ended = &network->ended;
	uint64_t(*order)[2] = malloc((ended->n + 1) * sizeof(*order));
	bool fine = order;

	for (size_t i = 0; fine && i < ended->n; i++) {
		order[i][0] = network->flows[ended->at[i]].number;
		order[i][1] = network->flows[ended->at[i]].item;
		fine = fair_list_add(&network->free, ended->at[i]);
	}
	if (fine)
		qsort(order, ended->n, sizeof(*order), by_number);
	for (size_t i = 0; fine && i < ended->n; i++)
		ended->at[i] = (uint32_t)order[i][1];
	free(order);
	return fine;
}

/* A piece of message f has left: it is the next one's turn, and f's again after those that wait. */
static bool give_turn(struct fair_network *network, double now, uint32_t f)
{
	const struct fair_flow *message = &network->flows[f];
	uint32_t next = message->behind, *last = &network->port[message->port[SENDER]].last;

	if (*last == f)
		*last = 0;
	if (next && !take_turn(network, now, next))
		return false;
	return !(network->flows[f].left > 0) || queue_up(network, now, f);
}

/* A part of a message is over. The message has ended if all are. */
static bool end_part(struct fair_network *network, uint32_t part)
{
	uint32_t f = network->flows[part].whole;

	if (!fair_list_add(&network->free, part))
		return false;
	return --network->flows[f].parts > 0 || network->flows[f].left > 0 || fair_list_add(&network->ended, f);
}

/* The front of a piece has come to the port in: it flows there behind the piece before it, with which it has one share.
 */
static bool come_in(struct fair_network *network, double now, uint32_t front)
{
	struct fair_flow *piece = &network->flows[front], *message = &network->flows[piece->whole],
			 *before = message->enters ? &network->flows[message->enters] : NULL;

	if (!before) {
		message->enters = front;
		piece->stage = STAGE_ENTERS;
		return enter_link(network, now, front);
	}
	before->left += piece->left;
	if (before->rate > 0) {
		before->end += piece->left / before->rate;
		fair_sift(network, message->enters);
	}
	return end_part(network, front);
}

/* What comes after the stage of flow f that has ended. */
static bool go_on(struct fair_network *network, double now, uint32_t f)
{
	struct fair_flow *flow = &network->flows[f];
	uint32_t whole = flow->whole;

	switch ((enum fair_stage)flow->stage) {
	case STAGE_FLOWS:
		return fair_list_add(&network->ended, f) && leave_link(network, now, f);
	case STAGE_COMES:
		return queue_up(network, now, f);
	case STAGE_LEAVES:
		flow->stage = STAGE_FOLLOWS;
		return pass(network, now, f, flow->latency) && give_turn(network, now, whole);
	case STAGE_FRONT:
		return come_in(network, now, f);
	case STAGE_ENTERS:
		network->flows[whole].enters = 0;
		return leave_link(network, now, f) && end_part(network, f);
	default:
		return end_part(network, f);
	}
}

/* The stage of flow f has ended. */
static bool leave(struct fair_network *network, double now, uint32_t f)
{
	fair_heap_remove(network, f);
	network->flows[f].used = false;
	if (fair_is_at_ports(&network->flows[f])) {
		network->changes++;
		network->life = now - network->flows[f].since;
	}
	for (int end = 0; end < ENDS && fair_is_at_ports(&network->flows[f]); end++) {
		if (!(network->flows[f].need[end] > 0))
			continue;
		fair_unlink_from(network, &network->flows[f], end);
		if (!fair_note_change(network, now, network->flows[f].port[end]))
			return false;
	}
	return go_on(network, now, f);
}

bool fair_network_end(struct fair_network *network, double now)
{
	double limit = now + TOGETHER + TOGETHER_RELATIVE * now;

	network->ended.n = 0;
	while (network->heap.n > 0 && network->flows[network->heap.at[0]].end <= limit)
		if (!leave(network, now, network->heap.at[0]))
			return false;
	return network->ended.n == 0 || order_ended(network);
}

double fair_network_next(const struct fair_network *network)
{
	return network->heap.n > 0 ? fmin(network->flows[network->heap.at[0]].end, network->due) : INFINITY;
}
