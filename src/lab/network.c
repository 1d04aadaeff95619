#include "lab/network.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lab/take.h"
#include "lab/inside.h"
#include "lab/share.h"
#include "lab/tool.h"
#include "lab/wire.h"
#include "lab/wire_run.h"

/* Bytes: a packet with its header; and what waits at a node, whose own queue is deep. */
enum { PACKET = 1514, QUEUE_OF_NODE = 1 << 20 };

/*
 * s: by how much the kernel's timers may be late without rate being lost. What a bucket holds beyond a packet passes
 * without delay after a pause, which it would not on a link: of 16 KiB, as is usual, a message of 16 KiB shows nothing
 * of the rate if it is alone, and all of it if others were before it.
 */
static const double late = 40e-6;

/* How much quicker than the link is what hands frames to a wire. */
static const double ahead = 1.2;

enum status lab_check_root(struct error *err)
{
	return geteuid() == 0 ? OK
			      : error_set(err, ERR_PLATFORM,
					  "the lab makes network namespaces, for which it must be run by root");
}

static bool is_there(const char *namespace)
{
	char path[LAB_PATH_MOST + 16];

	snprintf(path, sizeof(path), "%s/%s", NAMESPACES, namespace);
	return access(path, F_OK) == 0;
}

static enum status make_namespace(struct lab *lab, size_t i, struct error *err)
{
	char name[LAB_PATH_MOST];

	if (is_there(lab_namespace(lab, i, name)))
		return error_set(err, ERR_PLATFORM,
				 "the network namespace %s is there already, and not this lab's: it is left alone",
				 name);
	TRY(lab_note(lab, "netns", name, err));
	return tool_runf(err, "ip netns add %s", name);
}

static enum status make_switch(struct lab *lab, struct error *err)
{
	char name[LAB_PATH_MOST];
	enum status status = make_namespace(lab, 0, err);

	if (lab->shape.links == LAB_WIRES)
		return status;
	lab_namespace(lab, 0, name);
	if (status == OK)
		status = tool_runf(err, "ip -n %s link add br0 type bridge", name);
	return status == OK ? tool_runf(err, "ip -n %s link set br0 up", name) : status;
}

/* One end of a link, which passes on what leaves there at the given rate; what finds limit bytes waiting is dropped. */
static enum status shape_end(const char *namespace, const char *device, double rate, size_t limit, struct error *err)
{
	double burst = PACKET + late * rate / 8;
	enum status status =
		tool_runf(err, "ip netns exec %s ethtool -K %s tso off gso off gro off", namespace, device);

	return status == OK ? tool_runf(err, "tc -n %s qdisc add dev %s root tbf rate %.0fbit burst %.0f limit %zu",
					namespace, device, rate, burst, limit)
			    : status;
}

static enum status raise_card(const char *node, size_t i, struct error *err)
{
	char address[32];

	TRY(tool_runf(err, "ip -n %s addr add %s/24 dev eth0", node, lab_address(i, address)));
	TRY(tool_runf(err, "ip -n %s link set lo up", node));
	return tool_runf(err, "ip -n %s link set eth0 up", node);
}

/*
 * A card whose frames lab/wire carries. The bucket before it is quicker than the link and never empty: what the link
 * has not taken yet waits where the node's TCP sees it.
 */
static enum status plug(const struct lab *lab, const char *node, size_t i, struct error *err)
{
	unsigned char a[6];
	enum status status = tool_runf(err, "ip -n %s tuntap add dev eth0 mode tap", node);

	wire_address(i - 1, a);
	if (status == OK)
		status = tool_runf(err, "ip -n %s link set eth0 address %02x:%02x:%02x:%02x:%02x:%02x", node, a[0],
				   a[1], a[2], a[3], a[4], a[5]);
	if (status == OK)
		status = raise_card(node, i, err);
	return status == OK ? shape_end(node, "eth0", ahead * lab->shape.rate[i - 1], QUEUE_OF_NODE, err) : status;
}

static enum status join(const char *node, const char *switch_name, size_t i, struct error *err)
{
	enum status status =
		tool_runf(err, "ip -n %s link add eth0 type veth peer name port%zu netns %s", node, i, switch_name);

