#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "executable/elf.h"
#include "executable/executable.h"
#include "executable/find.h"
#include "executable/libraries.h"
#include "executable/preload.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SELF "/proc/self/exe" /* for this process alone: a loader that is asked for it would see itself */

/* A file of a folder of this test's own. */
struct place {
	char folder[64], file[96];
};

static void enter(struct place *place)
{
	strcpy(place->folder, "/tmp/test_executable.XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->file, sizeof(place->file), "%s/program", place->folder);
}

static void leave(const struct place *place)
{
	unlink(place->file);
	rmdir(place->folder);
}

static void write_file(const char *path, const void *bytes, size_t n, mode_t mode)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static void a_library_comes_before_what_is_preloaded_already(void **state)
{
	static const struct {
		const char *before, *after;
	} cases[] = {
		{NULL, "/lib/libours-a.so"},
		{"", "/lib/libours-a.so"},
		{"/x/libtool.so", "/lib/libours-a.so:/x/libtool.so"},
		{"libtool.so other.so", "/lib/libours-a.so:libtool.so:other.so"},
		{":libtool.so::", "/lib/libours-a.so:libtool.so"},
		{"/old/libours-b.so:libtool.so:libours-a.so", "/lib/libours-a.so:libtool.so"},
		{"/libours-/tool.so", "/lib/libours-a.so:/libours-/tool.so"},
		{"tool.so:/x/libfirst-b.so:libours-c.so", "/x/libfirst-b.so:/lib/libours-a.so:tool.so"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char *value = preload_put("/lib/libours-a.so", cases[i].before, "libours-", "libfirst-");

		assert_non_null(value);
		assert_string_equal(value, cases[i].after);
		free(value);
	}
}

static void a_program_is_found_as_the_system_does(void **state)
{
	struct place place;
	struct error err = {.status = OK};
	char path[256], *file;

	(void)state;
	enter(&place);
	write_file(place.file, "#!/bin/sh\n", 10, 0755);
	snprintf(path, sizeof(path), "/nonexistent:%s:/bin", place.folder);
	assert_int_equal(executable_find("program", path, &file, &err), OK);
	assert_string_equal(file, place.file);
	free(file);
	assert_int_equal(executable_find(place.file, NULL, &file, &err), OK);
	assert_string_equal(file, place.file);
	free(file);
	assert_int_equal(executable_find("sh", NULL, &file, &err), OK);
	assert_string_equal(file, "/bin/sh");
	free(file);
	assert_int_equal(executable_find("program", "/bin:/usr/bin", &file, &err), ERR_INPUT);
	assert_null(file);
	assert_non_null(strstr(err.text, "not in PATH"));
	leave(&place);
}

static void what_is_no_program_is_refused_with_the_reason(void **state)
{
	struct place place;
	char *file;
	struct error err = {.status = OK};

	(void)state;
	enter(&place);
	assert_int_equal(executable_find(place.file, NULL, &file, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "No such file"));
	err.status = OK;
	assert_int_equal(executable_find(place.folder, NULL, &file, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "it is a folder"));
	err.status = OK;
	write_file(place.file, "text", 4, 0644);
	assert_int_equal(executable_find("program", place.folder, &file, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "not allowed to be executed"));
	err.status = OK;
	assert_int_equal(executable_find("", NULL, &file, &err), ERR_INPUT);
	leave(&place);
}

static void this_program_is_dynamic_and_its_loader_lists_its_libraries(void **state)
{
	struct executable executable;
	struct libraries libraries;
	struct elf elf;
	bool has_c = false, has_cmocka = false;
	char self[4096] = "";

	(void)state;
	assert_true(readlink(SELF, self, sizeof(self) - 1) > 0);
	elf_open(&elf, self);
	assert_int_equal(elf.kind, ELF_DYNAMIC);
	assert_true(elf_defines(&elf, "main"));
	assert_false(elf_defines(&elf, "MPI_Init"));
	assert_false(elf_defines(&elf, "no_such_symbol"));
	assert_int_equal(libraries_find(elf.interpreter, self, &libraries, NULL), OK);
	for (size_t i = 0; i < libraries.n; i++) {
		has_c = has_c || (strncmp(libraries.names[i], "libc.", 5) == 0 && libraries.files[i]);
		has_cmocka = has_cmocka || (strncmp(libraries.names[i], "libcmocka.", 10) == 0 && libraries.files[i]);
	}
	assert_true(has_c && has_cmocka);
	libraries_release(&libraries);
	elf_close(&elf);
	assert_int_equal(executable_read(&executable, self, NULL), OK);
	assert_int_equal(executable.kind, EXECUTABLE_DYNAMIC);
	assert_int_equal(executable.mpi, MPI_KIND_NONE);
	assert_null(executable.library);
	assert_false(executable.inside);
	executable_release(&executable);
}

static void a_text_is_a_script_and_so_is_what_cannot_be_read(void **state)
{
	static const char *const texts[] = {"#!/bin/sh\nexec true\n", "", "\177ELF", "echo\n"};
	struct executable executable;
	struct place place;

	(void)state;
	enter(&place);
	for (size_t i = 0; i < COUNT(texts); i++) {
		write_file(place.file, texts[i], strlen(texts[i]), 0755);
		assert_int_equal(executable_read(&executable, place.file, NULL), OK);
		assert_int_equal(executable.kind, EXECUTABLE_SCRIPT);
		assert_int_equal(executable.mpi, MPI_KIND_NONE);
		executable_release(&executable);
	}
	assert_int_equal(executable_read(&executable, "/nonexistent", NULL), OK);
	assert_int_equal(executable.kind, EXECUTABLE_SCRIPT);
	executable_release(&executable);
	leave(&place);
}

/* The first bytes of this program; the caller frees them. */
static unsigned char *read_self(size_t *n)
{
	enum { MOST = 1 << 16 };
	unsigned char *bytes = malloc(MOST);
	FILE *file = fopen(SELF, "r");

	assert_non_null(bytes);
	assert_non_null(file);
	*n = fread(bytes, 1, MOST, file);
	fclose(file);
	return bytes;
}

/* In the header of an ELF file: the class, the machine; in whole, at 64 bits. */
enum { CLASS_AT = 4, MACHINE_AT = 18, HEADER = 64 };

static void a_program_for_another_machine_is_told_apart(void **state)
{
	struct executable executable;
	struct place place;
	size_t n;
	unsigned char *bytes = read_self(&n);

	(void)state;
	enter(&place);
	bytes[MACHINE_AT] ^= 0x55;
	write_file(place.file, bytes, n, 0755);
	assert_int_equal(executable_read(&executable, place.file, NULL), OK);
	assert_int_equal(executable.kind, EXECUTABLE_FOREIGN);
	executable_release(&executable);
	bytes[MACHINE_AT] ^= 0x55;
	bytes[CLASS_AT] ^= 3;
	write_file(place.file, bytes, n, 0755);
	assert_int_equal(executable_read(&executable, place.file, NULL), OK);
	assert_int_equal(executable.kind, EXECUTABLE_FOREIGN);
	executable_release(&executable);
	leave(&place);
	free(bytes);
}

/* What is found is of no matter: that nothing outside the file is read, the sanitizers say. */
static void a_damaged_program_does_no_harm(void **state)
{
	struct place place;
	struct elf elf;
	size_t n;
	unsigned char *bytes = read_self(&n);

	(void)state;
	enter(&place);
	for (size_t length = 1; length < n; length += length / 3 + 1) {
		write_file(place.file, bytes, length, 0755);
		elf_open(&elf, place.file);
		assert_false(elf_defines(&elf, "MPI_Init"));
		elf_close(&elf);
	}
	for (size_t at = CLASS_AT; at < 8 * HEADER; at++) {
		unsigned char was = bytes[at];

		bytes[at] = 0xff;
		write_file(place.file, bytes, n, 0755);
		bytes[at] = was;
		elf_open(&elf, place.file);
		assert_false(elf_defines(&elf, "MPI_Init"));
		elf_close(&elf);
	}
	leave(&place);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_library_comes_before_what_is_preloaded_already),
		cmocka_unit_test(a_program_is_found_as_the_system_does),
		cmocka_unit_test(what_is_no_program_is_refused_with_the_reason),
		cmocka_unit_test(this_program_is_dynamic_and_its_loader_lists_its_libraries),
		cmocka_unit_test(a_text_is_a_script_and_so_is_what_cannot_be_read),
		cmocka_unit_test(a_program_for_another_machine_is_told_apart),
		cmocka_unit_test(a_damaged_program_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
