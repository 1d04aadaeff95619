#define _GNU_SOURCE /* namespaces are Linux' own */
#include "lab/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lab/share.h"

/* What tells namespaces apart. */
struct identity {
	dev_t device;
	ino_t number;
};

static size_t identities(const struct lab *lab, struct identity *list)
{
	char path[LAB_PATH_MOST + 16];
	struct stat about;
	size_t n = 0;

	for (size_t i = 0; i < lab->n && n <= LAB_NODES_MOST; i++) {
		snprintf(path, sizeof(path), "%s/%s", NAMESPACES, lab->things[i].name);
		if (strcmp(lab->things[i].kind, "netns") == 0 && stat(path, &about) == 0)
			list[n++] = (struct identity){about.st_dev, about.st_ino};
	}
	return n;
}

static bool is_inside(const char *process, const struct identity *list, size_t n)
{
	char path[64];
	struct stat about;

	snprintf(path, sizeof(path), "/proc/%.20s/ns/net", process);
	if (stat(path, &about) != 0)
		return false;
	for (size_t i = 0; i < n; i++)
		if (about.st_dev == list[i].device && about.st_ino == list[i].number)
			return true;
	return false;
}

/* Of the namespaces in the list. */
static size_t signal_in(const struct identity *list, size_t n, int number)
{
	size_t found = 0;
	DIR *folder = n > 0 ? opendir("/proc") : NULL;

	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		long process = strtol(entry->d_name, NULL, 10);

		if (process <= 1 || process == (long)getpid() || !is_inside(entry->d_name, list, n))
			continue;
		found++;
		if (number)
			kill((pid_t)process, number);
	}
	if (folder)
		closedir(folder);
	return found;
}

size_t inside_signal(const struct lab *lab, int number)
{
	struct identity list[LAB_NODES_MOST + 1];

	return signal_in(list, identities(lab, list), number);
}

size_t inside_switch(const struct lab *lab)
{
	struct identity list[LAB_NODES_MOST + 1];

	return identities(lab, list) > 0 ? signal_in(list, 1, 0) : 0; /* the switch is the first that is made */
}

size_t inside_end(const struct lab *lab)
{
	const struct timespec pause = {.tv_nsec = 20000000};
	size_t left = inside_signal(lab, SIGKILL);

	for (int i = 0; left > 0 && i < 250; i++) {
		nanosleep(&pause, NULL);
		left = inside_signal(lab, SIGKILL);
	}
	return left;
}

/* The words behind the name in a process' line of stat(5): state is the first. NULL if there are less than count. */
static const char *word_of_stat(char *line, int count)
{
	char *rest = strrchr(line, ')');

	for (int i = 0; rest && i < count; i++)
		rest = strchr(rest + 1, ' ');
	return rest;
}

/* True if a process' environment is not in place yet, or came there a moment ago: it is in the midst of execve. One
 * that has ended, and one of the kernel's own, has no executable. */
static bool is_becoming(const char *process)
{
	enum { ENVIRONMENT = 48 }; /* where it begins; the next word is where it ends */
	char path[64], target[8], line[2048], *behind;
	unsigned long long begin, end;
	const char *words;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%.20s/exe", process);
	if (readlink(path, target, sizeof(target)) < 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%.20s/stat", process);
	file = fopen(path, "r");
	if (!file)
		return false;
	line[fread(line, 1, sizeof(line) - 1, file)] = '\0';
	fclose(file);
	words = word_of_stat(line, ENVIRONMENT);
	if (!words)
		return false;
	begin = strtoull(words, &behind, 10);
	end = strtoull(behind, NULL, 10);
	return end == 0 || begin < end;
}

enum mark { MARK_OTHER, MARK_OURS, MARK_UNKNOWN };

/* Whether the environment of a process held this word when the process was started; that of one that has ended is
 * empty, and that of one that becomes another program cannot be told yet. */
static enum mark mark_of(const char *process, const char *word)
{
	char path[64], *entry = NULL;
	size_t room = 0, entries = 0;
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%.20s/environ", process);
	file = fopen(path, "r");
	if (!file)
		return MARK_OTHER;
	for (; !found && getdelim(&entry, &room, '\0', file) > 0; entries++)
		found = strcmp(entry, word) == 0;
	free(entry);
	fclose(file);
	if (found)
		return MARK_OURS;
	return entries == 0 && is_becoming(process) ? MARK_UNKNOWN : MARK_OTHER;
}

/* As inside_signal, of all processes with this word in their environment. Those that may have it count too. */
static size_t marked_signal(const char *word, int number)
{
	size_t found = 0;
	DIR *folder = opendir("/proc");

	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		long process = strtol(entry->d_name, NULL, 10);
		enum mark mark = process <= 1 || process == (long)getpid() ? MARK_OTHER : mark_of(entry->d_name, word);

		found += mark != MARK_OTHER;
		if (number && mark == MARK_OURS)
			kill((pid_t)process, number);
	}
	if (folder)
		closedir(folder);
	return found;
}

size_t inside_end_marked(const char *word)
{
	enum { PATIENT = 100, MOST = 350 };
	const struct timespec pause = {.tv_nsec = 20000000};
	size_t left = marked_signal(word, 0);

	for (int i = 0; left > 0 && i < MOST; i++) {
		nanosleep(&pause, NULL);
		left = marked_signal(word, i >= PATIENT ? SIGKILL : 0);
	}
	return left;
}

static enum status refused(const char *what, struct error *err)
{
	return error_set(err, ERR_PLATFORM, "a node of the lab: %s: %s", what, strerror(errno));
}

/* Names: an /etc/hosts that only this process and its children see. */
static enum status take_names(const struct lab *lab, size_t i, struct error *err)
{
	char path[LAB_PATH_MOST], name[32];

	snprintf(name, sizeof(name), "node%zu", i);
	if (unshare(CLONE_NEWNS | CLONE_NEWUTS) != 0)
		return refused("it can have no names of its own", err);
	if (sethostname(name, strlen(name)) != 0)
		return refused("its name cannot be set", err);
	if (mount("none", "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
		return refused("its mounts cannot be parted from the machine's", err);
	if (mount(lab_path(lab->name, "hosts", path), "/etc/hosts", NULL, MS_BIND, NULL) != 0)
		return refused("its /etc/hosts cannot be put in place", err);
	return OK;
}

enum status inside_enter(const struct lab *lab, size_t i, struct error *err)
{
	char path[LAB_PATH_MOST + 16], name[LAB_PATH_MOST];
	int descriptor;
	bool entered;

	if (i < 1 || i > lab->shape.nodes)
		return error_set(err, ERR_INPUT, "lab %s has no node %zu: there are 1 to %zu", lab->name, i,
				 lab->shape.nodes);
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
		return refused("it cannot be ended with its parent", err);
	if (share_wanted(lab) && share_join(lab, i, err) != OK)
		return ERR_PLATFORM;
	snprintf(path, sizeof(path), "%s/%s", NAMESPACES, lab_namespace(lab, i, name));
	descriptor = open(path, O_RDONLY | O_CLOEXEC);
	entered = descriptor >= 0 && setns(descriptor, CLONE_NEWNET) == 0;
	if (!entered)
		refused(path, err);
	if (descriptor >= 0)
		close(descriptor);
	return entered ? take_names(lab, i, err) : ERR_PLATFORM;
}
