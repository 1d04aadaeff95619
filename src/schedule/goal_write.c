#include "schedule/goal.h"

#include "schedule/goal_programs.h"

#include <errno.h>
#include <string.h>

enum status goal_written(bool written, struct error *err)
{
	return written ? OK : error_set(err, ERR_IO, "the GOAL file cannot be written: %s", strerror(errno));
}

static void write_operation(const struct operation *op, size_t i, FILE *out)
{
	bool send = op->kind == OP_SEND;

	if (send || op->kind == OP_RECEIVE) {
		fprintf(out, "l%zu: %s %llub %s %d", i + 1, send ? "send" : "recv", (unsigned long long)op->count,
			send ? "to" : "from", op->peer);
		if (op->tag != 0)
			fprintf(out, " tag %d", op->tag);
	} else {
		fprintf(out, "l%zu: calc %llu", i + 1, op->kind == OP_COMPUTE ? (unsigned long long)op->count : 0);
	}
	if (op->cpu > 0)
		fprintf(out, " cpu %d", op->cpu);
	if (op->nic > 0)
		fprintf(out, " nic %d", op->nic);
	fputc('\n', out);
}

static void write_program(const struct rank_program *program, int process, FILE *out)
{
	fprintf(out, "\nrank %d {\n", process);
	for (size_t i = 0; i < program->n; i++)
		write_operation(&program->operations[i], i, out);
	for (size_t i = 0; i < program->n; i++) {
		size_t n = rank_program_requirement_count(program, i);

		for (size_t r = 0; r < n; r++) {
			const struct requirement *requirement =
				&program->requirements[program->operations[i].first + r];

			fprintf(out, "l%zu %s l%u\n", i + 1, requirement->start ? "irequires" : "requires",
				requirement->on + 1U);
		}
	}
	fputs("}\n", out);
}

enum status goal_write_text(const struct schedule *schedule, FILE *out, struct error *err)
{
	struct rank_program program = {0};
	enum status status = OK;

	fprintf(out, "num_ranks %d\n", schedule->processes);
	for (int p = 0; p < schedule->processes && status == OK; p++) {
		rank_program_clear(&program);
		status = schedule->build(schedule->self, p, &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		if (status == OK) {
			write_program(&program, p, out);
			status = goal_written(!ferror(out), err);
		}
	}
	rank_program_release(&program);
	if (status == OK)
		status = goal_written(fflush(out) == 0, err);
	return status;
}
