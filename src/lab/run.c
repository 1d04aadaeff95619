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

extern char **environ;

enum { WORDS_MOST = 40, GRACE = 10 };

/* Hosts as the launchers want them: addresses, with ":1" behind each for Open MPI, which else counts the cores of the machine. */
static void write_hosts(char *text, size_t room, size_t processes, const char *behind)
{
	char address[32];
	size_t used = 0;

	for (size_t i = 1; i <= processes && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s%s", i > 1 ? "," : "", lab_address(i, address), behind);
}

/* The launchers' own words: "%a", "%h" and "%n" stand for agent, hosts and number of processes. */
static const char *const openmpi_words[] = {"mpirun.openmpi", "--allow-run-as-root", "-np", "%n", "-H", "%h", "--map-by", "node", "--bind-to", "none",
	"--mca", "plm_rsh_agent", "%a", "--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.77.0.0/24",
	"--mca", "oob_tcp_if_include", "10.77.0.0/24", "--mca", "mpi_yield_when_idle", "1", NULL};
static const char *const mpich_words[] = {"mpirun.mpich", "-n", "%n", "-hosts", "%h", "-ppn", "1", "-iface", "eth0", "-launcher", "ssh", "-launcher-exec", "%a",
	"-genv", "UCX_TLS", "tcp,self", "-genv", "UCX_NET_DEVICES", "eth0", "-genv", "FI_PROVIDER", "tcp", "-genv", "FI_TCP_IFACE", "eth0", NULL};

const char **lab_launch_line(const struct lab *lab, enum lab_mpi mpi, size_t processes, const char *const *argv, bool second)
{
	enum { ROOM = 32 * LAB_NODES_MOST };
	const char *const *words = mpi == LAB_OPENMPI ? openmpi_words : mpich_words;
	size_t n = 0, m = 0;
	const char **line;
	char *texts;

	while (argv[m])
		m++;
	line = malloc((WORDS_MOST + m + 1) * sizeof(*line) + LAB_PATH_MOST + ROOM + 32);
	if (!line)
		return NULL;
	texts = (char *)(line + WORDS_MOST + m + 1);
	lab_path(lab->name, "agent", texts);
	write_hosts(texts + LAB_PATH_MOST, ROOM, processes, mpi == LAB_OPENMPI ? ":1" : "");
	snprintf(texts + LAB_PATH_MOST + ROOM, 32, "%zu", processes);
	for (; words[n]; n++)
		line[n] = strcmp(words[n], "%a") == 0 ? texts : strcmp(words[n], "%h") == 0 ? texts + LAB_PATH_MOST : strcmp(words[n], "%n") == 0 ? texts + LAB_PATH_MOST + ROOM : words[n];
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
		failure = posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | (manner->apart ? POSIX_SPAWN_SETPGROUP : 0) | (manner->realtime ? POSIX_SPAWN_SETSCHEDULER : 0)));
		if (!failure && manner->realtime)
			failure = posix_spawnattr_setschedpolicy(&attributes, SCHED_RR);
		if (!failure && manner->realtime)
			failure = posix_spawnattr_setschedparam(&attributes, &first);
		if (!failure && manner->descriptor >= 0)
			failure = posix_spawn_file_actions_adddup2(&actions, manner->descriptor, STDIN_FILENO);
		if (!failure)
			failure = posix_spawn(process, argv[0], &actions, &attributes, (char *const *)argv, environ);
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

static enum status run_line(const struct lab *lab, const char *program, const char *const *line, bool realtime, int *code, struct error *err)
{
	const struct manner manner = {.descriptor = -1, .realtime = realtime};
	const char **words, *const front[] = {program, "lab", "enter", lab->name, "1"};
	size_t n = 0, m = sizeof(front) / sizeof(front[0]);
	sigset_t signals, before;
	pid_t process = 0;
	int failure;

	while (line[n])
		n++;
	words = malloc((n + m + 1) * sizeof(*words));
	if (!words)
		return error_memory(err, "a command line");
	memcpy(words, front, sizeof(front));
	memcpy(words + m, line, (n + 1) * sizeof(*words));
	signals_of(&signals);
	sigprocmask(SIG_BLOCK, &signals, &before);
	failure = start(words, &manner, &process);
	if (!failure)
		*code = wait_for(process, &signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(words);
	if (failure)
		return error_set(err, ERR_PLATFORM, "%s cannot be started: %s", program, strerror(failure));
	return *code < 0 ? error_set(err, ERR_PLATFORM, "%s: how it ended cannot be had", line[0]) : OK;
}

enum status lab_run(const struct lab *lab, const char *program, const struct lab_launch *launch, const char *const *argv, int *code, struct error *err)
{
	const char **line = lab_launch_line(lab, launch->mpi, launch->processes, argv, launch->second);
	enum status status = line ? run_line(lab, program, line, launch->realtime, code, err) : error_memory(err, "a command line");

	free(line);
	return status;
}

enum status lab_guard_start(struct lab_guard *guard, const char *program, const char *name, struct error *err)
{
	const char *const argv[] = {program, "lab", "guard", name, NULL};
	struct manner manner = {.apart = true};
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
	if (guard->process == 0)
		return;
	close(guard->pipe);
	if (!lab_is_there(name))
		while (waitpid((pid_t)guard->process, NULL, 0) < 0 && errno == EINTR)
			;
	*guard = (struct lab_guard){0, -1};
}
