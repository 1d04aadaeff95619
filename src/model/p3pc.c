/*
 * T_send,M(m) = t_cs + t_as,M(m), T_recv,M(m) = t_cr + t_ar,M(m), T_full,M(m) = t_cf + t_af,M(m), M in cc, cn, nc, nn
 * (Seinstra, Koelma 2002, section 3.3)
 */
#include "model/classes.h"
#include "model/paths_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How many strides a model holds: one set of curves each. */
enum { STRIDES_MOST = PATHS_STRIDES_MOST };

#define CURVES(layout, which, may_lack, where)                                                              \
	{.name = "t_as_" layout which,                                                                      \
	 .unit = "s",                                                                                       \
	 .shape = PARAM_PER_SIZE,                                                                           \
	 .optional = (may_lack),                                                                            \
	 .of_process = true,                                                                                \
	 .added_to = "t_cs",                                                                                \
	 .about = "the send call in a stream, additional time, " where},                                    \
		{.name = "t_ar_" layout which,                                                              \
		 .unit = "s",                                                                               \
		 .shape = PARAM_PER_SIZE,                                                                   \
		 .optional = (may_lack),                                                                    \
		 .of_process = true,                                                                        \
		 .of_receiver = true,                                                                       \
		 .added_to = "t_cr",                                                                        \
		 .about = "the receive call in a stream, additional time, " where},                         \
	{                                                                                                   \
		.name = "t_af_" layout which, .unit = "s", .shape = PARAM_PER_SIZE, .optional = (may_lack), \
		.added_to = "t_cf", .about = "the full path, additional time, " where                       \
	}
#define STRIDED(which, may_lack, at)                                             \
	CURVES("cn", which, may_lack, "noncontiguous at the receiver" at),       \
		CURVES("nc", which, may_lack, "noncontiguous at the sender" at), \
		CURVES("nn", which, may_lack, "noncontiguous at both ends" at)
#define STRIDE(which)                                                                                                 \
	{                                                                                                             \
		.name = "stride" which, .unit = "", .shape = PARAM_SCALAR, .optional = true,                          \
		.about = "distance from block to block of noncontiguous data, in blocks, of the curves t_a._.." which \
	}

/* The constants are in the order of enum path_kind, and so are the curves of contiguous data, which follow; then come
 * the calls by themselves. */
enum { SEND, RECEIVE, FULL, CONTIGUOUS, SEND_ALONE = CONTIGUOUS + PATHS, RECEIVE_ALONE };

static const struct param_spec params[] = {
	[SEND] = PATHS_SEND_CONSTANT(" in a stream"),
	[RECEIVE] = PATHS_RECEIVE_CONSTANT(" in a stream"),
	[FULL] = PATHS_FULL_CONSTANT,
	CURVES("cc", "", false, "contiguous at both ends"),
	[SEND_ALONE] = {.name = "o_s",
			.unit = "s",
			.shape = PARAM_PER_SIZE,
			.of_process = true,
			.optional = true,
			.about = "the send call by itself: how long a schedule's sender is busy, apart from its port"},
	[RECEIVE_ALONE] = {.name = "o_r",
			   .unit = "s",
			   .shape = PARAM_PER_SIZE,
			   .of_process = true,
			   .of_receiver = true,
			   .optional = true,
			   .about = "the receive call of a message that is there by itself: the same of its receiver"},
	STRIDED("", false, ""),
	{.name = "blocks",
	 .unit = "",
	 .shape = PARAM_SCALAR,
	 .optional = true,
	 .about = "how many a message of noncontiguous data consists of"},
	STRIDE(""),
	STRIDE("_2"),
	STRIDED("_2", true, ", the second stride"),
	STRIDE("_3"),
	STRIDED("_3", true, ", the third stride"),
	STRIDE("_4"),
	STRIDED("_4", true, ", the fourth stride"),
};

static const struct design_row rows[] = {
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ALL, .layouts = true},
	{.kind = EXPERIMENT_SEND, .sizes = SIZES_ALL, .layouts = true},
	{.kind = EXPERIMENT_RECEIVE, .sizes = SIZES_ALL, .layouts = true},
	{.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ALL, .layouts = true, .saturate = true, .stream = true},
};

