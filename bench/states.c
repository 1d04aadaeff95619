/*
 * How often a second state of the machine is found, where there is one and where there is none, over random machines:
 * prints the parts. Usage: bench_states [SEEDS [FIRST]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "platform/course.h"
#include "stats/regimes.h"

enum { TIMINGS_MOST = 20000 };

/* What a fixed message takes, again and again. */
struct series {
	double at[TIMINGS_MOST], x[TIMINGS_MOST];
	size_t n, slow; /* timings; of them in the slow state */
};

/* noise: mean positive perturbation; outliers: probability of five times as long. */
static void draw(struct series *s, const struct unrest *unrest, double noise, double outliers, double every, size_t n,
		 uint64_t seed)
{
	struct course course;
	struct random random;

	course_init(&course, unrest, seed);
	random_init(&random, seed + 77);
	s->slow = 0;
	s->n = n;
	for (size_t i = 0; i < n; i++) {
		double factor;

		s->at[i] = (double)i * every;
		factor = course_factor(&course, s->at[i]);
		s->slow += course.slow.on;
		s->x[i] = 25e-6 * factor * (1 + noise * random_exponential(&random)) *
			  (random_uniform(&random) < outliers ? 5 : 1);
	}
}

static void two_states(size_t seeds, uint64_t first)
{
	const double factors[] = {1.25, 2, 2.7}, dwells[] = {2e-3, 2e-2, 0.2, 3, 30}, noises[] = {0, 0.02};
	static struct series s;

	printf("%6s %8s %6s %8s %8s %10s\n", "factor", "dwell", "noise", "eligible", "found", "share off");
	for (int f = 0; f < 3; f++)
		for (int d = 0; d < 5; d++)
			for (int k = 0; k < 2; k++) {
				size_t eligible = 0, found = 0;
				double off = 0;

				for (uint64_t seed = first; seed < first + seeds; seed++) {
					const struct unrest unrest = {.factor = factors[f], .dwell = dwells[d]};
					struct regimes levels;
					double least;

					draw(&s, &unrest, noises[k], 0.005, 250e-6, 600 + 400 * (seed % 4), seed);
					least = fmin((double)s.slow, (double)(s.n - s.slow));
					if (least < 30 || least < 0.05 * (double)s.n)
						continue;
					eligible++;
					regimes_find(s.at, s.x, NULL, s.n, &levels, NULL);
					found += levels.n == 2;
					off = fmax(off, levels.n == 2 ? fabs(levels.of[1].share -
									     (double)s.slow / (double)s.n)
								      : 0);
				}
				printf("%6g %8g %6g %8zu %7.2f%% %10.4f\n", factors[f], dwells[d], noises[k], eligible,
				       eligible ? 100.0 * (double)found / (double)eligible : 100, off);
			}
}

static void one_state(size_t seeds, uint64_t first)
{
	static const struct {
		const char *what;
		double noise, outliers;
		struct unrest unrest;
	} machines[] = {
		{"noise 0", 0, 0, {.factor = 0}},
		{"noise 0.02", 0.02, 0, {.factor = 0}},
		{"noise 0.1, outliers 0.02", 0.1, 0.02, {.factor = 0}},
		{"noise 0.5, outliers 0.1", 0.5, 0.1, {.factor = 0}},
		{"drift 0.5 in the run", 0.02, 0, {.drift = 0.5, .drift_time = 0.25}},
		{"disturbances", 0.02, 0.01, {.disturbance = 4, .disturbed = 50e-6, .apart = 5e-3}},
	};
	static struct series s;

	printf("\n%-28s %8s %8s\n", "one state", "seeds", "two");
	for (size_t m = 0; m < sizeof(machines) / sizeof(machines[0]); m++) {
		size_t found = 0;

		for (uint64_t seed = first; seed < first + seeds; seed++) {
			struct regimes levels;

			draw(&s, &machines[m].unrest, machines[m].noise, machines[m].outliers, 250e-6,
			     30 + 400 * (seed % 4), seed);
			regimes_find(s.at, s.x, NULL, s.n, &levels, NULL);
			found += levels.n > 1;
		}
		printf("%-28s %8zu %7.2f%%\n", machines[m].what, seeds, 100.0 * (double)found / (double)seeds);
	}
}

int main(int argc, char **argv)
{
	size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
	uint64_t first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;

	two_states(seeds, first);
	one_state(seeds, first);
	return 0;
}
