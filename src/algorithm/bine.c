#include "algorithm/bine.h"

/* 1, -1, 3, -5, 11, ...: (1 - (-2)^(step + 1)) / 3. */
static int64_t distance(int step)
{
	int64_t power = INT64_C(2) << step;

	return (step % 2 == 0 ? 1 + power : 1 - power) / 3;
}

int bine_partner(int power, int number, int step)
{
	int64_t away = number % 2 == 0 ? distance(step) : -distance(step);

	return (int)((number + away) & (power - 1));
}

struct bine_rows bine_rows(int power, int number, int steps)
{
	int own_side = 0, begin, size = 1 << steps;

	for (int step = number % 2 == 0; step < steps; step += 2)
		own_side += 1 << step;
	begin = (number - own_side) & (power - 1);
	if (begin + size <= power)
		return (struct bine_rows){1, {{begin, begin + size}}};
	return (struct bine_rows){2, {{begin, power}, {0, begin + size - power}}};
}

/* Where the data of the numbers from number on begin. */
static uint64_t begin_of(const struct step_builder *builder, const struct bine_parts *parts, int number)
{
	return parts->whole ? share_begin(parts->count, builder->processes, fold_first(&parts->fold, number))
			    : share_begin(parts->count, parts->fold.power, number);
}

typedef size_t (*transfer)(struct step_builder *builder, int peer, struct place place, uint64_t count);

/* A message for each row that is not empty. */
static void transfer_rows(struct step_builder *builder, const struct bine_parts *parts, const struct bine_rows *rows,
			  int peer, transfer append)
{
	for (int i = 0; i < rows->n; i++) {
		uint64_t begin = begin_of(builder, parts, rows->row[i].begin),
			 count = begin_of(builder, parts, rows->row[i].end) - begin;

		if (count > 0)
			append(builder, peer, place_at(parts->data, begin), count);
	}
}

/* What has arrived, laid out as the data are, is reduced into them. */
static void reduce_rows(struct step_builder *builder, const struct bine_parts *parts, const struct bine_rows *rows,
			struct place arrived)
{
	builder_step(builder);
	for (int i = 0; i < rows->n; i++) {
		uint64_t begin = begin_of(builder, parts, rows->row[i].begin),
			 count = begin_of(builder, parts, rows->row[i].end) - begin;

		if (count > 0)
			builder_reduce(builder, place_at(arrived, begin), place_at(parts->data, begin), count);
	}
	builder_step(builder);
}

void bine_reduce_scatter(struct step_builder *builder, const struct bine_parts *parts, int number)
{
	struct bine_parts arriving = *parts;
	int steps = 0;

	arriving.data = rank_program_scratch(builder->program, parts->fold.power > 1 ? parts->count : 0);
	while (1 << steps < parts->fold.power)
		steps++;
	builder_step(builder);
	while (steps-- > 0) {
		int partner = bine_partner(parts->fold.power, number, steps),
		    peer = fold_process(&parts->fold, partner);
		struct bine_rows own = bine_rows(parts->fold.power, number, steps),
				 theirs = bine_rows(parts->fold.power, partner, steps);

		transfer_rows(builder, &arriving, &own, peer, builder_receive);
		transfer_rows(builder, parts, &theirs, peer, builder_send);
		reduce_rows(builder, parts, &own, arriving.data);
	}
}

void bine_allgather(struct step_builder *builder, const struct bine_parts *parts, int number)
{
	for (int step = 0; 1 << step < parts->fold.power; step++) {
		int partner = bine_partner(parts->fold.power, number, step), peer = fold_process(&parts->fold, partner);
		struct bine_rows own = bine_rows(parts->fold.power, number, step),
				 theirs = bine_rows(parts->fold.power, partner, step);

		builder_step(builder);
		transfer_rows(builder, parts, &theirs, peer, builder_receive);
		transfer_rows(builder, parts, &own, peer, builder_send);
	}
	builder_step(builder);
}
