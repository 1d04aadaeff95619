#include "predict/domain.h"

#include "model/paths.h"

#include <math.h>

enum ends { CC, CN, NC, NN }; /* indices of message_layout_names */

static const struct link any = {0, 1};

static size_t parts(size_t length, size_t n)
{
	return (length + n - 1) / n;
}

static bool is_power(size_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

bool domain_has_tree(const struct grid *grid, enum domain_tree tree)
{
	return tree == DOMAIN_FLAT || (is_power(grid->x) && is_power(grid->y));
}

/* From the beginning of a row to that of the next, in blocks, the row's own data: of parts, of what a step of a
 * binomial tree sends, of columns of a border. */
static double part_stride(const struct grid *grid)
{
	return (double)grid->x;
}

static double cut_stride(const struct grid *grid, size_t cut)
{
	return (double)cut / (double)grid->y;
}

static double border_stride(const struct domain *domain, const struct grid *grid)
{
	return (double)(parts(domain->width, grid->x) + 2 * domain->border) / (double)domain->border;
}

bool domain_strides(const struct domain *domain, const struct grid *grid, double *least, double *most)
{
	bool halves = domain_has_tree(grid, DOMAIN_BINOMIAL);

	if (grid->x < 2)
		return false;
	*least = halves ? cut_stride(grid, 2 * grid->y) : part_stride(grid);
	*most = part_stride(grid);
	if (domain->border > 0) {
		*least = fmin(*least, border_stride(domain, grid));
		*most = fmax(*most, border_stride(domain, grid));
	}
	return true;
}

/* Of two processes, numbered row by row. */
static const struct model *model_between(const struct model *model, const struct domain *domain, size_t a, size_t b)
{
	return domain->node && domain->node[a] == domain->node[b] ? domain->within : model;
}

static enum status path_times(const struct model *model, size_t bytes, enum ends ends, double stride,
			      struct paths *paths, struct error *err)
{
	const struct message_layout layout = {ends, paths_nearest_stride(model, any, stride)};

	return model_paths(model, any, bytes, &layout, paths, err);
}

/* timeOFTscatter: P - 1 sends, or those before a process and the whole way of its own: with one model P - 2 and the way
 * of the last. */
static enum status spread_flat(const struct model *model, const struct domain *domain, const struct grid *grid,
			       bool gather, double *seconds, struct error *err)
{
	size_t bytes = parts(domain->width, grid->x) * parts(domain->height, grid->y) * domain->element;
	size_t n = grid->x * grid->y;
	double before = 0, last = -INFINITY;
	struct paths paths[2]; /* between nodes, within one */
	enum ends ends = grid->x == 1 ? CC : gather ? CN : NC;
	enum status status = path_times(model, bytes, ends, part_stride(grid), &paths[0], err);

	if (status == OK && domain->node)
		status = path_times(domain->within, bytes, ends, part_stride(grid), &paths[1], err);
	if (status != OK)
		return status;
	if (n >= 2 && !domain->node) {
		before = (double)(n - 1) * (gather ? paths->receive : paths->send);
		last = (double)(n - 2) * (gather ? paths->receive : paths->send) + paths->full;
	}
	for (size_t p = 1; domain->node && p < n; p++) {
		const struct paths *own = &paths[model_between(model, domain, 0, p) != model];

		last = fmax(last, before + own->full);
		before += gather ? own->receive : own->send;
	}
	*seconds = fmax(before, last);
	return OK;
}

/* A message of a step of a binomial tree, of the root, or the slowest one of the step. */
static enum status cut_time(const struct model *model, const struct domain *domain, const struct grid *grid, size_t cut,
			    bool gather, struct paths *root, double *slowest, struct error *err)
{
	size_t n = grid->x * grid->y, bytes = parts(domain->width * domain->height * domain->element, cut),
	       apart = n / cut;
	enum ends ends = cut <= grid->y ? CC : gather ? CN : NC;
	const struct model *others = model_between(model, domain, 0, apart);
	enum status status = path_times(others, bytes, ends, cut_stride(grid, cut), root, err);

	*slowest = root->full;
	for (size_t p = 2 * apart; status == OK && domain->node && p < n; p += 2 * apart) {
		struct paths paths;

		if (model_between(model, domain, p, p + apart) == others)
			continue;
		status = path_times(others == model ? domain->within : model, bytes, ends, cut_stride(grid, cut),
				    &paths, err);
		*slowest = fmax(*slowest, paths.full);
		break;
	}
	return status;
}

/* timeSBTscatter: the halves, quarters, ... that the root sends; whole rows first, parts of rows when the rest must be
 * cut lengthwise: the first of these is half a row wide, the next one a quarter. */
static enum status spread_binomial(const struct model *model, const struct domain *domain, const struct grid *grid,
				   bool gather, double *seconds, struct error *err)
{
	size_t n = grid->x * grid->y;
	double root = 0, last = 0, slowest;
	enum status status = OK;

	for (size_t cut = 2; status == OK && cut <= n; cut *= 2) {
		struct paths paths;

		status = cut_time(model, domain, grid, cut, gather, &paths, &slowest, err);
		if (status != OK)
			return status;
		root += gather ? paths.receive : paths.send;
		last += slowest;
	}
	*seconds = fmax(root, last);
	return status;
}

enum status domain_spread(const struct model *model, const struct domain *domain, const struct grid *grid,
			  enum domain_tree tree, bool gather, double *seconds, struct error *err)
{
	return tree == DOMAIN_FLAT ? spread_flat(model, domain, grid, gather, seconds, err)
				   : spread_binomial(model, domain, grid, gather, seconds, err);
}

/* The full path of a border's message, where neighbours are so many processes apart in a row or between rows: of the
 * slowest pair. */
static enum status border_time(const struct model *model, const struct domain *domain, const struct grid *grid,
			       bool columns, size_t bytes, double *full, struct error *err)
{
	size_t apart = columns ? 1 : grid->x, n = grid->x * grid->y;
	bool seen[2] = {!domain->node, false};
	double slowest = -INFINITY;
	enum status status = OK;

	for (size_t p = 0; domain->node && p + apart < n; p++) {
		if (!columns || (p + 1) % grid->x > 0)
			seen[model_between(model, domain, p, p + apart) != model] = true;
	}
	for (int within = 0; within < 2 && status == OK; within++) {
		struct paths paths;

		if (!seen[within])
			continue;
		status = path_times(within ? domain->within : model, bytes, columns ? NN : CC,
				    columns ? border_stride(domain, grid) : 0, &paths, err);
		if (status == OK)
			slowest = fmax(slowest, paths.full);
	}
	*full = slowest;
	return status;
}

enum status domain_exchange(const struct model *model, const struct domain *domain, const struct grid *grid,
			    double *seconds, struct error *err)
{
	size_t border = domain->border, width = parts(domain->width, grid->x), height = parts(domain->height, grid->y);
	double columns = 0, rows = 0;
	enum status status = OK;

	if (grid->x > 1 && border > 0)
		status = border_time(model, domain, grid, true, border * height * domain->element, &columns, err);
	if (status == OK && grid->y > 1 && border > 0)
		status = border_time(model, domain, grid, false, (width + 2 * border) * border * domain->element, &rows,
				     err);
	*seconds = 2 * columns + 2 * rows;
	return status;
}
