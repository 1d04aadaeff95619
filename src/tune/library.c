#include "tune/library.h"

#include "rules/mpich.h"
#include "rules/tuned_write.h"

#include <string.h>

const struct tune_library tune_openmpi = {
	.name = "Open MPI 4.1",
	.word = "Open MPI",
	.rules = "coll/tuned",
	.decision = LIBRARY_OPENMPI_4_1,
	.comment_begin = "# ",
	.comment_end = "",
	.class = tuned_class,
	.write = tuned_write,
};

const struct tune_library tune_mpich = {
	.name = "MPICH 4.0",
	.word = "MPICH",
	.rules = "selection",
	.decision = LIBRARY_MPICH_4_0,
	.comment_begin = "/* ",
	.comment_end = " */",
	.class = mpich_class,
	.write = mpich_write,
};

const char *const tune_library_words[] = {"openmpi", "mpich", NULL};
const struct tune_library *const tune_libraries[] = {&tune_openmpi, &tune_mpich};

const struct tune_library *tune_library_of(const char *version)
{
	for (size_t i = 0; tune_library_words[i]; i++)
		if (version && strstr(version, tune_libraries[i]->word))
			return tune_libraries[i];
	return NULL;
}
