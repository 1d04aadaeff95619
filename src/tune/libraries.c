#include "tune/libraries.h"

#include <string.h>

const char *const tune_library_words[] = {"openmpi", "mpich", "openmpi:4", "openmpi:5", "openmpi:6", "sonde", NULL};
const struct tune_library *const tune_libraries[] = {&tune_openmpi,   &tune_mpich,     &tune_openmpi,
						     &tune_openmpi_5, &tune_openmpi_6, &tune_sonde};

const struct tune_library *tune_library_of(const char *version)
{
	const struct tune_library *found = NULL;

	for (size_t i = 0; tune_library_words[i]; i++)
		if (version && strstr(version, tune_libraries[i]->word))
			found = tune_libraries[i]; /* of two whose words it has the one that says more */
	return found;
}
