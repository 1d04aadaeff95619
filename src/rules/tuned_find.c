#include "rules/tuned.h"

const char *const tuned_level_words[] = {"all", "a node's", "one of each node", NULL};

const struct tuned_operation *tuned_operation_of(const struct tuned_file *file, int id, enum tuned_level level)
{
	const struct tuned_operation *found = NULL;

	for (size_t i = 0; i < file->n; i++)
		if (file->list[i].id == id && file->list[i].level == level)
			found = &file->list[i];
	return found;
}

const struct tuned_operation *tuned_operation(const struct tuned_file *file, int id)
{
	return tuned_operation_of(file, id, TUNED_WHOLE);
}

const struct tuned_communicator *tuned_communicator(const struct tuned_operation *operation, int processes)
{
	size_t i = 0;

	if (operation->n == 0)
		return NULL;
	while (i < operation->n && operation->list[i].processes <= processes)
		i++;
	return &operation->list[i > 0 ? i - 1 : 0];
}

const struct tuned_rule *tuned_rule(const struct tuned_communicator *communicator, uint64_t bytes)
{
	size_t i = 0;

	while (i < communicator->n && communicator->rules[i].bytes <= bytes)
		i++;
	return i > 0 ? &communicator->rules[i - 1] : NULL;
}
