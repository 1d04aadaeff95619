#include "executable/executable.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/memory.h"
#include "executable/elf.h"
#include "executable/libraries.h"

const char *const mpi_kind_names[] = {"openmpi", "mpich", NULL};
const char *const mpi_kind_titles[] = {"Open MPI", "MPICH", "SMPI", "another MPI", "no MPI"};

/* The loader then ignores what is to be preloaded (AT_SECURE in getauxval(3)). */
static bool is_secure(const char *file)
{
	struct stat about;

	if (stat(file, &about) != 0)
		return false;
	if ((about.st_mode & S_ISUID && about.st_uid != getuid()) ||
	    (about.st_mode & S_ISGID && about.st_mode & S_IXGRP && about.st_gid != getgid()))
		return true;
	return getuid() != 0 && getxattr(file, "security.capability", NULL, 0) > 0;
}

/* Names of libraries with MPICH's binary interface: libmpi.so.12 and libmpich.so.12 as its ABI initiative says, Cray's
 * libmpi_gnu.so.12 and the like, MPICH's own with any number. */
static bool is_mpich_name(const char *name)
{
	const char *number = strstr(name, ".so.");

	if (strncmp(name, "libmpich", strlen("libmpich")) == 0)
		return true;
	return strncmp(name, "libmpi", strlen("libmpi")) == 0 && number && strtol(number + 4, NULL, 10) == 12;
}

/* What of MPI a library is. Tools that wrap functions of MPI define them, too, under names of their own. */
static enum mpi_kind kind_of_library(const char *name, const char *file)
{
	enum mpi_kind kind = MPI_KIND_NONE;
	struct elf elf;

	elf_open(&elf, file);
	if (elf_exports(&elf, "ompi_mpi_comm_world"))
		kind = MPI_KIND_OPENMPI;
	else if (!elf_exports(&elf, "MPI_Init"))
		kind = MPI_KIND_NONE;
	else if (is_mpich_name(name))
		kind = MPI_KIND_MPICH;
	else if (strncmp(name, "libsimgrid", strlen("libsimgrid")) == 0)
		kind = MPI_KIND_SMPI;
	else if (strncmp(name, "libmpi", strlen("libmpi")) == 0)
		kind = MPI_KIND_OTHER;
	elf_close(&elf);
	return kind;
}

/* The part of a path behind the last slash. */
static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The first library of an MPI that is known; without one, that of another MPI. */
static enum status find_mpi(struct executable *executable, const struct libraries *libraries, struct error *err)
{
	const char *found = NULL;

	for (size_t i = 0; executable->mpi >= MPI_KIND_OTHER && i < libraries->n; i++) {
		enum mpi_kind kind = libraries->files[i]
					     ? kind_of_library(base_of(libraries->names[i]), libraries->files[i])
					     : MPI_KIND_NONE;

		if (kind < executable->mpi) {
			executable->mpi = kind;
			found = libraries->files[i];
		}
	}
	executable->library = memory_text(found);
	return !found || executable->library ? OK : error_memory(err, "the libraries of a program");
}

static enum status read_libraries(struct executable *executable, const struct elf *elf, const char *file,
				  struct error *err)
{
	struct libraries libraries;
	enum status status = libraries_find(elf->interpreter, file, &libraries, err);

	if (status == OK)
		status = find_mpi(executable, &libraries, err);
	if (status == OK && executable->mpi == MPI_KIND_NONE)
		executable->inside = elf_defines(elf, "MPI_Init");
	libraries_release(&libraries);
	return status;
}

enum status executable_read(struct executable *executable, const char *file, struct error *err)
{
	enum status status = OK;
	struct elf elf;

	*executable = (struct executable){.kind = EXECUTABLE_SCRIPT, .mpi = MPI_KIND_NONE};
	elf_open(&elf, file);
	switch (elf.kind) {
	case ELF_NOT:
		break;
	case ELF_FOREIGN:
		executable->kind = EXECUTABLE_FOREIGN;
		executable->bits = elf.bits;
		break;
	case ELF_STATIC:
		executable->kind = EXECUTABLE_STATIC;
		executable->inside = elf_defines(&elf, "MPI_Init");
		break;
	case ELF_DYNAMIC:
		executable->kind = is_secure(file) ? EXECUTABLE_SECURE : EXECUTABLE_DYNAMIC;
		if (executable->kind == EXECUTABLE_DYNAMIC)
			status = read_libraries(executable, &elf, file, err);
		break;
	}
	elf_close(&elf);
	return status;
}

void executable_release(struct executable *executable)
{
	free(executable->library);
	executable->library = NULL;
}
