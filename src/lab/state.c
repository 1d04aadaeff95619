#include "lab/state.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "lab/hold.h"
#include "lab/state_file.h"

enum { PATH_ROOM = 1024 };

/* A tag of eight hexadecimal digits. */
static enum status draw_tag(char tag[9], struct error *err)
{
	unsigned char bits[4];
	FILE *source = fopen("/dev/urandom", "rb");
	size_t n = source ? fread(bits, 1, sizeof(bits), source) : 0;

	if (source)
		fclose(source);
	if (n != sizeof(bits))
		return error_set(err, ERR_PLATFORM, "/dev/urandom cannot be read");
	snprintf(tag, 9, "%02x%02x%02x%02x", bits[0], bits[1], bits[2], bits[3]);
	return OK;
}

/* When a process started, from the 22nd field of its stat, counted from behind its name, which may hold anything; 0 if
 * it is gone, even if nobody has noticed yet. */
static unsigned long long start_of(long process)
{
	char path[64], text[1024];
	unsigned long long started = 0;
	size_t n = 0;
	FILE *file;
	char *field;

	snprintf(path, sizeof(path), "/proc/%ld/stat", process);
	file = fopen(path, "r");
	if (file) {
		n = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[n] = '\0';
	field = strrchr(text, ')');
	for (int i = 2; field && i < 22; i++)
		field = strchr(field + 1, ' ');
	if (field && !strstr(text, ") Z ") && !strstr(text, ") X "))
		started = strtoull(field, NULL, 10);
	return started;
}

static bool is_alive(long process, unsigned long long started)
{
	return started != 0 && start_of(process) == started;
}

bool lab_left_over(const struct lab *lab)
{
	if (!lab->same_boot)
		return true;
	if (lab->ender)
		return !is_alive(lab->ender, lab->ender_started);
	return !(lab->complete && lab->kept) && !is_alive(lab->owner, lab->started);
}

/* Makes the folder in which launchers have their temporary files. */
static enum status make_temporary(const char *folder, struct error *err)
{
	char path[2 * LAB_PATH_MOST];

	snprintf(path, sizeof(path), "%s/tmp", folder);
	return mkdir(path, 0755) == 0
		       ? OK
		       : error_set(err, ERR_IO, "the folder %s cannot be made: %s", path, strerror(errno));
}

/* Fills a folder that no one else looks into yet. */
static enum status fill(const struct lab *lab, const char *folder, const char *program, struct error *err)
{
	TRY(state_write(lab, folder, err));
	TRY(state_write_hosts(lab, folder, err));
	TRY(make_temporary(folder, err));
	return state_write_agent(lab, folder, program, err);
}

/* Takes away a folder with all that it holds; follows no links. Returns 0 or an error number. */
static int clear_tree(const char *path)
{
	DIR *folder = opendir(path);
	int failure = folder || errno == ENOENT ? 0 : errno;

	for (struct dirent *entry; folder && failure == 0 && (entry = readdir(folder));) {
		char inner[PATH_ROOM];

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name) >= (int)sizeof(inner))
			failure = ENAMETOOLONG;
		else if (unlink(inner) != 0 && errno != ENOENT)
			failure = errno == EISDIR || errno == EPERM ? clear_tree(inner) : errno;
	}
	if (folder) {
		closedir(folder);
		failure = failure == 0 && rmdir(path) != 0 && errno != ENOENT ? errno : failure;
	}
	return failure;
}

/* Takes away the folder of a lab; its state last, so that whoever is killed here leaves a lab behind. */
static int clear(const char *folder)
{
	static const char *const files[] = {"agent", "hosts", "state"};
	char path[2 * LAB_PATH_MOST];
	int failure;

	snprintf(path, sizeof(path), "%.*s/tmp", LAB_PATH_MOST, folder);
	failure = clear_tree(path);
	if (failure)
		return failure;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%.*s/%s", LAB_PATH_MOST, folder, files[i]);
		if (unlink(path) != 0 && errno != ENOENT)
			return errno;
	}
	return rmdir(folder) == 0 || errno == ENOENT ? 0 : errno;
}

enum status lab_begin(struct lab *lab, const char *name, const struct lab_shape *shape, const char *program,
		      struct error *err)
{
	char path[LAB_PATH_MOST], fresh[LAB_PATH_MOST];
	enum status status = lab_name_check(name, err);

