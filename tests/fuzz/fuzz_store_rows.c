/* Stores with rows that sonde has not written: the input is SQL, which changes a sound store before it is read. */

#include "fuzz.h"

#include <stdlib.h>

#include "fuzz_store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void *sample;
	static size_t sample_size;
	char *sql = fuzz_text(data, size);

	if (!sample) {
		sample = fuzz_store_sample(&sample_size);
		fuzz_store_sound(sample, sample_size);
	}
	fuzz_store_file(sample, sample_size);
	fuzz_store_change(sql);
	fuzz_store(true);
	fuzz_store_remove();
	free(sql);
	return 0;
}
