#include "lab/state_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"

enum { LINE_MOST = 2 * LAB_PATH_MOST, BOOT_MOST = 64 };

static const char *boot(char text[BOOT_MOST])
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

	if (!file || !fgets(text, BOOT_MOST, file))
		strcpy(text, "unknown");
	if (file)
		fclose(file);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static FILE *open_in(const char *folder, const char *name, struct error *err)
{
	char path[LINE_MOST];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	if (!file)
		error_set(err, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
	return file;
}

static enum status close_in(FILE *file, const char *folder, const char *name, struct error *err)
{
	int failed = ferror(file);

	if (fclose(file) != 0 || failed)
		return error_set(err, ERR_IO, "%s/%s cannot be written: %s", folder, name, strerror(errno));
	return OK;
}

void state_print(const struct lab *lab, FILE *file)
{
	char text[BOOT_MOST];

	fprintf(file, "sonde-lab 1\nboot %s\ntag %s\nowner %ld %llu\nbuffer %zu\n", boot(text), lab->tag, lab->owner,
		lab->started, lab->shape.buffer);
	if (lab->shape.tcp[0])
		fprintf(file, "tcp %s\n", lab->shape.tcp);
	if (lab->shape.links == LAB_WIRES)
		fprintf(file, "latency %.17g\n", lab->shape.latency);
	for (size_t i = 0; i < lab->shape.nodes; i++)
		fprintf(file, "node %.17g %.17g %.17g %.17g\n", lab->shape.rate[i], lab->shape.cpu[i],
			lab->shape.slow[i].call, lab->shape.slow[i].byte);
}

enum status state_write(const struct lab *lab, const char *folder, struct error *err)
{
	FILE *file = open_in(folder, "state", err);

	if (!file)
		return ERR_IO;
	state_print(lab, file);
	return close_in(file, folder, "state", err);
}

enum status state_write_hosts(const struct lab *lab, const char *folder, struct error *err)
{
	FILE *file = open_in(folder, "hosts", err);
	char address[32];

	if (!file)
		return ERR_IO;
	fprintf(file, "127.0.0.1 localhost\n");
	for (size_t i = 1; i <= lab->shape.nodes; i++)
		fprintf(file, "%s node%zu\n", lab_address(i, address), i);
	return close_in(file, folder, "hosts", err);
}

enum status state_write_agent(const struct lab *lab, const char *folder, const char *program, struct error *err)
{
	FILE *file = open_in(folder, "agent", err);
	char path[LINE_MOST];
	enum status status;

	if (!file)
		return ERR_IO;
	fprintf(file, "#!/bin/sh\nexec '");
	for (const char *c = program; *c; c++)
		fprintf(file, *c == '\'' ? "'\\''" : "%c", *c);
	fprintf(file, "' lab agent %s \"$@\"\n", lab->name);
	status = close_in(file, folder, "agent", err);
	snprintf(path, sizeof(path), "%s/agent", folder);
	if (status == OK && chmod(path, 0755) != 0)
		status = error_set(err, ERR_IO, "%s cannot be made executable: %s", path, strerror(errno));
	return status;
}

enum status state_append(const struct lab *lab, const char *word, const char *value, struct error *err)
{
	char path[LAB_PATH_MOST];
	FILE *file = fopen(lab_path(lab->name, "state", path), "a");

	if (!file)
		return error_set(err, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
	fprintf(file, "%s %s\n", word, value);
	return close_in(file, LAB_FOLDER, lab->name, err);
}

/* A process by its number and when it started. */
static bool take_process(const char *text, long *process, unsigned long long *started)
{
	size_t number, ticks;

	if (!text_whole(text_after(text_whole(text, &number), " "), &ticks) || number > LONG_MAX)
		return false;
	*process = (long)number;
	*started = ticks;
	return true;
}

static bool take_node(struct lab *lab, const char *text)
{
	size_t i = lab->shape.nodes;
	const char *rest;

	if (i == LAB_NODES_MOST)
		return false;
	rest = text_number(text_after(text_number(text, &lab->shape.rate[i]), " "), &lab->shape.cpu[i]);
	if (text_after(rest, " ")) {
		rest = text_number(text_after(rest, " "), &lab->shape.slow[i].call);
		rest = text_number(text_after(rest, " "), &lab->shape.slow[i].byte);
	}
	lab->shape.nodes += rest != NULL;
	return rest;
}

static bool take_thing(struct lab *lab, const char *line)
{
	struct lab_thing thing = {"", ""},
			 *things = memory_grow(lab->things, &lab->capacity, lab->n + 1, sizeof(*things));

	if (!things)
		return false;
	lab->things = things;
	if (sscanf(line, "%15s %255s", thing.kind, thing.name) != 2)
		return false;
	things[lab->n++] = thing;
	return true;
}

/* One line of a state file behind the first; false if it is not understood. */
static bool take(struct lab *lab, const char *line)
{
	char word[16] = "", value[BOOT_MOST] = "", text[BOOT_MOST];
	const char *rest;

	if (sscanf(line, "%15s %63s", word, value) != 2)
		return false;
	rest = text_after(text_after(line, word), " ");
	if (strcmp(word, "boot") == 0)
		return lab->same_boot = strcmp(value, boot(text)) == 0, true;
	if (strcmp(word, "tag") == 0)
		return snprintf(lab->tag, sizeof(lab->tag), "%.8s", value) > 0;
	if (strcmp(word, "owner") == 0)
		return take_process(rest, &lab->owner, &lab->started);
	if (strcmp(word, "ending") == 0)
		return take_process(rest, &lab->ender, &lab->ender_started);
	if (strcmp(word, "buffer") == 0)
		return text_whole(rest, &lab->shape.buffer);
	if (strcmp(word, "tcp") == 0)
		return snprintf(lab->shape.tcp, sizeof(lab->shape.tcp), "%.*s", LAB_TCP_MOST, value) > 0;
	if (strcmp(word, "latency") == 0)
		return lab->shape.links = LAB_WIRES, text_number(rest, &lab->shape.latency) != NULL;
	if (strcmp(word, "node") == 0)
		return take_node(lab, rest);
	if (strcmp(word, "netns") == 0 || strcmp(word, "cgroup") == 0)
		return take_thing(lab, line);
	lab->complete = strcmp(word, "complete") == 0;
	lab->kept = lab->complete && strcmp(value, "kept") == 0;
	return lab->complete;
}

enum status state_read_file(struct lab *lab, const char *path, struct error *err)
{
	char line[LINE_MOST];
	FILE *file = fopen(path, "r");
	enum status status = OK;

	if (!file)
		return error_set(err, ERR_IO, "%s cannot be read: %s", path, strerror(errno));
	for (size_t number = 1; status == OK && fgets(line, sizeof(line), file) && strchr(line, '\n'); number++)
		if (number == 1 ? strcmp(line, "sonde-lab 1\n") != 0 : !take(lab, line))
			status = error_set(
				err, ERR_INPUT,
				"%s:%zu: this is not the state of a lab of this version; what is left of it is called "
				"sonde-%s-* (\"ip netns list\"): remove that and the folder by hand",
				path, number, lab->name);
	fclose(file);
	return status;
}

enum status state_read(struct lab *lab, struct error *err)
{
	char path[LAB_PATH_MOST];
	struct error why = {0};
	enum status status = state_read_file(lab, lab_path(lab->name, "state", path), &why);

	if (status == ERR_IO && !lab_is_there(lab->name))
		return error_set(err, ERR_INPUT,
				 "there is no lab %s (\"sonde lab status\" lists them, \"sonde lab up\" makes one)",
				 lab->name);
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}
