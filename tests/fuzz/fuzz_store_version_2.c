/* Stores of version 2, of which sentences and a command line are read: the input is SQL, which changes version-2.sonde
 * before it is opened. */

#include "fuzz.h"

#include <stdlib.h>

#include "fuzz_store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void *sample;
	static size_t sample_size;
	char *sql = fuzz_text(data, size);

	if (!sample) {
		sample = fuzz_store_read(FUZZ_FOLDER "/version-2.sonde", &sample_size);
		fuzz_store_sound(sample, sample_size);
	}
	fuzz_store_file(sample, sample_size);
	fuzz_store_change(sql);
	fuzz_store(true);
	fuzz_store_remove();
	free(sql);
	return 0;
}
