#include "lab/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lab/inside.h"
#include "lab/slowness.h"

extern char **environ;

enum { WORDS_MOST = 40, GRACE = 10, MARK_MOST = 128 };

/* Hosts as the launchers want them: addresses, with ":1" behind each for Open MPI, which else counts the cores of the
 * machine. */
static void write_hosts(char *text, size_t room, size_t processes, const char *behind)
{
	char address[32];
	size_t used = 0;

	for (size_t i = 1; i <= processes && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s%s", i > 1 ? "," : "", lab_address(i, address),
					 behind);
}

/* The launchers' own words: "%a", "%h", "%n" and "%t" stand for agent, hosts, number of processes and the lab's folder
 * for temporary files, in which Open MPI leaves what is killed had there. */
static const char *const openmpi_words[] = {"mpirun.openmpi",
					    "--allow-run-as-root",
					    "-np",
					    "%n",
					    "-H",
					    "%h",
					    "--map-by",
					    "node",
					    "--bind-to",
					    "none",
					    "--mca",
					    "plm_rsh_agent",
					    "%a",
					    "--mca",
					    "pml",
					    "ob1",
					    "--mca",
					    "btl",
					    "tcp,self",
					    "--mca",
					    "btl_tcp_if_include",
					    LAB_NETWORK_MASK,
					    "--mca",
					    "oob_tcp_if_include",
					    LAB_NETWORK_MASK,
					    "--mca",
					    "mpi_yield_when_idle",
					    "1",
					    "--mca",
					    "orte_tmpdir_base",
					    "%t",
					    NULL};
static const char *const mpich_words[] = {"mpirun.mpich",
					  "-n",
					  "%n",
					  "-hosts",
					  "%h",
					  "-ppn",
					  "1",
					  "-iface",
					  "eth0",
					  "-launcher",
					  "ssh",
					  "-launcher-exec",
					  "%a",
					  "-genv",
					  "UCX_TLS",
					  "tcp,self",
					  "-genv",
					  "UCX_NET_DEVICES",
					  "eth0",
					  "-genv",
					  "FI_PROVIDER",
					  "tcp",
					  "-genv",
					  "FI_TCP_IFACE",
					  "eth0",
					  NULL};

/* A word of the launchers with what it stands for. */
static const char *word_for(const char *word, const char *const values[4])
{
	static const char *const marks[] = {"%a", "%h", "%n", "%t"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strcmp(word, marks[i]) == 0)
			return values[i];
	return word;
}

const char **lab_launch_line(const struct lab *lab, enum lab_mpi mpi, size_t processes, const char *const *argv,
			     bool second)
{
	enum { ROOM = 32 * LAB_NODES_MOST };
	const char *const *words = mpi == LAB_OPENMPI ? openmpi_words : mpich_words;
	size_t n = 0, m = 0;
	const char **line;
	char *agent, *temporary, *hosts, *number;

	while (argv[m])
		m++;
	line = malloc((WORDS_MOST + m + 1) * sizeof(*line) + (size_t)2 * LAB_PATH_MOST + ROOM + 32);
	if (!line)
		return NULL;
	agent = (char *)(line + WORDS_MOST + m + 1);
	temporary = agent + LAB_PATH_MOST;
	hosts = temporary + LAB_PATH_MOST;
	number = hosts + ROOM;
	lab_path(lab->name, "agent", agent);
	lab_path(lab->name, "tmp", temporary);
	write_hosts(hosts, ROOM, processes, mpi == LAB_OPENMPI ? ":1" : "");
	snprintf(number, 32, "%zu", processes);
	for (; words[n]; n++)
		line[n] = word_for(words[n], (const char *const[]){agent, hosts, number, temporary});
	if (second)
		line[0] = "mpirun";
	memcpy(line + n, argv, (m + 1) * sizeof(*line));
	return line;
}

/* The signals that end a run, and those that tell of its end. */
static void signals_of(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGCHLD);
}

/* How a program is started. */
struct manner {
	int descriptor; /* its standard input; -1: as here */
	bool apart;     /* in a group of its own */
	bool realtime;  /* before all processes that are not, in turn with those that are */
	char *const *environment;
};

/* Starts a program with no signal blocked. Returns 0 or an error number. */
static int start(const char *const *argv, const struct manner *manner, pid_t *process)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	const struct sched_param first = {.sched_priority = 1};
	sigset_t none;
	int failure = posix_spawn_file_actions_init(&actions);

	if (failure)
		return failure;
	failure = posix_spawnattr_init(&attributes);
	if (!failure) {
		sigemptyset(&none);
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setpgroup(&attributes, 0);
		failure = posix_spawnattr_setflags(
			&attributes, (short)(POSIX_SPAWN_SETSIGMASK | (manner->apart ? POSIX_SPAWN_SETPGROUP : 0) |
					     (manner->realtime ? POSIX_SPAWN_SETSCHEDULER : 0)));
		if (!failure && manner->realtime)
			failure = posix_spawnattr_setschedpolicy(&attributes, SCHED_RR);
		if (!failure && manner->realtime)
			failure = posix_spawnattr_setschedparam(&attributes, &first);
		if (!failure && manner->descriptor >= 0)
			failure = posix_spawn_file_actions_adddup2(&actions, manner->descriptor, STDIN_FILENO);
		if (!failure)
			failure = posix_spawn(process, argv[0], &actions, &attributes, (char *const *)argv,
					      manner->environment);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}

