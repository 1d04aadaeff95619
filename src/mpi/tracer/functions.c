#define _GNU_SOURCE
#include "mpi/tracer/functions.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static struct {
	pthread_mutex_t lock;
	bool resolved;
	unsigned long long looked; /* objects that had been loaded when nothing was found */
	void *late;                /* the library of MPI, if it was loaded for one object alone, as interpreters do */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The files of the objects that are loaded, in their order. None is opened meanwhile: the loader's lock is held. */
struct objects {
	size_t n, room;
	char **names;
};

static int note_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct objects *objects = data;
	(void)size;
	if (!info->dlpi_name || !*info->dlpi_name)
		return 0;
	char **names = memory_grow(objects->names, &objects->room, objects->n + 1, sizeof(*names));
	if (!names)
		return 1;
	objects->names = names;
	objects->names[objects->n] = strdup(info->dlpi_name);
	objects->n += objects->names[objects->n] != NULL;
	return 0;
}

static int note_additions(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	*(unsigned long long *)data = info->dlpi_adds;
	return 1;
}

/* How many objects have been loaded so far. */
static unsigned long long additions(void)
{
	unsigned long long n = 0;
	dl_iterate_phdr(note_additions, &n);
	return n;
}

/* A symbol that an object itself has, if it is not this library. */
static void *find_in(void *handle, const char *file, const char *name)
{
	Dl_info own, found;
	void *symbol = dlsym(handle, name);
	if (!symbol || !dladdr(&state, &own) || !dladdr(symbol, &found) || own.dli_fbase == found.dli_fbase)
		return NULL;
	return strcmp(found.dli_fname, file) == 0 ? symbol : NULL;
}

/* The first object that has the symbol; it stays open. *handle: of that object. */
static void *find_anywhere(const char *name, void **handle)
{
	struct objects objects = {0};
	void *symbol = NULL;
	dl_iterate_phdr(note_object, &objects);
	for (size_t i = 0; i < objects.n; i++) {
		void *opened = symbol ? NULL : dlopen(objects.names[i], RTLD_LAZY | RTLD_NOLOAD);
		symbol = opened ? find_in(opened, objects.names[i], name) : symbol;
		if (opened && symbol)
			*handle = opened;
		else if (opened)
			dlclose(opened);
		free(objects.names[i]);
	}
	free(objects.names);
	return symbol;
}

void *tracer_find(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	return found || !state.late ? found : dlsym(state.late, name);
}

void *tracer_find_anywhere(const char *name)
{
	void *handle;
	void *found = tracer_find(name);
	return found ? found : find_anywhere(name, &handle);
}

void *tracer_find_variable(const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);
	return found ? found : tracer_find(name);
}

void *tracer_find_first(const char *name)
{
	void *handle;
	return find_anywhere(name, &handle);
}

bool tracer_is_late(void)
{
	return state.late != NULL;
}

void tracer_missing(const char *name)
{
	fprintf(stderr, "sonde: symbol lookup error: undefined symbol: %s: no library of the program has it\n", name);
	_exit(127); /* as the loader does */
}

static bool find_library(void)
{
	const unsigned long long n = additions();
	if (dlsym(RTLD_NEXT, "PMPI_Init"))
		return true;
	if (n != state.looked && find_anywhere("PMPI_Init", &state.late))
		return true;
	state.looked = n;
	return false;
}

static void resolve(void)
{
	for (size_t i = 0; i < TRACER_MPI_FUNCTIONS; i++) {
		char name[128] = "P";
		snprintf(name + 1, sizeof(name) - 1, "%s", tracer_function_names[i]);
		void *next = tracer_find(name + 1);
		void *own = tracer_find(name);
		if (next)
			memcpy((char *)&tracer_next + i * sizeof(next), &next, sizeof(next));
		if (own)
			memcpy((char *)&tracer_own + i * sizeof(own), &own, sizeof(own));
	}
	tracer_find_variables();
}

bool tracer_resolve(void)
{
	if (__atomic_load_n(&state.resolved, __ATOMIC_ACQUIRE))
		return true;
	pthread_mutex_lock(&state.lock);
	if (!state.resolved && find_library()) {
		resolve();
		__atomic_store_n(&state.resolved, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&state.lock);
	return state.resolved;
}

const struct tracer_mpi *tracer_real(void)
{
	tracer_resolve();
	return &tracer_next;
}
