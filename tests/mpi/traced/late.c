#include <dlfcn.h>
#include <stdio.h>

void sonde_region_begin(const char *name) __attribute__((weak));

/* A program without MPI, as an interpreter, that loads a module; a region comes before that. Argument: the module,
 * which has a function "run". */
int main(int argc, char **argv)
{
	if (sonde_region_begin)
		sonde_region_begin("before there is MPI");
	void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
	void (*run)(void) = NULL;
	if (module)
		*(void **)&run = dlsym(module, "run");
	if (!run) {
		puts(dlerror());
		return 1;
	}
	run();
	return 0;
}