static const struct method methods[] = {
	{.name = "paths",
	 .about = "streams of messages, their send and receive calls by themselves, and round trips with an empty "
		  "answer, in all four layouts",
	 .plan = PLAN_REFINE,
	 .adaptive_most = 32, /* a size has a dozen curves */
	 .grows = "t_af_cc",
	 .rows = rows,
	 .n_rows = sizeof(rows) / sizeof(rows[0])},
};

static const char *const suffixes[STRIDES_MOST] = {"", "_2", "_3", "_4"};
static const char letters[PATHS] = {'s', 'r', 'f'};

enum { NAME = 24 };

static const char *curve_name(char *name, enum path_kind path, unsigned ends, size_t which)
{
	snprintf(name, NAME, "t_a%c_%s%s", letters[path], message_layout_names[ends], ends ? suffixes[which] : "");
	return name;
}

static const char *stride_name(char *name, size_t which)
{
	snprintf(name, NAME, "stride%s", suffixes[which]);
	return name;
}

/* The strides at which the link was measured, ascending. ERR_INPUT if there are more than a model holds. */
static enum status find_strides(const struct points *points, struct link link, double *strides, size_t *n,
				struct error *err)
{
	*n = 0;
	for (size_t i = 0; i < points->n; i++) {
		struct message_layout layout = message_layout_of(&points->points[i].what);
		size_t k = 0;

		if (layout.ends == 0 || points->points[i].what.from != link.from ||
		    points->points[i].what.to != link.to)
			continue;
		while (k < *n && strides[k] < layout.stride)
			k++;
		if (k < *n && strides[k] == layout.stride)
			continue;
		if (*n == STRIDES_MOST)
			return error_set(err, ERR_INPUT,
					 "noncontiguous data were measured at more than %d strides, and a p3pc model "
					 "holds no more",
					 STRIDES_MOST);
		for (size_t later = (*n)++; later > k; later--)
			strides[later] = strides[later - 1];
		strides[k] = layout.stride;
	}
	return OK;
}

/* How many blocks the largest message of noncontiguous data had, at least one. */
static double find_blocks(const struct points *points, struct link link)
{
	size_t bytes = 0, block = 1, blocks;

	for (size_t i = 0; i < points->n; i++) {
		const struct experiment *what = &points->points[i].what;
		const struct layout *end = &what->setup.layout[what->setup.layout[0].kind == LAYOUT_CONTIGUOUS];

		if (end->kind != LAYOUT_CONTIGUOUS && what->from == link.from && what->to == link.to &&
		    what->bytes > bytes)
			bytes = what->bytes, block = end->block;
	}
	blocks = bytes > block ? (bytes + block / 2) / block : 1;
	return (double)blocks;
}

static enum status fit_curve(struct model *model, size_t l, enum path_kind path, const struct message_layout *layout,
			     size_t which, const struct points *points, struct link link, struct error *err)
{
	char name[NAME];
	struct path_times times;
	enum status status = path_times_find(points, path, PATH_STREAM, link, layout, &times, err);

	if (status == OK)
		status = model_set(model, l, path_constants[path], path_times_split(&times), err);
	if (status == OK)
		status = model_set_curve(model, l, curve_name(name, path, layout->ends, which), times.bytes,
					 times.seconds, times.n, err);
	path_times_release(&times);
	return status;
}

static enum status fit_stride(struct model *model, size_t l, size_t which, double stride, const struct points *points,
			      struct link link, struct error *err)
{
	char name[NAME];
	enum status status = stride > 0 ? model_set(model, l, stride_name(name, which), stride, err) : OK;

	for (unsigned ends = which == 0 ? 0 : 1; ends < MESSAGE_LAYOUTS; ends++)
		for (int path = 0; status == OK && path < PATHS; path++)
			status = fit_curve(model, l, (enum path_kind)path, &(struct message_layout){ends, stride},
					   which, points, link, err);
	return status;
}

