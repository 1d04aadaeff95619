#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/space_left.h"

/* A folder of its own for each test. */
struct folder {
	char name[32];
	char path[64]; /* of the file that is written */
};

static int make_folder(void **state)
{
	static const char pattern[] = "/tmp/sonde-test-base-XXXXXX";
	struct folder *folder = calloc(1, sizeof(*folder));

	if (!folder)
		return -1;
	*state = folder;
	memcpy(folder->name, pattern, sizeof(pattern));
	if (!mkdtemp(folder->name))
		return -1;
	snprintf(folder->path, sizeof(folder->path), "%s/file", folder->name);
	return 0;
}

/* Files in the folder. */
static size_t count(const struct folder *folder)
{
	DIR *open = opendir(folder->name);
	struct dirent *entry;
	size_t n = 0;

	assert_non_null(open);
	while ((entry = readdir(open)))
		n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(open);
	return n;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;
	int removed;

	unlink(folder->path);
	removed = rmdir(folder->name);
	free(folder);
	return removed;
}

static void put(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

static void assert_holds(const char *path, const char *text)
{
	char found[100] = "";
	FILE *in = fopen(path, "r");

	assert_non_null(in);
	found[fread(found, 1, sizeof(found) - 1, in)] = '\0';
	fclose(in);
	assert_string_equal(found, text);
}

static void a_commit_puts_the_new_content_in_place_at_once(void **state)
{
	const struct folder *folder = *state;
	struct file_replacement file;
	struct error err = {0};

	put(folder->path, "old");
	assert_int_equal(file_replace_begin(&file, folder->path, "text", &err), OK);
	fputs("new", file.stream);
	fflush(file.stream);
	assert_holds(folder->path, "old");
	assert_int_equal(file_replace_commit(&file, &err), OK);
	assert_holds(folder->path, "new");
	assert_int_equal(count(folder), 1);
}

static void what_is_abandoned_leaves_nothing_behind(void **state)
{
	const struct folder *folder = *state;
	struct file_replacement file;
	struct error err = {0};

	assert_int_equal(file_replace_begin(&file, folder->path, "text", &err), OK);
	fputs("new", file.stream);
	file_replace_abandon(&file);
	assert_int_equal(count(folder), 0);
	assert_int_equal(file_replace_check(folder->path, "text", &err), OK);
	assert_int_equal(count(folder), 0);
	put(folder->path, "precious");
	assert_int_equal(file_replace_begin(&file, folder->path, "text", &err), OK);
	assert_int_equal(file_replace_end(&file, ERR_INPUT, &err), ERR_INPUT);
	assert_holds(folder->path, "precious");
	assert_int_equal(count(folder), 1);
}

static void a_link_of_the_old_temporary_name_is_not_followed(void **state)
{
	const struct folder *folder = *state;
	char victim[80], trap[80];
	struct error err = {0};

	snprintf(victim, sizeof(victim), "%s/victim", folder->name);
	snprintf(trap, sizeof(trap), "%s.new", folder->path);
	put(victim, "precious");
	assert_int_equal(symlink("victim", trap), 0);
	assert_int_equal(file_replace_text(folder->path, "text", "new", &err), OK);
	assert_holds(folder->path, "new");
	assert_holds(victim, "precious");
	assert_int_equal(count(folder), 3);
	unlink(victim);
	unlink(trap);
}

static void permissions_stay(void **state)
{
	const struct folder *folder = *state;
	struct error err = {0};
	struct stat there;
	mode_t mask = umask(027);

	assert_int_equal(file_replace_text(folder->path, "text", "1", &err), OK);
	umask(mask);
	assert_int_equal(stat(folder->path, &there), 0);
	assert_int_equal(there.st_mode & 0777, 0640);
	assert_int_equal(chmod(folder->path, 0604), 0);
	assert_int_equal(file_replace_text(folder->path, "text", "2", &err), OK);
	assert_int_equal(stat(folder->path, &there), 0);
	assert_int_equal(there.st_mode & 0777, 0604);
}

static void a_link_stays_and_the_file_it_points_at_is_replaced(void **state)
{
	const struct folder *folder = *state;
	char target[80];
	struct error err = {0};
	struct stat there;

	snprintf(target, sizeof(target), "%s/target", folder->name);
	put(target, "old");
	assert_int_equal(symlink("target", folder->path), 0);
	assert_int_equal(file_replace_text(folder->path, "text", "new", &err), OK);
	assert_int_equal(lstat(folder->path, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
	assert_holds(target, "new");
	assert_true(file_same(target, folder->path));
	assert_int_equal(count(folder), 2);
	unlink(target);
}

static void a_link_to_a_file_that_is_not_there_stays_and_the_file_is_made(void **state)
{
	const struct folder *folder = *state;
	char target[80], between[80];
	struct error err = {0};
	struct stat there;

	snprintf(target, sizeof(target), "%s/target", folder->name);
	snprintf(between, sizeof(between), "%s/between", folder->name);
	assert_int_equal(symlink(between, folder->path), 0);
	assert_int_equal(symlink("target", between), 0);
	assert_true(file_same(target, folder->path));
	assert_int_equal(file_replace_text(folder->path, "text", "new", &err), OK);
	assert_int_equal(lstat(folder->path, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
	assert_int_equal(lstat(between, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
	assert_holds(target, "new");
	assert_int_equal(count(folder), 3);
	unlink(target);
	unlink(between);
}

static void a_link_to_itself_is_refused_and_stays(void **state)
{
	const struct folder *folder = *state;
	struct error err = {0};
	struct stat there;

	assert_int_equal(symlink("file", folder->path), 0);
	assert_int_equal(file_replace_text(folder->path, "text", "new", &err), ERR_IO);
	assert_int_equal(lstat(folder->path, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
	assert_int_equal(count(folder), 1);
}

static void files_that_are_not_there_are_the_same_in_one_place(void **state)
{
	const struct folder *folder = *state;
	char same[80], other[80];

	snprintf(same, sizeof(same), "%s/../%s/./file", folder->name, strrchr(folder->name, '/') + 1);
	snprintf(other, sizeof(other), "%s/other", folder->name);
	assert_true(file_same(folder->path, same));
	assert_false(file_same(folder->path, other));
	assert_true(file_same("sonde-none", "./sonde-none"));
	assert_false(file_same("sonde-none", folder->path));
}

static void a_name_of_the_greatest_length_is_written(void **state)
{
	const struct folder *folder = *state;
	char path[300];
	struct error err = {0};

	snprintf(path, sizeof(path), "%s/%0255d", folder->name, 1);
	assert_int_equal(file_replace_text(path, "text", "long", &err), OK);
	assert_holds(path, "long");
	unlink(path);
}

static void a_failure_names_the_file_and_the_cause_and_leaves_what_was_there(void **state)
{
	const struct folder *folder = *state;
	struct error nowhere = {0}, directory = {0}, full = {0};
	struct file_replacement file;
	char path[80], expected[200];

	snprintf(path, sizeof(path), "%s/none/file", folder->name);
	snprintf(expected, sizeof(expected), "%s: the text cannot be written: No such file or directory", path);
	assert_int_equal(file_replace_begin(&file, path, "text", &nowhere), ERR_IO);
	assert_string_equal(nowhere.text, expected);
	snprintf(expected, sizeof(expected), "%s: the text cannot be written: Is a directory", folder->name);
	assert_int_equal(file_replace_check(folder->name, "text", &directory), ERR_IO);
	assert_string_equal(directory.text, expected);
	if (access("/dev/full", W_OK) == 0) {
		assert_int_equal(file_replace_text("/dev/full", "text", "new", &full), ERR_IO);
		assert_string_equal(full.text, "/dev/full: the text cannot be written: No space left on device");
	}
	assert_int_equal(count(folder), 0);
}

/* As "-o /dev/stdout > FILE" is: what stood in FILE stays, and what follows comes after. */
static void what_a_descriptor_leads_to_is_written_where_it_is(void **state)
{
	const struct folder *folder = *state;
	struct error err = {0};
	char path[40], link[80];
	int descriptor = open(folder->path, O_WRONLY | O_CREAT, 0600);

	assert_true(descriptor >= 0);
	snprintf(path, sizeof(path), "/dev/fd/%d", descriptor);
	snprintf(link, sizeof(link), "%s/link", folder->name);
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(write(descriptor, "first ", 6), 6);
	assert_int_equal(file_replace_check(path, "text", &err), OK);
	assert_int_equal(file_replace_text(path, "text", "second ", &err), OK);
	assert_int_equal(file_replace_text(link, "text", "third ", &err), OK);
	assert_int_equal(write(descriptor, "fourth", 6), 6);
	assert_int_equal(close(descriptor), 0);
	assert_holds(folder->path, "first second third fourth");
	assert_int_equal(file_replace_text(path, "text", "fifth", &err), ERR_IO);
	assert_non_null(strstr(err.text, "Bad file descriptor"));
	unlink(link);
	assert_int_equal(count(folder), 1);
}

static void a_commit_that_fails_removes_the_new_file(void **state)
{
	const struct folder *folder = *state;
	struct file_replacement file;
	struct error err = {0};

	assert_int_equal(file_replace_begin(&file, folder->path, "text", &err), OK);
	fputs("new", file.stream);
	assert_int_equal(mkdir(folder->path, 0700), 0); /* no file can be renamed to a folder */
	assert_int_equal(file_replace_commit(&file, &err), ERR_IO);
	assert_int_equal(rmdir(folder->path), 0);
	assert_int_equal(count(folder), 0);
}

static double free_in(const char *folder)
{
	struct statvfs space;

	return statvfs(folder, &space) == 0 ? (double)space.f_bavail * (double)space.f_frsize : -1;
}

/* Other programs write meanwhile: what is left is nearer to the one than to the other. */
static void assert_left(const char *path, const char *here, const char *elsewhere)
{
	double left = space_left(path);

	assert_true(fabs(left - free_in(here)) <= fabs(left - free_in(elsewhere)));
}

/* The link's folder and the file's are on two file systems. */
static void of_a_link_the_space_is_where_it_leads(void **state)
{
	const char *other = "/dev/shm";
	struct folder *folder = *state;
	struct stat here, there;
	char file[64];
	FILE *out;

	if (stat(other, &there) != 0 || access(other, W_OK) != 0 || stat(folder->name, &here) != 0 ||
	    here.st_dev == there.st_dev)
		skip();
	snprintf(file, sizeof(file), "%s/sonde-test-%ld", other, (long)getpid());
	assert_left(folder->path, folder->name, other);
	assert_int_equal(symlink(file, folder->path), 0);
	assert_left(folder->path, other, folder->name);
	out = fopen(file, "w");
	assert_non_null(out);
	fclose(out);
	assert_left(folder->path, other, folder->name);
	unlink(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_commit_puts_the_new_content_in_place_at_once, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(what_is_abandoned_leaves_nothing_behind, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(a_link_of_the_old_temporary_name_is_not_followed, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(permissions_stay, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(a_link_stays_and_the_file_it_points_at_is_replaced, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(a_link_to_a_file_that_is_not_there_stays_and_the_file_is_made,
						make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(a_link_to_itself_is_refused_and_stays, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(files_that_are_not_there_are_the_same_in_one_place, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(a_name_of_the_greatest_length_is_written, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(a_failure_names_the_file_and_the_cause_and_leaves_what_was_there,
						make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(what_a_descriptor_leads_to_is_written_where_it_is, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(of_a_link_the_space_is_where_it_leads, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(a_commit_that_fails_removes_the_new_file, make_folder, remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
