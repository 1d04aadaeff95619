#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

/*
 * Rule files that are drawn: drawn FORM SEED FROM N [DIR]. Of those from the FROM-th on, even ones are whole, odd ones
 * broken: each is read and checked. Prints how many have which effect, and how many rules of whole ones that are said
 * never to be used a look-up takes: there must be none. With DIR each file is written there, I.rules, and calls with
 * what they are said to do, I.calls (calls.c, drawn.sh). Classic and MPICH.
 */
enum { CALLS = 40, MAKINGS = 4, PROCESSES = 4, KINDS = EFFECT_MISREAD + 1 };

/* Operations that calls.c has, by id. */
static const struct {
	int id;
	const char *name;
} callable[] = {{0, "allgather"}, {2, "allreduce"}, {3, "alltoall"},         {6, "barrier"},         {7, "bcast"},
		{9, "gather"},    {11, "reduce"},   {12, "reduce_scatterv"}, {13, "reduce_scatter"}, {15, "scatter"}};

static FILE *open_file(const char *dir, uint64_t i, const char *ending)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%llu.%s", dir, (unsigned long long)i, ending);
	file = fopen(path, "w");
	if (!file) {
		fprintf(stderr, "%s cannot be written\n", path);
		exit(2);
	}
	return file;
}

/* Sizes around those that the file names, and others. */
static int draw_bytes(struct drawn *d, const struct judged *j, int id, int processes)
{
	const struct tuned_class *class = tuned_class(id);
	const struct tuned_operation *o = tuned_operation(&j->file, id);
	const struct tuned_communicator *c = o ? tuned_communicator(o, processes) : NULL;
	uint64_t unit = class->measure == TUNED_TOTAL || class->measure == TUNED_SUM ? (uint64_t)processes : 1,
		 bytes = 0;

	if (c && c->n > 0 && random_below(&d->random, 3) > 0)
		bytes = (c->rules[random_below(&d->random, c->n)].bytes + unit - 1) / unit;
	if (bytes == 0 || bytes > 1 << 18)
		bytes = 1 + random_below(&d->random, (size_t)1 << random_below(&d->random, 18));
	return (int)bytes;
}

/* Communicators are made of others. */
static void write_makings(struct drawn *d, const struct judged *j, FILE *out)
{
	for (int k = 0; k < MAKINGS; k++) {
		const struct drawn_call call = {.id = k % 2 ? DRAWN_SPLIT : DRAWN_DUP,
						.processes = 2 + (int)random_below(&d->random, PROCESSES - 1)};
		bool said;
		enum outcome outcome = judged_call(j, &call, &said);

		fprintf(out, "%s %d 0 0 %s %d\n", k % 2 ? "comm_split" : "comm_dup", call.processes,
			outcome_words[outcome], said);
	}
}

static void write_calls(struct drawn *d, const struct judged *j, const char *dir, uint64_t i)
{
	FILE *out = open_file(dir, i, "calls");

	for (int k = 0; k < CALLS; k++) {
		size_t at = (size_t)k % (sizeof(callable) / sizeof(callable[0]));
		struct drawn_call call = {.id = callable[at].id,
					  .processes = 2 + (int)random_below(&d->random, PROCESSES - 1)};
		enum outcome outcome;
		bool said;

		call.bytes = draw_bytes(d, j, call.id, call.processes);
		call.unlike =
			j->form == DRAWN_CLASSIC && tuned_class(call.id)->unlike && random_below(&d->random, 2) == 0;
		outcome = judged_call(j, &call, &said);
		fprintf(out, "%s %d %d %d %s %d\n", callable[at].name, call.processes, call.bytes, call.unlike,
			outcome_words[outcome], said);
	}
	if (j->form == DRAWN_MPICH)
		write_makings(d, j, out);
	fclose(out);
}

static void write_file(struct drawn *d, const struct judged *j, const char *dir, uint64_t i)
{
	FILE *out = open_file(dir, i, "rules");

	fwrite(d->text, 1, d->n, out);
	fclose(out);
	write_calls(d, j, dir, i);
}

/* Of whole and broken ones. */
struct counts {
	size_t files, clean, no_json, with[KINDS];
};

static void count(struct counts *counts, const struct judged *j)
{
	bool has[KINDS] = {false};

	counts->files++;
	counts->clean += j->effects.n == 0 && !j->json.fault;
	counts->no_json += j->json.fault != NULL;
	for (size_t i = 0; i < j->effects.n; i++)
		has[j->effects.list[i].kind] = true;
	for (int k = 0; k < KINDS; k++)
		counts->with[k] += has[k];
}

static void print(const char *what, const struct counts *counts)
{
	printf("%s: %zu files, %zu without effects", what, counts->files, counts->clean);
	for (int k = 0; k < KINDS; k++)
		printf(", %zu %s", counts->with[k], rule_effect_words[k]);
	printf(", %zu no JSON\n", counts->no_json);
}

int main(int argc, char **argv)
{
	static struct drawn d;
	struct counts counts[2] = {{.files = 0}};
	size_t contradictions = 0;
	uint64_t seed = argc > 4 ? strtoull(argv[2], NULL, 10) : 0, from = argc > 4 ? strtoull(argv[3], NULL, 10) : 0,
		 n = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
	int form = 0;

	while (argc > 1 && drawn_forms[form] && strcmp(drawn_forms[form], argv[1]) != 0)
		form++;
	if (n == 0 || !drawn_forms[form])
		return 2;
	for (uint64_t i = from; i < from + n; i++) {
		struct judged judged;

		drawn_file(&d, (enum drawn_form)form, seed, i, i % 2 == 1);
		judged_read(&judged, (enum drawn_form)form, d.text, d.n);
		count(&counts[i % 2], &judged);
		if (i % 2 == 0) /* of broken ones a line may have several rules: they are read and checked */
			contradictions += judged_contradictions(&judged, &d);
		if (argc > 5)
			write_file(&d, &judged, argv[5], i);
		judged_release(&judged);
	}
	print("whole", &counts[0]);
	print("broken", &counts[1]);
	printf("%s, seed %llu: %zu rules are taken that were said never to be\n", argv[1], (unsigned long long)seed,
	       contradictions);
	return contradictions > 0;
}
