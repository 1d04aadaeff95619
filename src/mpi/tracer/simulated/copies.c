#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * SMPI loads a copy of the program for each process, in a way by which the copy finds MPI's functions in SMPI before it
 * finds those of a library that is preloaded (RTLD_DEEPBIND). So what a copy calls is set here, as soon as it is
 * loaded.
 */

static const char anchor; /* has an address in this library */

/* What of an object's dynamic section is needed. */
struct object {
	const ElfW(Sym) * symbols;
	const char *names;
	const ElfW(Rela) * tables[2];
	size_t sizes[2];
};

static struct object read_object(const struct link_map *map)
{
	struct object object = {0};
	for (const ElfW(Dyn) *at = map->l_ld; at->d_tag != DT_NULL; at++) {
		switch (at->d_tag) {
		case DT_SYMTAB:
			object.symbols = (const void *)at->d_un.d_ptr;
			break;
		case DT_STRTAB:
			object.names = (const void *)at->d_un.d_ptr;
			break;
		case DT_RELA:
			object.tables[0] = (const void *)at->d_un.d_ptr;
			break;
		case DT_RELASZ:
			object.sizes[0] = at->d_un.d_val;
			break;
		case DT_JMPREL:
			object.tables[1] = (const void *)at->d_un.d_ptr;
			break;
		case DT_PLTRELSZ:
			object.sizes[1] = at->d_un.d_val;
			break;
		default:
			break;
		}
	}
	return object;
}

static void set_place(void **place, void *function)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	void *begin = (void *)((uintptr_t)place & ~(page - 1));
	if (mprotect(begin, page, PROT_READ | PROT_WRITE) == 0)
		*place = function;
}

static void set_calls(const struct link_map *map)
{
	const struct object object = read_object(map);
	if (!object.symbols || !object.names)
		return;
	for (int t = 0; t < 2; t++) {
		for (size_t i = 0; i < object.sizes[t] / sizeof(**object.tables); i++) {
			const ElfW(Rela) *entry = &object.tables[t][i];
			const ElfW(Sym) *symbol = &object.symbols[entry->r_info >> 32];
			const char *name = object.names + symbol->st_name;
			if (strncmp(name, "MPI_", 4) != 0 || symbol->st_shndx != SHN_UNDEF)
				continue;
			void *function = dlsym(RTLD_DEFAULT, name);
			Dl_info own, found;
			if (function && dladdr(function, &found) && dladdr(&anchor, &own) &&
			    own.dli_fbase == found.dli_fbase)
				set_place((void **)(map->l_addr + entry->r_offset), function);
		}
	}
}

void *dlopen(const char *file, int mode)
{
	static void *(*next)(const char *, int);
	struct link_map *map;
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "dlopen");
	void *handle = next(file, mode);
	if (handle && (mode & RTLD_DEEPBIND) && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0)
		set_calls(map);
	return handle;
}
