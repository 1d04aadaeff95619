#define _GNU_SOURCE /* SCHED_RESET_ON_FORK is Linux' own */
#include "lab/share.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* us: a period short against what is measured, long against a tick; one for shares of which that would be less than the
 * kernel gives out at least. */
enum { PERIOD = 20000, PERIOD_LONG = 100000, QUOTA_LEAST = 1000 };

/* Where groups that limit the CPU can be made: v2's own place, v2 beside v1, v1. */
static const struct control_place {
	const char *folder, *controllers; /* of v2: the file that must name "cpu"; NULL for v1 */
} places[] = {{"/sys/fs/cgroup", "/sys/fs/cgroup/cgroup.controllers"},
	      {"/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified/cgroup.controllers"},
	      {"/sys/fs/cgroup/cpu", NULL}};

static enum status put(const char *folder, const char *file, const char *text, struct error *err)
{
	char path[2 * LAB_PATH_MOST];
	FILE *to;
	int failed;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	to = fopen(path, "w");
	failed = !to || fputs(text, to) == EOF;
	if (to && fclose(to) != 0)
		failed = 1;
	return failed ? error_set(err, ERR_PLATFORM, "a node's share of the CPU: %s cannot be written: %s", path,
				  strerror(errno))
		      : OK;
}

static bool names_cpu(const char *path)
{
	char word[64];
	bool found = false;
	FILE *file = fopen(path, "r");

	while (file && !found && fscanf(file, "%63s", word) == 1)
		found = strcmp(word, "cpu") == 0;
	if (file)
		fclose(file);
	return found;
}

static const struct control_place *place_find(void)
{
	char path[LAB_PATH_MOST];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", places[i].folder);
		if (places[i].controllers ? names_cpu(places[i].controllers) : access(path, F_OK) == 0)
			return &places[i];
	}
	return NULL;
}

static void path_of(const struct control_place *place, const struct lab *lab, size_t i, char *path)
{
	snprintf(path, LAB_PATH_MOST, "%s/sonde-%s-%s-%zu", place->folder, lab->name, lab->tag, i);
}

bool share_wanted(const struct lab *lab)
{
	for (size_t i = 0; i < lab->shape.nodes; i++)
		if (lab->shape.cpu[i] > 0)
			return true;
	return false;
}

struct share_quota share_quota(double share)
{
	int period = share * PERIOD < QUOTA_LEAST ? PERIOD_LONG : PERIOD;

	return (struct share_quota){.quota = (int)lround(share * period), .period = period};
}

static enum status limit(const struct control_place *place, const char *path, double share, struct error *err)
{
	const struct share_quota part = share_quota(share);
	char text[64];
	enum status status;

	if (place->controllers) {
		put(place->folder, "cgroup.subtree_control", "+cpu",
		    NULL); /* mostly done already; if it is not allowed, cpu.max is not there */
		snprintf(text, sizeof(text), "%d %d", part.quota, part.period);
		return put(path, "cpu.max", text, err);
	}
	snprintf(text, sizeof(text), "%d", part.period);
	status = put(path, "cpu.cfs_period_us", text, err);
	snprintf(text, sizeof(text), "%d", part.quota);
	return status == OK ? put(path, "cpu.cfs_quota_us", text, err) : status;
}

enum status share_make(struct lab *lab, size_t i, struct error *err)
{
	const struct control_place *place = place_find();
	char path[LAB_PATH_MOST];

	if (!place)
		return error_set(err, ERR_PLATFORM,
				 "shares of the CPU need control groups with the cpu controller (cgroup v2's cpu.max): "
				 "this machine has none under /sys/fs/cgroup; leave out --cpu and --cpu-share");
	path_of(place, lab, i, path);
	TRY(lab_note(lab, "cgroup", path, err));
	if (mkdir(path, 0755) != 0)
		return error_set(err, ERR_PLATFORM, "a node's share of the CPU: the group %s cannot be made: %s", path,
				 strerror(errno));
	return lab->shape.cpu[i - 1] > 0 ? limit(place, path, lab->shape.cpu[i - 1], err) : OK;
}

static bool is_realtime(void)
{
	int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;

	return policy == SCHED_FIFO || policy == SCHED_RR;
}

enum status share_join(const struct lab *lab, size_t i, struct error *err)
{
	const struct control_place *place = place_find();
	char path[LAB_PATH_MOST], process[32];

	if (!place)
		return error_set(err, ERR_PLATFORM, "the control groups of the lab are gone");
	path_of(place, lab, i, path);
	snprintf(process, sizeof(process), "%ld", (long)getpid());
	if (!is_realtime())
		return put(path, "cgroup.procs", process, err);
	if (put(path, "cgroup.procs", process, NULL) == OK)
		return OK;
	return errno == EINVAL
		       ? error_set(err, ERR_PLATFORM,
				   "this machine's control groups give no share of the CPU to processes that go before "
				   "others: leave out --realtime")
		       : error_set(err, ERR_PLATFORM, "a node's share of the CPU: %s cannot be joined: %s", path,
				   strerror(errno));
}

enum status share_remove(const char *path, struct error *err)
{
	const struct timespec pause = {.tv_nsec = 20000000};

	for (int i = 0; i < 50; i++) {
		if (rmdir(path) == 0 || errno == ENOENT)
			return OK;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return error_set(err, ERR_PLATFORM, "the control group %s cannot be removed: %s", path, strerror(errno));
}