/* The call of contiguous messages by itself. */
static enum status fit_alone(struct model *model, size_t l, enum path_kind path, const struct points *points,
			     struct link link, struct error *err)
{
	struct path_times times;
	enum status status =
		path_times_find(points, path, PATH_ALONE, link, &(struct message_layout){.ends = 0}, &times, err);

	if (status == OK)
		status = model_set_curve(model, l, params[SEND_ALONE + path].name, times.bytes, times.seconds, times.n,
					 err);
	path_times_release(&times);
	return status;
}

static enum status p3pc_fit(struct model *model, size_t l, const struct points *points, struct link measured,
			    const struct method *method, struct error *err)
{
	double strides[STRIDES_MOST] = {0};
	size_t n = 0;
	enum status status = find_strides(points, measured, strides, &n, err);

	(void)method;
	for (size_t which = 0; status == OK && which < (n ? n : 1); which++)
		status = fit_stride(model, l, which, strides[which], points, measured, err);
	if (status == OK)
		status = fit_alone(model, l, PATH_KIND_SEND, points, measured, err);
	if (status == OK)
		status = fit_alone(model, l, PATH_KIND_RECEIVE, points, measured, err);
	return status == OK ? model_set(model, l, "blocks", find_blocks(points, measured), err) : status;
}

/* Blocks and strides are counted, and a layout is made of them. */
static enum status p3pc_check(const struct model *model, struct error *err)
{
	const double most[] = {PATHS_BLOCKS_MOST, PATHS_STRIDE_MOST};
	char name[NAME];

	for (size_t l = 0; l < model->n_links; l++)
		for (size_t k = 0; k <= STRIDES_MOST; k++) {
			const char *which = k < STRIDES_MOST ? stride_name(name, k) : "blocks";
			double value = model_value(model, l, which, 0), limit = most[k < STRIDES_MOST];

			if (value < 1 || value > limit)
				return error_set(err, ERR_INPUT,
						 "parameter %s of a p3pc model is %g: from 1 to %.0f are allowed",
						 which, value, limit);
			if (k < STRIDES_MOST && value != floor(value) && !isnan(value))
				return error_set(err, ERR_INPUT,
						 "parameter %s of a p3pc model is %.17g: data were measured at whole "
						 "strides, in blocks",
						 which, value);
		}
	return OK;
}

/* Two of the model's strides and how far between them the asked one lies. */
struct between {
	size_t low, high;
	double part;
};

/* "2 and 8", the strides that the model knows. */
static const char *list_strides(const struct model *model, size_t l, char *text, size_t room)
{
	char name[NAME];
	size_t used = 0;

	text[0] = '\0';
	for (size_t k = 0; k < STRIDES_MOST && used < room; k++) {
		double stride = model_value(model, l, stride_name(name, k), 0);

		if (!isnan(stride))
			used += (size_t)snprintf(text + used, room - used, "%s%g", used ? ", " : "", stride);
	}
	return text;
}

/* Strides may stand in any order in a file that was edited. */
static enum status find_between(const struct model *model, size_t l, double asked, struct between *between,
				struct error *err)
{
	char name[NAME], text[100];
	double low = -INFINITY, high = INFINITY;

	*between = (struct between){.low = 0};
	if (asked == 0)
		return OK;
	for (size_t k = 0; k < STRIDES_MOST; k++) {
		double stride = model_value(model, l, stride_name(name, k), 0);

		if (stride <= asked && stride > low)
			low = stride, between->low = k;
		if (stride >= asked && stride < high)
			high = stride, between->high = k;
	}
	if (isinf(low) && isinf(high))
		return error_set(err, ERR_INPUT,
				 "the p3pc model does not say at which stride its noncontiguous data were measured: no "
				 "stride can be asked of it");
	if (isinf(low) || isinf(high))
		return error_set(
			err, ERR_INPUT,
			"the p3pc model does not know a stride of %g blocks: noncontiguous data were measured at %s",
			asked, list_strides(model, l, text, sizeof(text)));
	between->part = high > low ? (asked - low) / (high - low) : 0;
	return OK;
}

