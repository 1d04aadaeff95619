/* trace.json, written without a library: the preloaded library of a program has none. */
#include "trace/info.h"

#include "trace/bytes.h"
#include "trace/file.h"
#include "trace/format.h"

#include <stdio.h>
#include <string.h>

static void put(struct trace_bytes *bytes, const char *text)
{
	trace_bytes_put(bytes, text, strlen(text));
}

/* The length of the UTF-8 character at text, 0 if there is none. */
static size_t character(const unsigned char *text)
{
	static const unsigned char least[] = {0, 0, 0x80, 0xa0, 0x90};
	size_t n = *text < 0x80 ? 1 : *text >= 0xc2 && *text < 0xe0 ? 2 : *text >= 0xe0 && *text < 0xf0 ? 3 : 4;

	if (n == 4 && (*text < 0xf0 || *text > 0xf4))
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((*text == 0xe0 || *text == 0xf0) && text[1] < least[n])
		return 0;
	if ((*text == 0xed && text[1] > 0x9f) || (*text == 0xf4 && text[1] > 0x8f))
		return 0;
	return n;
}

/* Bytes that are no UTF-8 become question marks. */
static void put_string(struct trace_bytes *bytes, const char *text)
{
	put(bytes, "\"");
	for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c;) {
		size_t n = character(c);
		char escaped[8];

		if (*c < 0x20 || *c == '"' || *c == '\\' || *c == 0x7f) {
			snprintf(escaped, sizeof(escaped), "\\u%04x", *c);
			put(bytes, escaped);
		} else {
			trace_bytes_put(bytes, n > 0 ? (const char *)c : "?", n > 0 ? n : 1);
		}
		c += n > 0 ? n : 1;
	}
	put(bytes, "\"");
}

static void put_member(struct trace_bytes *bytes, const char *name, const char *value)
{
	put(bytes, "\t\"");
	put(bytes, name);
	put(bytes, "\": ");
	put_string(bytes, value);
	put(bytes, ",\n");
}

static void put_number(struct trace_bytes *bytes, const char *name, double value)
{
	char text[64];

	snprintf(text, sizeof(text), "\t\"%s\": %.17g,\n", name, value);
	for (char *c = text; *c; c++) /* of a program with another locale */
		if (*c == ',' && c[1] != '\n')
			*c = '.';
	put(bytes, text);
}

/* Makes DIR/NAME of the bytes, and frees them. */
static enum status write_file(const char *dir, const char *name, struct trace_bytes *bytes, struct error *err)
{
	char path[TRACE_PATH_MAX];
	int length = snprintf(path, sizeof(path), "%s/%s", dir, name);
	enum status status;

	if (length < 0 || (size_t)length >= sizeof(path))
		status = error_set(err, ERR_INPUT, "the path of the trace is too long: %.100s…", dir);
	else if (bytes->failed)
		status = error_memory(err, "the trace's circumstances");
	else
		status = trace_file_make(path, bytes->data, bytes->n, err);
	trace_bytes_release(bytes);
	return status;
}

enum status trace_info_write(const char *dir, const struct trace_run *run, struct error *err)
{
	struct trace_bytes bytes = {0};

	put(&bytes, "{\n\t\"format\": \"sonde trace\",\n");
	put_number(&bytes, "version", TRACE_VERSION);
	put_member(&bytes, "library", run->library);
	put_member(&bytes, "command", run->command);
	put_member(&bytes, "cpu", run->cpu);
	put_number(&bytes, "tick", run->tick);
	put_number(&bytes, "resolution", run->resolution);
	if (run->only)
		put_member(&bytes, "only", run->only);
	put(&bytes, "\t\"variables\": [");
	for (size_t i = 0; i < run->n_variables; i++) {
		put(&bytes, i > 0 ? ",\n\t\t" : "\n\t\t");
		put_string(&bytes, run->variables[i]);
	}
	put(&bytes, "],\n\t\"processes\": [");
	for (int i = 0; i < run->n_processes; i++) {
		put(&bytes, i > 0 ? ",\n\t\t{\"host\": " : "\n\t\t{\"host\": ");
		put_string(&bytes, run->processes[i].host);
		put(&bytes, ", \"binding\": ");
		put_string(&bytes, run->processes[i].binding);
		put(&bytes, "}");
	}
	put(&bytes, "]\n}\n");
	return write_file(dir, "trace.json", &bytes, err);
}

enum status trace_network_write(const char *dir, const struct trace_network *network, struct error *err)
{
	struct trace_bytes bytes = {0};

	put(&bytes, "{\n");
	put_number(&bytes, "hosts", network->hosts);
	put_number(&bytes, "segments", network->segments);
	put_number(&bytes, "segments_again", network->segments_again);
	put(&bytes, "\t\"protocol\": \"TCP\"\n}\n");
	return write_file(dir, "network.json", &bytes, err);
}