/* Until the process has ended; -1 if how it did cannot be had. A terminal has sent SIGINT to it already. */
static int wait_for(pid_t process, const sigset_t *signals)
{
	const struct timespec second = {.tv_sec = 1};
	int how = 0, asked = 0, waited = 0;
	pid_t ended;

	while ((ended = waitpid(process, &how, WNOHANG)) == 0) {
		siginfo_t info;
		int number = sigtimedwait(signals, &info, &second);

		if (number == SIGINT || number == SIGTERM || number == SIGHUP)
			asked++;
		if (number == SIGTERM || number == SIGHUP || (number == SIGINT && info.si_code <= 0))
			kill(process, SIGTERM);
		waited += asked > 0 && number < 0;
		if (asked > 1 || waited >= GRACE)
			kill(process, SIGKILL);
	}
	if (ended < 0)
		return -1;
	return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

/* A word for the environment of what is started by this process now, and by no other; the launchers hand on what they
 * were started with. Returns mark. */
static char *make_mark(const struct lab *lab, char mark[MARK_MOST])
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(mark, MARK_MOST, "SONDE_LAB_RUN=%s-%s-%ld-%lld.%09ld", lab->name, lab->tag, (long)getpid(),
		 (long long)now.tv_sec, now.tv_nsec);
	return mark;
}

/* This process' environment with the mark in it (allocated, the caller frees it); a mark that this process was started
 * with gives way. NULL if memory does not suffice. */
static char **marked_environment(char *mark)
{
	size_t length = strcspn(mark, "=") + 1, n = 0, used = 0;
	char **list;

	while (environ[n])
		n++;
	list = malloc((n + 2) * sizeof(*list));
	for (size_t i = 0; list && i < n; i++)
		if (strncmp(environ[i], mark, length) != 0)
			list[used++] = environ[i];
	if (list) {
		list[used++] = mark;
		list[used] = NULL;
	}
	return list;
}

/* The words of a line behind those of front, both NULL-terminated (allocated, the caller frees it). NULL if memory does
 * not suffice. */
static const char **line_behind(const char *const *front, const char *const *line)
{
	const char **words;
	size_t n = 0, m = 0;

	while (line[n])
		n++;
	while (front[m])
		m++;
	words = malloc((n + m + 1) * sizeof(*words));
	if (!words)
		return NULL;
	memcpy(words, front, m * sizeof(*words));
	memcpy(words + m, line, (n + 1) * sizeof(*words));
	return words;
}

/* The line as it is run on node 1 (allocated, the caller frees it). NULL if memory does not suffice. */
static const char **line_on_first(const struct lab *lab, const char *program, const char *const *line)
{
	const char *const front[] = {program, "lab", "enter", lab->name, "1", NULL};

	return line_behind(front, line);
}

/* Lets a guard go; waits: until it has done its work. */
static void guard_release(struct lab_guard *guard, bool waits)
{
	if (guard->process == 0)
		return;
	close(guard->pipe);
	if (waits)
		while (waitpid((pid_t)guard->process, NULL, 0) < 0 && errno == EINTR)
			;
	*guard = (struct lab_guard){0, -1};
}

/* Starts the words, and waits for their end and for that of all that they have started. */
static enum status run_words(const struct lab *lab, const char *const *words, const struct manner *manner,
			     const char *mark, int *code, struct error *err)
{
	struct lab_guard guard;
	sigset_t signals, before;
	pid_t process = 0;
	int failure;
	enum status status = lab_guard_start(&guard, words[0], lab->name, mark, err);

	if (status != OK)
		return status;
	signals_of(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
	failure = start(words, manner, &process);
	if (failure)
		status = error_set(err, ERR_PLATFORM, "%s cannot be started: %s", words[0], strerror(failure));
	else if ((*code = wait_for(process, &signals)) < 0)
		status = error_set(err, ERR_PLATFORM, "%s: how it ended cannot be had", words[0]);
	if (inside_end_marked(mark) > 0 && status == OK)
		status = error_set(err, ERR_PLATFORM, "lab %s: processes that this run has started do not end",
				   lab->name);
	sigprocmask(SIG_SETMASK, &before, NULL);
	guard_release(&guard, true);
	return status;
}

enum status lab_run(const struct lab *lab, const char *program, const struct lab_launch *launch,
		    const char *const *argv, int *code, struct error *err)
{
	char mark[MARK_MOST];
	const char *const slow[] = {program, "lab", "slow", lab->name, NULL}, *const none[] = {NULL};
	const char **slowed = line_behind(slowness_wanted(lab) ? slow : none, argv),
		   **line =
			   slowed ? lab_launch_line(lab, launch->mpi, launch->processes, slowed, launch->second) : NULL,
		   **words = line ? line_on_first(lab, program, line) : NULL;
	char **environment = marked_environment(make_mark(lab, mark));
	const struct manner manner = {.descriptor = -1, .realtime = launch->realtime, .environment = environment};
	enum status status = words && environment ? run_words(lab, words, &manner, mark, code, err)
						  : error_memory(err, "a command line");

	free(environment);
	free(words);
	free(line);
	free(slowed);
	return status;
}

enum status lab_guard_start(struct lab_guard *guard, const char *program, const char *name, const char *mark,
			    struct error *err)
{
	const char *const argv[] = {program, "lab", "guard", name, mark, NULL};
	struct manner manner = {.apart = true, .environment = environ};
	int ends[2], failure;
	pid_t process = 0;

	*guard = (struct lab_guard){0, -1};
	if (pipe(ends) != 0)
		return error_set(err, ERR_PLATFORM, "a pipe could not be had: %s", strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	manner.descriptor = ends[0];
	failure = start(argv, &manner, &process);
	close(ends[0]);
	if (failure) {
		close(ends[1]);
		return error_set(err, ERR_PLATFORM, "%s cannot be started: %s", program, strerror(failure));
	}
	*guard = (struct lab_guard){(long)process, ends[1]};
	return OK;
}

void lab_guard_end(struct lab_guard *guard, const char *name)
{
	guard_release(guard, !lab_is_there(name));
}
