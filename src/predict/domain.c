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

static enum status path_times(const struct model *model, size_t bytes, enum ends ends, double stride,
			      struct paths *paths, struct error *err)
{
	const struct message_layout layout = {ends, paths_nearest_stride(model, any, stride)};

	return model_paths(model, any, bytes, &layout, paths, err);
}

/* timeOFTscatter: P - 1 sends, or P - 2 and the whole way of the last. */
static enum status spread_flat(const struct model *model, const struct domain *domain, const struct grid *grid,
			       bool gather, double *seconds, struct error *err)
{
	double n = (double)(grid->x * grid->y), own;
	size_t bytes = parts(domain->width, grid->x) * parts(domain->height, grid->y) * domain->element;
	struct paths paths;
	enum status status = path_times(model, bytes,
					grid->x == 1 ? CC
					: gather     ? CN
						     : NC,
					part_stride(grid), &paths, err);

	if (status != OK)
		return status;
	own = gather ? paths.receive : paths.send;
	*seconds = n < 2 ? 0 : fmax((n - 1) * own, (n - 2) * own + paths.full);
	return OK;
}

/* timeSBTscatter: the halves, quarters, ... that the root sends; whole rows first, parts of rows when the rest must be
 * cut lengthwise: the first of these is half a row wide, the next one a quarter. */
static enum status spread_binomial(const struct model *model, const struct domain *domain, const struct grid *grid,
				   bool gather, double *seconds, struct error *err)
{
	size_t whole = domain->width * domain->height * domain->element, n = grid->x * grid->y;
	double root = 0, last = 0;
	enum status status = OK;

	for (size_t cut = 2; status == OK && cut <= n; cut *= 2) {
		struct paths paths;

		status = path_times(model, parts(whole, cut),
				    cut <= grid->y ? CC
				    : gather       ? CN
						   : NC,
				    cut_stride(grid, cut), &paths, err);
		if (status != OK)
			return status;
		root += gather ? paths.receive : paths.send;
		last += paths.full;
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

enum status domain_exchange(const struct model *model, const struct domain *domain, const struct grid *grid,
			    double *seconds, struct error *err)
{
	size_t border = domain->border, width = parts(domain->width, grid->x), height = parts(domain->height, grid->y);
	struct paths columns = {.full = 0}, rows = {.full = 0};
	enum status status = OK;

	if (grid->x > 1 && border > 0)
		status = path_times(model, border * height * domain->element, NN, border_stride(domain, grid), &columns,
				    err);
	if (status == OK && grid->y > 1 && border > 0)
		status = path_times(model, (width + 2 * border) * border * domain->element, CC, 0, &rows, err);
	*seconds = 2 * columns.full + 2 * rows.full;
	return status;
}
