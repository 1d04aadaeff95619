/* Stores as files: any bytes in place of an SQLite file. */

#include "fuzz.h"
#include "fuzz_store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_store_file(data, size);
	fuzz_store(false);
	fuzz_store_remove();
	return 0;
}
