/*
 * With F(2, 2 f) of upper tail (1 + x / f)^-f and noises s_i, of which f_i s_i / E(s_i) is Gamma(f_i):
 * z_i = log(f_i s_i) - psi(f_i), Var z_i = psi'(f_i) + psi'(a), E z_i = log s_0 + log a - psi(a),
 * where 1/s is Gamma(a) with mean 1/s_0; then s_i becomes (f_i s_i + a s_0) / (f_i + a), with f_i + a degrees.
 */
#include "stats/end_point.h"

#include <math.h>

#include <gsl/gsl_sf_psi.h>

size_t end_point_takes(size_t n)
{
	size_t wanted = 1 + (size_t)ceil(sqrt((double)n));

	if (wanted < 5)
		wanted = 5;
	return wanted < n ? wanted : n;
}

struct end_point end_point_of(const double *sorted, size_t n)
{
	size_t k = end_point_takes(n);
	double sum = 0;

	for (size_t i = 1; i < k; i++)
		sum += (double)(n - i) * (sorted[i] - sorted[i - 1]);
	return (struct end_point){.least = sorted[0],
				  .above = k > 1 ? sum / (double)(k - 1) / (double)n : 0,
				  .freedom = (double)(k - 1),
				  .n = n};
}

double end_point_bound(const struct end_point *point, double p)
{
	double bound = point->above > 0
			       ? point->least - point->freedom * expm1(-log1p(-p) / point->freedom) * point->above
			       : point->least;

	return point->least < 0 ? bound : fmax(0, bound);
}

double end_point_draw(const struct end_point *point, struct random *random)
{
	return end_point_bound(point, random_uniform(random));
}

static bool has_part(const struct end_point *point)
{
	return point->freedom > 0 && point->above > 0 && point->least > 0;
}

static double noise_of(const struct end_point *point)
{
	return (double)point->n * point->above / point->least;
}

/* The shape whose trigamma function, which falls, is this. */
static double shape_of(double variance)
{
	double low = 1e-3, high = 1e6;

	while (high / low > 1.0001) {
		double middle = sqrt(low * high);

		*(gsl_sf_psi_1(middle) > variance ? &low : &high) = middle;
	}
	return low;
}

struct noise_prior noise_prior_of(struct end_point *const *points, size_t n)
{
	double sum = 0, squares = 0, chance = 0, count = 0, mean, variance, shape;

	for (size_t i = 0; i < n; i++) {
		double freedom = points[i]->freedom, z;

		if (!has_part(points[i]))
			continue;
		z = log(freedom * noise_of(points[i])) - gsl_sf_psi(freedom);
		sum += z;
		squares += z * z;
		chance += gsl_sf_psi_1(freedom);
		count++;
	}
	if (count < 3)
		return (struct noise_prior){.shape = 0};
	mean = sum / count;
	variance = fmax(0, squares - count * mean * mean) / (count - 1);
	shape = shape_of(fmax(0, variance - chance / count) + variance * sqrt(2 / (count - 1)));
	return (struct noise_prior){shape, exp(mean + gsl_sf_psi(shape)) / shape};
}

void end_point_moderate(struct end_point *point, const struct noise_prior *prior)
{
	double own = point->freedom, all = own + prior->shape;

	if (!(prior->shape > 0) || !has_part(point))
		return;
	point->above = (own * point->above + prior->shape * prior->noise * point->least / (double)point->n) / all;
	point->freedom = all;
}
