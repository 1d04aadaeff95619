#include "report/paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_DEFAULT = 100 };

static bool is_plain(const struct sample *sample)
{
	return sample->what.setup.layout[0].kind == LAYOUT_CONTIGUOUS &&
	       sample->what.setup.layout[1].kind == LAYOUT_CONTIGUOUS;
}

/* The sender's layout of a send call of noncontiguous data, NULL for any other point. */
static const struct layout *strided(const struct sample *sample)
{
	const struct layout *layout = &sample->what.setup.layout[0];

	return sample->what.kind == EXPERIMENT_SEND && sample->n && layout->kind == LAYOUT_VECTOR ? layout : NULL;
}

/* The sizes are those of send calls of contiguous data; the stride is that of the others. */
static enum status find_sizes(const struct campaign *campaign, struct report_paths *paths, struct link *link,
			      struct error *err)
{
	struct size_list *sizes = &paths->sizes;

	*sizes = (struct size_list){.bytes = malloc((campaign->n + 1) * sizeof(*sizes->bytes))};
	if (!sizes->bytes)
		return error_memory(err, "a list of sizes");
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		if (strided(sample))
			paths->stride = strided(sample)->stride;
		if (sample->what.kind != EXPERIMENT_SEND || sample->n == 0 || !is_plain(sample))
			continue;
		*link = (struct link){sample->what.from, sample->what.to};
		sizes->bytes[sizes->n++] = sample->what.bytes;
	}
	qsort(sizes->bytes, sizes->n, sizeof(*sizes->bytes), size_order);
	return OK;
}

static bool fits(const struct campaign *campaign, size_t blocks)
{
	for (size_t i = 0; i < campaign->n; i++) {
		const struct layout *layout = strided(campaign->samples[i]);

		if (layout &&
		    message_layout_end(campaign->samples[i]->what.bytes, true, blocks, layout->stride).block !=
			    layout->block)
			return false;
	}
	return true;
}

/* The store has the length of the blocks only. Their number is that of a model, the default one, or what the longest
 * message consists of. */
static size_t find_blocks(const struct campaign *campaign, const struct report_input *input)
{
	size_t blocks = BLOCKS_DEFAULT, longest = 0;

	for (size_t i = 0; i < input->models.n; i++) {
		const struct model *model = input->models.models[i];
		double said = model_param_index(model->class, "blocks") < model->class->n_params
				      ? model_value(model, 0, "blocks", 0)
				      : NAN;

		if (said >= 1 && fits(campaign, (size_t)said))
			return (size_t)said;
	}
	for (size_t i = 0; !fits(campaign, BLOCKS_DEFAULT) && i < campaign->n; i++) {
		const struct layout *layout = strided(campaign->samples[i]);

		if (layout && campaign->samples[i]->what.bytes > longest) {
			longest = campaign->samples[i]->what.bytes;
			blocks = (longest + layout->block / 2) / layout->block;
		}
	}
	return blocks;
}

/* The models that know messages at the stride; the others are named. Returns how many know it. */
static size_t choose_models(const struct report_input *input, struct link link, struct report_paths *paths,
			    struct model **models)
{
	const struct message_layout layout = {paths->stride ? MESSAGE_LAYOUTS - 1 : 0, (double)paths->stride};
	size_t n = 0, used;

	for (size_t i = 0; i < input->models.n; i++) {
		struct error unknown = {.status = OK};
		struct paths found;

		used = strlen(paths->left_out);
		if (model_paths(input->models.models[i], link, 1, &layout, &found, &unknown) == OK) {
			models[n] = input->models.models[i];
			paths->names[n++] = input->models.names[i];
		} else {
			snprintf(paths->left_out + used, sizeof(paths->left_out) - used, "%s%s", used ? ", " : "",
				 input->models.names[i]);
		}
	}
	return n;
}

enum status report_paths_make(const struct report_input *input, struct report_paths *paths, struct error *err)
{
	struct model *models[MODELS_MOST];
	struct path_experiments what = {.sizes = &paths->sizes};
	size_t n = 0;
	enum status status;

	if (!input->pathed || input->models.n == 0)
		return OK;
	status = find_sizes(&input->pathed->campaign, paths, &what.link, err);
	if (status != OK || paths->sizes.n == 0)
		return status;
	what.blocks = find_blocks(&input->pathed->campaign, input);
	what.stride = paths->stride;
	n = choose_models(input, what.link, paths, models);
	return n ? paths_compare(&paths->comparison, &what, &input->pathed->campaign, input->pathed->statistic, models,
				 n, err)
		 : OK;
}

const char *report_paths_text(const struct report_input *input, const struct report_paths *paths, char *text,
			      size_t room)
{
	const char *name = input->pathed->run.name;

	if (paths->sizes.n == 0)
		snprintf(text, room,
			 "Nothing to compare: %s was to time the three paths of messages, and has no send calls.",
			 name);
	else
		snprintf(text, room,
			 "%s timed send calls, receive calls and the full path of messages of %zu sizes, contiguous "
			 "(c) and noncontiguous (n, with a stride of %zu blocks) at the sender and at the receiver. "
			 "Errors are predicted time against measured time.%s%s%s",
			 name, paths->sizes.n, paths->stride,
			 *paths->left_out ? " Left out, because they do not know messages of that stride: " : "",
			 paths->left_out, *paths->left_out ? "." : "");
	return text;
}

void report_paths_release(struct report_paths *paths)
{
	paths_comparison_release(&paths->comparison);
	size_list_release(&paths->sizes);
	*paths = (struct report_paths){.stride = 0};
}