	*lab = (struct lab){.owner = (long)getpid(),
			    .started = start_of((long)getpid()),
			    .same_boot = true,
			    .shape = *shape,
			    .hold = -1};
	if (status == OK)
		status = draw_tag(lab->tag, err);
	if (status != OK)
		return status;
	strcpy(lab->name, name);
	if (mkdir(LAB_FOLDER, 0755) != 0 && errno != EEXIST)
		return error_set(err, ERR_IO, "the folder %s cannot be made: %s", LAB_FOLDER, strerror(errno));
	snprintf(fresh, sizeof(fresh), "%s/.%ld.%llu.%s", LAB_FOLDER, lab->owner, lab->started,
		 lab->tag); /* tells lab_sweep whose it is */
	if (mkdir(fresh, 0755) != 0)
		return error_set(err, ERR_IO, "the folder %s cannot be made: %s", fresh, strerror(errno));
	status = fill(lab, fresh, program, err);
	if (status == OK)
		status = lab_hold_fresh(lab, fresh, err);
	if (status == OK && rename(fresh, lab_path(name, "", path)) != 0)
		status = errno == ENOTEMPTY || errno == EEXIST
				 ? error_set(err, ERR_INPUT,
					     "there is a lab %s already: \"sonde lab down --name %s\" removes it", name,
					     name)
				 : error_set(err, ERR_IO, "the folder %s cannot be made: %s", path, strerror(errno));
	if (status != OK) {
		lab_unlock(lab);
		clear(fresh);
	}
	return status;
}

enum status lab_note(struct lab *lab, const char *kind, const char *name, struct error *err)
{
	struct lab_thing thing = {"", ""},
			 *things = memory_grow(lab->things, &lab->capacity, lab->n + 1, sizeof(*things));

	if (!things)
		return error_memory(err, "what a lab consists of");
	lab->things = things;
	snprintf(thing.kind, sizeof(thing.kind), "%s", kind);
	snprintf(thing.name, sizeof(thing.name), "%s", name);
	things[lab->n++] = thing;
	return state_append(lab, kind, name, err);
}

enum status lab_done(struct lab *lab, bool kept, struct error *err)
{
	enum status status = state_append(lab, "complete", kept ? "kept" : "owned", err);

	lab->complete = status == OK;
	lab->kept = kept;
	if (status == OK)
		lab_unlock(lab);
	return status;
}

enum status lab_ending(struct lab *lab, struct error *err)
{
	char value[64];

	lab->ender = (long)getpid();
	lab->ender_started = start_of(lab->ender);
	snprintf(value, sizeof(value), "%ld %llu", lab->ender, lab->ender_started);
	return state_append(lab, "ending", value, err);
}

enum status lab_load(struct lab *lab, const char *name, struct error *err)
{
	enum status status = lab_name_check(name, err);

	*lab = (struct lab){.hold = -1, .shape = {.links = LAB_BUCKETS}}; /* unless its file says otherwise */
	if (status != OK)
		return status;
	strcpy(lab->name, name);
	status = state_read(lab, err);
	if (status != OK)
		lab_release(lab);
	return status;
}

static int by_name(const void *one, const void *other)
{
	return strcmp(one, other);
}

enum status lab_list(char (**list)[LAB_NAME_MOST + 1], size_t *n, struct error *err)
{
	DIR *folder = opendir(LAB_FOLDER);
	size_t capacity = 0;
	enum status status = OK;

	*list = NULL;
	*n = 0;
	for (struct dirent *entry; folder && status == OK && (entry = readdir(folder));) {
		char(*more)[LAB_NAME_MOST + 1];

		if (lab_name_check(entry->d_name, NULL) != OK)
			continue;
		more = memory_grow(*list, &capacity, *n + 1, sizeof(**list));
		if (!more)
			status = error_memory(err, "the list of labs");
		else
			strcpy((*list = more)[(*n)++], entry->d_name);
	}
	if (folder)
		closedir(folder);
	if (status == OK && *n > 1)
		qsort(*list, *n, sizeof(**list), by_name);
	if (status != OK) {
		free(*list);
		*list = NULL;
		*n = 0;
	}
	return status;
}

enum status lab_forget(const struct lab *lab, struct error *err)
{
	char path[LAB_PATH_MOST];
	int failure = clear(lab_path(lab->name, "", path));

	return failure ? error_set(err, ERR_IO, "the folder %s cannot be removed: %s", path, strerror(failure)) : OK;
}

bool lab_forget_empty(const char *name)
{
	char path[LAB_PATH_MOST];

	return lab_name_check(name, NULL) == OK && rmdir(lab_path(name, "", path)) == 0;
}

static bool is_tag(const char *text)
{
	return strlen(text) == 8 && strspn(text, "0123456789abcdef") == 8;
}

void lab_sweep(void)
{
	DIR *folder = opendir(LAB_FOLDER);

	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		char path[2 * LAB_PATH_MOST];
		size_t process, started;
		const char *tag = text_whole(text_after(entry->d_name, "."), &process);

		tag = text_after(text_whole(text_after(tag, "."), &started), ".");
		if (!tag || !is_tag(tag) || is_alive((long)process, started))
			continue;
		snprintf(path, sizeof(path), "%s/%s", LAB_FOLDER, entry->d_name);
		clear(path);
	}
	if (folder)
		closedir(folder);
}

void lab_release(struct lab *lab)
{
	lab_unlock(lab);
	free(lab->things);
	lab->things = NULL;
	lab->n = lab->capacity = 0;
}
