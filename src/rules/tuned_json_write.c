#include "rules/tuned_json.h"

#include "rules/tuned_write.h"

static void put_text(FILE *out, const char *text, size_t length)
{
	fputc('"', out);
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '"' || text[i] == '\\')
			fputc('\\', out);
		fputc(text[i] == '\t' ? ' ' : text[i], out);
	}
	fputc('"', out);
}

static void put_comments(FILE *out, const char *comments)
{
	fputs("\t\"comment\": [", out);
	for (const char *line = comments; *line;) {
		size_t length = 0;

		while (line[length] && line[length] != '\n')
			length++;
		fputs(line == comments ? "\n\t\t" : ",\n\t\t", out);
		put_text(out, line, length);
		line += length + (line[length] == '\n');
	}
	fputs("\n\t],\n", out);
}

/* Rule i, whose sizes end before the next one's. */
static void put_rule(FILE *out, const struct tuned_class *class, const struct tuned_communicator *c, size_t i)
{
	const struct tuned_rule *rule = &c->rules[i];
	unsigned makes = class->algorithms[rule->algorithm].makes;
	int fanout = makes & TUNED_RADIX && rule->fanout < 2 ? 2 : rule->fanout;

	fprintf(out, "\t\t\t\t{\"msg_size_min\": %llu, ", (unsigned long long)rule->bytes);
	if (i + 1 < c->n)
		fprintf(out, "\"msg_size_max\": %llu, ", (unsigned long long)c->rules[i + 1].bytes - 1);
	fprintf(out, "\"alg\": \"%s\"", class->algorithms[rule->algorithm].name);
	if (fanout > 0)
		fprintf(out, ", \"faninout\": %d", fanout);
	if (rule->segment > 0)
		fprintf(out, ", \"seg_size\": %llu", (unsigned long long)rule->segment);
	if (rule->fifth)
		fprintf(out, ", \"reqs\": %d", rule->requests);
	fputc('}', out);
}

static bool tunes(const struct tuned_communicator *c)
{
	bool found = false;

	for (size_t i = 0; i < c->n; i++)
		found = found || c->rules[i].algorithm > 0;
	return found;
}

/* Its numbers of processes end before the next one's; the first is for all smaller ones too. */
static void put_communicator(FILE *out, const struct tuned_class *class, const struct tuned_operation *o, size_t i)
{
	const struct tuned_communicator *c = &o->list[i];
	bool first = true;

	fprintf(out, "\t\t\t{\"comm_size_min\": %d, ", i > 0 ? c->processes : 0);
	if (i + 1 < o->n)
		fprintf(out, "\"comm_size_max\": %d, ", c[1].processes - 1);
	fputs("\"rules\": [\n", out);
	for (size_t k = 0; k < c->n; k++) {
		if (c->rules[k].algorithm == 0)
			continue;
		if (!first)
			fputs(",\n", out);
		put_rule(out, class, c, k);
		first = false;
	}
	fputs("\n\t\t\t]}", out);
}

static void put_operation(FILE *out, const struct tuned_operation *o)
{
	const struct tuned_class *class = tuned_class_of(TUNED_6_0, o->id);
	bool first = true;

	fprintf(out, "\t\t\"%s\": [\n", class->name);
	for (size_t i = 0; i < o->n; i++) {
		if (!tunes(&o->list[i]))
			continue;
		if (!first)
			fputs(",\n", out);
		put_communicator(out, class, o, i);
		first = false;
	}
	fputs("\n\t\t]", out);
}

enum status tuned_json_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	enum status status = tuned_write_check(file, err);

	if (status != OK)
		return status;
	fputs("{\n\t\"rule_file_version\": 3,\n\t\"module\": \"tuned\",\n", out);
	if (*comments)
		put_comments(out, comments);
	fputs("\t\"collectives\": {\n", out);
	for (size_t i = 0; i < file->n; i++) {
		put_operation(out, &file->list[i]);
		fputs(i + 1 < file->n ? ",\n" : "\n", out);
	}
	fputs("\t}\n}\n", out);
	return OK;
}