static size_t curve_index(enum path_kind path, unsigned ends, size_t which)
{
	char name[NAME];

	return ends ? model_param_index(&model_p3pc, curve_name(name, path, ends, which)) : CONTIGUOUS + (size_t)path;
}

static double time_of(const struct model *model, size_t l, enum path_kind path, unsigned ends,
		      const struct between *between, size_t bytes)
{
	double low = model_at(model, l, curve_index(path, ends, between->low), bytes),
	       high = between->part > 0 ? model_at(model, l, curve_index(path, ends, between->high), bytes) : low;

	return model_at(model, l, SEND + (size_t)path, 0) + low +
	       (between->part > 0 ? between->part * (high - low) : 0);
}

static enum status p3pc_paths(const struct model *model, struct link link, size_t bytes,
			      const struct message_layout *layout, struct paths *paths, struct error *err)
{
	size_t l = model_link(model, link);
	struct between between = {.low = 0};
	enum status status = layout->ends ? find_between(model, l, layout->stride, &between, err) : OK;

	if (status != OK)
		return status;
	*paths = (struct paths){
		.send = time_of(model, l, PATH_KIND_SEND, layout->ends, &between, bytes),
		.receive = time_of(model, l, PATH_KIND_RECEIVE, layout->ends, &between, bytes),
		.full = time_of(model, l, PATH_KIND_FULL, layout->ends, &between, bytes),
	};
	return isnan(paths->send + paths->receive + paths->full)
		       ? error_set(err, ERR_INPUT,
				   "the p3pc model has a stride of %g blocks without its curves for layout %s",
				   layout->stride, message_layout_names[layout->ends])
		       : OK;
}

/*
 * Of contiguous data. Where a stream waits for what lies between, that is what keeps the ports busy; processors are
 * busy for the calls alone.
 */
static void p3pc_cost(const struct model *model, struct link link, size_t bytes, struct cost *cost)
{
	size_t l = model_link(model, link);
	const struct parameter *parameters = &model->parameters[l * model->class->n_params];
	struct paths paths = {0};

	p3pc_paths(model, link, bytes, &(struct message_layout){.ends = 0}, &paths, NULL);
	*cost = paths_cost_after(&paths, model_at(model, l, FULL, 0));
	if (parameters[SEND_ALONE].curve.n > 0)
		cost->send = model_at(model, l, SEND_ALONE, bytes);
	if (parameters[RECEIVE_ALONE].curve.n > 0)
		cost->receive = cost->receive_expected = model_at(model, l, RECEIVE_ALONE, bytes);
}

/* g = t_cs, L = t_cf, G = t_af,cc (section 5.1). */
static enum status p3pc_convert(const struct model *model, size_t l, struct model *target, struct error *err)
{
	const struct curve *additional = &model_param(model, l, "t_af_cc")->curve;
	enum status status;

	if (target->class != &model_loggp_star)
		return error_set(err, ERR_INPUT, "a p3pc model can be converted to loggp-star, not to %s",
				 target->class->name);
	status = model_set(target, l, "L", model_value(model, l, "t_cf", 0), err);
	if (status == OK)
		status = model_set(target, l, "g", model_value(model, l, "t_cs", 0), err);
	return status == OK ? model_set_curve(target, l, "G", additional->x, additional->y, additional->n, err)
			    : status;
}

const struct model_class model_p3pc = {
	.name = "p3pc",
	.about = "three paths, piecewise linear in m, for contiguous and noncontiguous data at either end",
	.reference = "Seinstra, Koelma 2002, IEEE TPDS 13(7)",
	.params = params,
	.n_params = sizeof(params) / sizeof(params[0]),
	.methods = methods,
	.n_methods = sizeof(methods) / sizeof(methods[0]),
	.fit = p3pc_fit,
	.check = p3pc_check,
	.cost = p3pc_cost,
	.convert = p3pc_convert,
	.paths = p3pc_paths,
};
