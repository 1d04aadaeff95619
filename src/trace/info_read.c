#include "trace/info_read.h"

#include "trace/claim.h"
#include "trace/file.h"
#include "trace/format.h"

#include "base/file_read.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { INFO_MOST = 256000000, NETWORK_MOST = 10000 }; /* bytes; a process has some hundred */

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? text : "";
}

static enum status take(struct trace_info_file *info, const char *path, struct error *err)
{
	const json_t *variables = json_object_get(info->json, "variables"),
		     *processes = json_object_get(info->json, "processes");
	size_t n = json_array_size(processes);
	double version = json_number_value(json_object_get(info->json, "version"));

	if (strcmp(text_of(info->json, "format"), "sonde trace") != 0)
		return error_set(err, ERR_INPUT, "%s: this is no trace", path);
	if (version > TRACE_VERSION)
		return error_set(err, ERR_INPUT,
				 "%s: the trace has version %g, and this sonde reads as far as version %d", path,
				 version, TRACE_VERSION);
	info->library = text_of(info->json, "library");
	info->command = text_of(info->json, "command");
	info->only = json_string_value(json_object_get(info->json, "only"));
	info->variables = calloc(json_array_size(variables) + 1, sizeof(*info->variables));
	info->hosts = calloc(n + 1, sizeof(*info->hosts));
	info->bindings = calloc(n + 1, sizeof(*info->bindings));
	if (!info->variables || !info->hosts || !info->bindings)
		return error_memory(err, "a trace");
	for (size_t i = 0; i < json_array_size(variables); i++) {
		const char *text = json_string_value(json_array_get(variables, i));

		if (text)
			info->variables[info->n_variables++] = text;
	}
	for (; info->n_processes < (int)n; info->n_processes++) {
		info->hosts[info->n_processes] = text_of(json_array_get(processes, (size_t)info->n_processes), "host");
		info->bindings[info->n_processes] =
			text_of(json_array_get(processes, (size_t)info->n_processes), "binding");
	}
	return OK;
}

static bool is_there(const char *dir, const char *name)
{
	char path[TRACE_PATH_MAX];
	struct stat about;
	int length = snprintf(path, sizeof(path), "%s/%s", dir, name);

	return length > 0 && (size_t)length < sizeof(path) && stat(path, &about) == 0;
}

/* There is no file of circumstances. */
static enum status say_missing(const char *dir, struct error *err)
{
	struct stat about;

	if (!is_there(dir, ".") && stat(dir, &about) == 0)
		return error_set(err, ERR_INPUT, "%s: this is no trace: it is a file, and a trace is a folder", dir);
	if (!is_there(dir, "."))
		return error_set(err, ERR_INPUT, "%s: this is no trace: there is no such folder", dir);
	if (is_there(dir, trace_claim_file))
		return error_set(err, ERR_INPUT, "%s: nothing is recorded there: no process has called MPI_Init so far",
				 dir);
	return error_set(err, ERR_INPUT, "%s: this is no trace: it has no trace.json", dir);
}

static const double segments_most = 1e18;

/* Of a file that tells what nobody needs; nothing where it is not there, cut or contradicts itself. */
static struct trace_network read_network(const char *dir)
{
	struct trace_network network = {.hosts = 0};
	char path[TRACE_PATH_MAX];
	int length = snprintf(path, sizeof(path), "%s/network.json", dir);
	char *text = NULL;
	size_t bytes;
	json_t *json = NULL;
	double hosts, segments, again;

	if (length > 0 && (size_t)length < sizeof(path) && is_there(dir, "network.json") &&
	    file_read(path, "trace's traffic", NETWORK_MOST, &text, &bytes, NULL) == OK)
		json = json_loadb(text, bytes, 0, NULL);
	hosts = json_number_value(json_object_get(json, "hosts"));
	segments = json_number_value(json_object_get(json, "segments"));
	again = json_number_value(json_object_get(json, "segments_again"));
	if (hosts >= 2 && hosts <= INT_MAX && segments > 0 && segments < segments_most && again >= 0 &&
	    again <= segments)
		network = (struct trace_network){.hosts = (int)hosts, .segments = segments, .segments_again = again};
	json_decref(json);
	free(text);
	return network;
}

enum status trace_info_read(struct trace_info_file *info, const char *dir, struct error *err)
{
	char path[TRACE_PATH_MAX];
	json_error_t fault;
	char *text;
	size_t bytes;
	enum status status;
	int length = snprintf(path, sizeof(path), "%s/trace.json", dir);

	*info = (struct trace_info_file){.library = "", .command = ""};
	if (length < 0 || (size_t)length >= sizeof(path))
		return error_set(err, ERR_INPUT, "the path of the trace is too long: %.100s…", dir);
	if (!is_there(dir, "trace.json"))
		return say_missing(dir, err);
	status = file_read(path, "trace's circumstances", INFO_MOST, &text, &bytes, err);
	if (status != OK)
		return status;
	info->json = json_loadb(text, bytes, 0, &fault);
	free(text);
	if (!info->json)
		return error_set(err, ERR_INPUT, "%s: this is no trace: %s", path, fault.text);
	info->network = read_network(dir);
	return take(info, path, err);
}

void trace_info_release(struct trace_info_file *info)
{
	json_decref(info->json);
	free(info->variables);
	free(info->hosts);
	free(info->bindings);
}
