#include "rules/tuned_write.h"

#include "rules/tuned_check.h"

/* Algorithms that there are none of, also of rules that are never used. */
static enum status check_operation(const struct tuned_operation *o, struct error *err)
{
	const struct tuned_class *class = tuned_class(o->id);

	if (o->level != TUNED_WHOLE)
		return error_set(err, ERR_INPUT, "%s: Open MPI does not look rules up by nodes", class->name);
	for (size_t k = 0; k < o->n; k++)
		for (size_t i = 0; i < o->list[k].n; i++) {
			int algorithm = o->list[k].rules[i].algorithm;

			if (algorithm != 0 && (algorithm < 0 || algorithm >= class->n))
				return error_set(err, ERR_INPUT,
						 "the rules of %s for %d processes: there is no algorithm %d",
						 class->name, o->list[k].processes, algorithm);
		}
	return OK;
}

/* What the library would ignore, as it reads it: a communicator's first size that is not 0. */
static enum status check_first(const struct tuned_file *file, struct error *err)
{
	for (size_t i = 0; i < file->n; i++)
		for (size_t k = 0; k < file->list[i].n; k++) {
			const struct tuned_communicator *c = &file->list[i].list[k];

			if (c->n > 0 && c->rules[0].bytes > 0)
				return error_set(err, ERR_INPUT,
						 "the rules of %s for %d processes begin at %llu B: the first must be "
						 "for 0 B",
						 tuned_class(file->list[i].id)->name, c->processes,
						 (unsigned long long)c->rules[0].bytes);
		}
	return OK;
}

enum status tuned_write_check(const struct tuned_file *file, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	const struct rule_effect *grave;
	enum status status = check_first(file, err);

	for (size_t i = 0; status == OK && i < file->n; i++)
		status = check_operation(&file->list[i], err);
	if (status == OK)
		status = tuned_check(file, &effects, err);
	grave = status == OK ? rule_effects_first_grave(&effects) : NULL;
	if (grave)
		status = error_set(err, ERR_INPUT, "the rules of %s for %d processes: %s", grave->operation,
				   grave->processes, grave->text);
	rule_effects_release(&effects);
	return status;
}

static void write_communicator(FILE *out, const struct tuned_class *class, const struct tuned_communicator *c,
			       int version)
{
	fprintf(out, "%d %zu\t# processes, sizes\n", c->processes, c->n);
	for (size_t i = 0; i < c->n; i++) {
		const struct tuned_rule *rule = &c->rules[i];

		fprintf(out, "%llu %d %d %llu", (unsigned long long)rule->bytes, rule->algorithm, rule->fanout,
			(unsigned long long)rule->segment);
		if (version > 1 && rule->fifth)
			fprintf(out, " %d", rule->requests);
		fprintf(out, "\t# %s\n",
			rule->algorithm > 0 ? class->algorithms[rule->algorithm].name : "the library's own decision");
	}
}

static void write_comments(FILE *out, const char *comments)
{
	for (bool begins = true; *comments; comments++) {
		if (begins)
			fputs("# ", out);
		fputc(*comments, out);
		begins = *comments == '\n';
	}
}

/* version: 1: none is said. */
static enum status write_version(FILE *out, const struct tuned_file *file, const char *comments, int version,
				 struct error *err)
{
	enum status status = tuned_write_check(file, err);

	if (status != OK)
		return status;
	if (version > 1)
		fprintf(out, "rule-file-version-%d\n", version);
	write_comments(out, comments);
	fprintf(out, "%zu\t# operations\n", file->n);
	for (size_t i = 0; i < file->n; i++) {
		const struct tuned_operation *operation = &file->list[i];
		const struct tuned_class *class = tuned_class(operation->id);

		fprintf(out, "%d\t# %s\n%zu\t# communicators\n", operation->id, class->name, operation->n);
		for (size_t k = 0; k < operation->n; k++)
			write_communicator(out, class, &operation->list[k], version);
	}
	return OK;
}

enum status tuned_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	return write_version(out, file, comments, 1, err);
}

enum status tuned_write_version_2(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	return write_version(out, file, comments, 2, err);
}
