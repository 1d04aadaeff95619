/*
 * The installed command sonde: starts the build of the command that belongs to the MPI whose launcher started this
 * process, sonde-openmpi or sonde-mpich in the folder of this program. SONDE_MPI in the environment names another.
 * Without a launcher the first build that is installed runs; sonde-none, which has no MPI, where it is the only one.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const builds[] = {"openmpi", "mpich", "none"};
enum { BUILDS = sizeof(builds) / sizeof(builds[0]) };

/* Variables that launchers set for the processes they start. PMIx comes last: Slurm's srun sets it too. */
static const struct {
	const char *name, *build;
} variables[] = {{"OMPI_COMM_WORLD_SIZE", "openmpi"},
		 {"HYDI_CONTROL_FD", "mpich"},
		 {"PMI_RANK", "mpich"},
		 {"PMI_FD", "mpich"},
		 {"PMIX_RANK", "openmpi"},
		 {"PMIX_NAMESPACE", "openmpi"}};

/* Why a build was chosen: the variable that says so, NULL for none. */
struct choice {
	const char *build, *variable;
};

/* The folder of this program into folder, which has PATH_MAX bytes; false if the system does not tell. */
static bool find_folder(char *folder)
{
	ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
	char *slash;

	if (n < 0)
		return false;
	folder[n] = '\0';
	slash = strrchr(folder, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

/* The program of a build into path; false if there is no room for its name. */
static bool name_program(const char *folder, const char *build, char *path, size_t room)
{
	int length = snprintf(path, room, "%s/sonde-%s", folder, build);

	return length > 0 && (size_t)length < room;
}

static bool is_installed(const char *folder, const char *build)
{
	char path[PATH_MAX];

	return name_program(folder, build, path, sizeof(path)) && access(path, X_OK) == 0;
}

/* The first build that is installed, NULL if there is none. */
static const char *first_installed(const char *folder)
{
	for (size_t i = 0; i < BUILDS; i++)
		if (is_installed(folder, builds[i]))
			return builds[i];
	return NULL;
}

static struct choice choose(const char *folder)
{
	const char *wanted = getenv("SONDE_MPI"), *first = first_installed(folder);

	if (wanted && *wanted)
		return (struct choice){wanted, "SONDE_MPI"};
	if (first && strcmp(first, "none") == 0)
		return (struct choice){first, NULL};
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		if (getenv(variables[i].name))
			return (struct choice){variables[i].build, variables[i].name};
	return (struct choice){first, NULL};
}

/* Says which program is missing, why it is wanted, and what is there instead. */
static void tell_missing(const char *folder, const struct choice *choice, int failure)
{
	const char *between = "";

	if (!choice->build) {
		fprintf(stderr, "sonde: there is no sonde-openmpi, sonde-mpich or sonde-none in %s\n", folder);
		return;
	}
	fprintf(stderr, "sonde: %s/sonde-%s cannot be started: %s", folder, choice->build, strerror(failure));
	if (choice->variable)
		fprintf(stderr, ". It is wanted because %s is set in the environment", choice->variable);
	fprintf(stderr, ". Installed there: ");
	for (size_t i = 0; i < BUILDS; i++)
		if (is_installed(folder, builds[i])) {
			fprintf(stderr, "%ssonde-%s", between, builds[i]);
			between = ", ";
		}
	fprintf(stderr, "%s. SONDE_MPI=openmpi or SONDE_MPI=mpich chooses a build\n", *between ? "" : "none");
}

int main(int argc, char **argv)
{
	char folder[PATH_MAX], path[PATH_MAX];
	struct choice choice;
	int failure = ENOENT;

	(void)argc;
	if (!find_folder(folder)) {
		fprintf(stderr, "sonde: the folder of this program cannot be found: %s\n", strerror(errno));
		return EXIT_FAILURE;
	}
	choice = choose(folder);
	if (choice.build && strchr(choice.build, '/')) {
		fprintf(stderr, "sonde: SONDE_MPI is \"%s\": openmpi, mpich or none is wanted\n", choice.build);
		return EXIT_FAILURE;
	}
	if (choice.build && name_program(folder, choice.build, path, sizeof(path))) {
		execv(path, argv);
		failure = errno;
	}
	tell_missing(folder, &choice, failure);
	return EXIT_FAILURE;
}
