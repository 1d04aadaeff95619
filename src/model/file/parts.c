#include "model/file/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"

static const struct {
	const char *unit, *key;
} unit_keys[] = {
	{"s", "seconds"},
	{"s/B", "seconds_per_byte"},
	{"B", "size"},
	{"", "value"},
};

const char *file_unit_key(const char *unit)
{
	for (size_t i = 0; i < sizeof(unit_keys) / sizeof(unit_keys[0]); i++)
		if (strcmp(unit_keys[i].unit, unit) == 0)
			return unit_keys[i].key;
	return unit;
}

/* Reading is writing undone: so "00>1" or "0> 1" cannot name a link a second time. */
bool file_link_read(const struct model_class *class, const char *key, struct link *link)
{
	char text[LINK_NAME];
	const char *pattern = class->symmetric ? "%9d-%9d" : "%9d>%9d";
	struct link found = {LINK_ANY, LINK_ANY};
	int numbers = strlen(key) < LINK_NAME - 8 ? sscanf(key, pattern, &found.from, &found.to) : 0;
	if (numbers == 1)
		found.to = found.from;
	if (numbers == 2 && found.from == found.to)
		snprintf(text, sizeof(text), class->symmetric ? "%d-%d" : "%d>%d", found.from, found.to);
	else
		model_link_name(class, found, text);
	if (strcmp(text, key) != 0)
		return false;
	*link = found;
	return true;
}

enum status file_keys(struct json_place *place, const json_t *value, const char *const *names)
{
	const char *key;
	json_t *member;
	if (!json_is_object(value))
		return json_refuse(place, "an object {...} is expected");
	json_object_foreach((json_t *)value, key, member)
	{
		size_t i = 0;
		while (names[i] && strcmp(names[i], key) != 0)
			i++;
		char hint[NAMES_TEXT];
		if (!names[i])
			return json_refuse_key(place, key, "unknown key: %s", names_hint(key, names, hint));
	}
	return OK;
}

static bool keyed_by_links(const json_t *parameters)
{
	const char *key;
	json_t *member;
	json_object_foreach((json_t *)parameters, key, member) if (strchr(key, '>') != NULL ||
								   (key[0] >= '0' && key[0] <= '9') ||
								   strcmp(key, "any") == 0) return true;
	return false;
}

static bool has_process_parameters(const struct model_class *class)
{
	const char *names[NAMES_MAX];
	names_of_params(class, (struct link){0, 0}, names);
	return names[0] != NULL;
}

/* Returns ", did you mean "0>1"?" for a link in the form of other classes, "" for what is none. */
static const char *link_meant(const struct model_class *class, const char *key, char *text, size_t room)
{
	struct link link;
	char other[LINK_NAME];
	snprintf(other, sizeof(other), "%s", key);
	for (char *c = other; *c; c++)
		*c = (char)(*c == '-' ? '>' : *c == '>' ? '-' : *c);
	if (!file_link_read(class, other, &link))
		return "";
	snprintf(text, room, ", did you mean \"%s\"?", other);
	return text;
}

static enum status link_check(struct json_place *place, const char *key, const struct model_class *class,
			      size_t processes, struct link *link)
{
	bool of_processes = has_process_parameters(class);
	char example[LINK_NAME], hint[LINK_NAME + 20];
	if (!file_link_read(class, key, link))
		return json_refuse_key(place, key, "not a link%s%s: %s has links \"%s\"%s%s, and \"any\"",
				       of_processes ? " or process" : "", link_meant(class, key, hint, sizeof(hint)),
				       class->name, model_link_name(class, (struct link){0, 1}, example),
				       class->symmetric ? ", the same both ways" : ", from process 0 to process 1",
				       of_processes ? ", processes \"0\"" : "");
	if (link->from == LINK_ANY)
		return OK;
	if (link->from < 0 || link->to < 0 || (size_t)link->from >= processes || (size_t)link->to >= processes)
		return json_refuse_key(place, key, "there is no such process: the processes are 0 to %zu",
				       processes - 1);
	if (link->from == link->to && (!of_processes || strpbrk(key, "->") != NULL))
		return json_refuse_key(place, key, "a link needs two different processes");
	return OK;
}

enum status file_links(struct json_place *place, const json_t *parameters, const struct model_class *class,
		       size_t processes, struct link **links, size_t *n)
{
	if (!json_is_object(parameters))
		return json_refuse(place, "an object {...} is expected");
	struct link *list = malloc((json_object_size(parameters) + 1) * sizeof(*list));
	if (!list)
		return error_memory(place->err, "the model's links");
	list[0] = (struct link){LINK_ANY, LINK_ANY};
	*n = 1;
	if (keyed_by_links(parameters)) {
		const char *key;
		json_t *member;
		*n = 0;
		json_object_foreach((json_t *)parameters, key, member)
		{
			enum status status = link_check(place, key, class, processes, &list[*n]);
			if (status != OK) {
				free(list);
				return status;
			}
			(*n)++;
		}
	}
	*links = list;
	return OK;
}
