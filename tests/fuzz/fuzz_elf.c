/* Programs that are looked at before they are started: any file in place of one. */

#include "fuzz.h"

#include <string.h>

#include "executable/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const symbols[] = {"MPI_Init", "", "main", "ompi_mpi_comm_world"};
	struct fuzz_file file;
	struct elf elf;

	fuzz_file_open(&file, data, size);
	elf_open(&elf, file.path);
	FUZZ_REQUIRE((elf.kind == ELF_DYNAMIC) == (elf.interpreter != NULL), "a loader of kind %d", (int)elf.kind);
	FUZZ_REQUIRE(!elf.interpreter || strlen(elf.interpreter) < size, "a loader's name beyond the file");
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
		FUZZ_REQUIRE(!elf_exports(&elf, symbols[i]) || elf_defines(&elf, symbols[i]),
			     "%s is exported and not defined", symbols[i]);
	elf_close(&elf);
	fuzz_file_close(&file);
	return 0;
}