	if (status == OK)
		status = raise_card(node, i, err);
	return status == OK ? tool_runf(err, "ip -n %s link set port%zu master br0 up", switch_name, i) : status;
}

static enum status shape_link(const struct lab *lab, const char *node, size_t i, struct error *err)
{
	char switch_name[LAB_PATH_MOST], port[32];
	double rate = lab->shape.rate[i - 1];
	enum status status = join(node, lab_namespace(lab, 0, switch_name), i, err);

	snprintf(port, sizeof(port), "port%zu", i);
	if (status == OK)
		status = shape_end(node, "eth0", rate, QUEUE_OF_NODE, err);
	return status == OK ? shape_end(switch_name, port, rate, lab->shape.buffer, err) : status;
}

/* The congestion control of node i's connections to other nodes, where it is not the machine's own: by their route, as
 * the kernel lets namespaces set few by themselves. */
static enum status set_tcp(const struct lab *lab, const char *node, size_t i, struct error *err)
{
	char own[LAB_TCP_MOST + 1], address[32];

	lab_tcp_own(own);
	if (strcmp(own, lab->shape.tcp) == 0)
		return OK;
	return tool_runf(
		err, "ip -n %s route replace " LAB_NETWORK_MASK " dev eth0 proto kernel scope link src %s congctl %s",
		node, lab_address(i, address), lab->shape.tcp);
}

static enum status make_node(struct lab *lab, size_t i, struct error *err)
{
	char name[LAB_PATH_MOST];
	enum status status = make_namespace(lab, i, err);

	lab_namespace(lab, i, name);
	if (status == OK)
		status = (lab->shape.links == LAB_WIRES ? plug : shape_link)(lab, name, i, err);
	if (status == OK)
		status = set_tcp(lab, name, i, err);
	return status == OK && share_wanted(lab) ? share_make(lab, i, err) : status;
}

enum status lab_make(struct lab *lab, const char *program, struct error *err)
{
	enum status status = lab_check_root(err);

	if (status == OK)
		status = tool_check(err);
	if (status == OK)
		status = make_switch(lab, err);
	for (size_t i = 1; status == OK && i <= lab->shape.nodes; i++)
		status = make_node(lab, i, err);
	return status == OK && lab->shape.links == LAB_WIRES ? wire_start(lab, program, err) : status;
}

static enum status remove_thing(const struct lab_thing *thing, struct error *err)
{
	if (strcmp(thing->kind, "cgroup") == 0)
		return share_remove(thing->name, err);
	return is_there(thing->name) ? tool_runf(err, "ip netns del %s", thing->name) : OK;
}

/* Tries thrice: what a program is refused now may be granted at once afterwards. */
static enum status remove_patiently(const struct lab_thing *thing, struct error *err)
{
	const struct timespec pause = {.tv_nsec = 100000000};
	enum status status = remove_thing(thing, err);

	for (int i = 1; status != OK && i < 3; i++) {
		nanosleep(&pause, NULL);
		status = remove_thing(thing, err);
	}
	return status;
}

enum status lab_unmake(struct lab *lab, struct error *err)
{
	bool gone = false;
	enum status status = lab_check_root(err);

	if (status == OK && lab->hold < 0)
		status = lab_hold(lab, &gone, err);
	if (status != OK || gone)
		return status;
	status = lab_ending(lab, err);
	if (status == OK && inside_end(lab) > 0)
		error_set(err, status = ERR_PLATFORM, "lab %s: processes inside it do not end", lab->name);
	if (status != OK)
		return status;
	for (size_t i = lab->n; i-- > 0;)
		if (remove_patiently(&lab->things[i], status == OK ? err : NULL) != OK)
			status = ERR_PLATFORM;
	return status == OK ? lab_forget(lab, err) : status;
}

double lab_processes(const struct lab *lab)
{
	return geteuid() == 0 ? (double)(inside_signal(lab, 0) - inside_switch(lab)) : NAN;
}

enum status lab_check_links(const struct lab *lab, struct error *err)
{
	if (lab->shape.links == LAB_BUCKETS || geteuid() != 0 || inside_switch(lab) > 0)
		return OK;
	return error_set(err, ERR_PLATFORM,
			 "lab %s: the process that carries what its nodes send is gone: take the lab down, and make it "
			 "again",
			 lab->name);
}
