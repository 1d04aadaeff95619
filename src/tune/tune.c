#include "tune/tune.h"

#include "base/memory.h"
#include "tune/choose.h"
#include "tune/places.h"
#include "tune/search.h"

#include <stdlib.h>

static bool is_asked(const struct tune_options *options, int id)
{
	enum decision_operation operation;

	return options->operations[id] && tune_operation(options->library, id, &operation);
}

enum status tune_tasks_open(const struct tune_options *options, struct tune_tasks *tasks, struct error *err)
{
	struct tune_places places = {.n = 0};
	enum status status = OK;

	*tasks = (struct tune_tasks){.n = 0};
	for (int id = 0; status == OK && id < TUNED_OPERATIONS; id++)
		if (is_asked(options, id))
			status = tune_places_find(options, id, &places, err);
	tasks->list = calloc(places.n + 1, sizeof(*tasks->list));
	if (status == OK && !tasks->list)
		status = error_memory(err, "the list of operations to tune");
	for (size_t i = 0; status == OK && i < places.n; i++)
		status = tune_task_open(options, &places.list[i], &tasks->list[tasks->n++], err);
	tune_places_release(&places);
	return status;
}

void tune_tasks_release(struct tune_tasks *tasks)
{
	for (size_t i = 0; i < tasks->n; i++)
		tune_task_release(&tasks->list[i]);
	free(tasks->list);
	*tasks = (struct tune_tasks){.n = 0};
}

enum status tune_model(const struct tune_options *options, struct tune_result *result, struct error *err)
{
	struct tune_tasks tasks;
	enum status status = tune_tasks_open(options, &tasks, err);

	*result = (struct tune_result){.n = 0};
	if (status == OK)
		status = tune_tasks_search(tasks.list, tasks.n, err);
	for (size_t i = 0; status == OK && i < tasks.n; i++)
		tune_choose(&tasks.list[i]);
	if (status == OK)
		status = tune_tasks_find_borders(tasks.list, tasks.n, err);
	if (status == OK)
		status = tune_rules(&tasks, result, err);
	tune_tasks_release(&tasks);
	return status;
}
