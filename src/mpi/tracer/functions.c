#define _GNU_SOURCE
#include "mpi/tracer/functions.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct tracer_mpi tracer_next, tracer_own;

static pthread_once_t resolved = PTHREAD_ONCE_INIT;
static void *late; /* the library of MPI, if it was loaded for one object alone, as interpreters do */

/* Opens the first object that was loaded and has MPI_Init, but for this library. */
static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	Dl_info own, found;
	if (!info->dlpi_name || !*info->dlpi_name || !dladdr(data, &own))
		return 0;
	void *handle = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
	void *symbol = handle ? dlsym(handle, "PMPI_Init") : NULL;
	if (symbol && dladdr(symbol, &found) && strcmp(own.dli_fname, info->dlpi_name) != 0 &&
	    strcmp(found.dli_fname, info->dlpi_name) == 0) {
		late = handle;
		return 1;
	}
	if (handle)
		dlclose(handle);
	return 0;
}

void *tracer_find(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	return found || !late ? found : dlsym(late, name);
}

void *tracer_find_variable(const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);
	return found ? found : tracer_find(name);
}

static void resolve(void)
{
	if (!dlsym(RTLD_NEXT, "MPI_Init"))
		dl_iterate_phdr(look_at, (void *)tracer_function_names);
	for (size_t i = 0; i < TRACER_MPI_FUNCTIONS; i++) {
		char name[128] = "P";
		snprintf(name + 1, sizeof(name) - 1, "%s", tracer_function_names[i]);
		void *next = tracer_find(name + 1);
		void *own = tracer_find(name);
		memcpy((char *)&tracer_next + i * sizeof(next), &next, sizeof(next));
		memcpy((char *)&tracer_own + i * sizeof(own), &own, sizeof(own));
	}
	tracer_find_variables();
}

void tracer_resolve(void)
{
	pthread_once(&resolved, resolve);
}

const struct tracer_mpi *tracer_real(void)
{
	tracer_resolve();
	return &tracer_next;
}
