#include "trace/otf2/raw.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static OTF2_CallbackCode answer(enum status status)
{
	return status == OK ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static OTF2_CallbackCode add(struct otf2_raw *raw, int list, struct otf2_raw_entry entry)
{
	struct otf2_raw_list *l = &raw->lists[list];
	void *entries = memory_grow(l->entries, &l->room, l->n + 1, sizeof(*l->entries));
	if (!entries)
		return answer(error_memory(&raw->err, "the archive's definitions"));
	l->entries = entries;
	l->entries[l->n++] = entry;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_clock(void *data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t date)
{
	struct otf2_raw *raw = data;
	(void)length;
	(void)date;
	raw->resolution = resolution;
	raw->offset = offset;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_string(void *data, OTF2_StringRef self, const char *text)
{
	struct otf2_raw *raw = data;
	void *strings = memory_grow(raw->strings, &raw->strings_room, raw->n_strings + 1, sizeof(*raw->strings));
	char *copy = memory_text(text);
	if (strings)
		raw->strings = strings;
	if (!strings || !copy) {
		free(copy);
		return answer(error_memory(&raw->err, "the archive's names"));
	}
	raw->strings[raw->n_strings++].text = copy;
	return answer(otf2_map_set(&raw->string, self, raw->n_strings - 1, &raw->err));
}

static OTF2_CallbackCode on_node(void *data, OTF2_SystemTreeNodeRef self, OTF2_StringRef name, OTF2_StringRef kind,
				 OTF2_SystemTreeNodeRef parent)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .type = kind, .parent = parent};
	return add(data, OTF2_RAW_NODES, entry);
}

static OTF2_CallbackCode on_process(void *data, OTF2_LocationGroupRef self, OTF2_StringRef name,
				    OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef parent,
				    OTF2_LocationGroupRef creator)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .type = type, .parent = parent};
	(void)creator;
	return add(data, OTF2_RAW_PROCESSES, entry);
}

static OTF2_CallbackCode on_location(void *data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
				     uint64_t events, OTF2_LocationGroupRef process)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .type = type, .parent = process, .events = events};
	return add(data, OTF2_RAW_LOCATIONS, entry);
}

static OTF2_CallbackCode on_region(void *data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical,
				   OTF2_StringRef description, OTF2_RegionRole role, OTF2_Paradigm paradigm,
				   OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t first, uint32_t last)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .type = paradigm};
	(void)canonical;
	(void)description;
	(void)role;
	(void)flags;
	(void)file;
	(void)first;
	(void)last;
	return add(data, OTF2_RAW_REGIONS, entry);
}

static OTF2_CallbackCode on_group(void *data, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type,
				  OTF2_Paradigm paradigm, OTF2_GroupFlag flags, uint32_t n, const uint64_t *members)
{
	struct otf2_raw *raw = data;
	(void)name;
	if (paradigm != OTF2_PARADIGM_MPI)
		return OTF2_CALLBACK_SUCCESS;
	void *groups = memory_grow(raw->groups, &raw->groups_room, raw->n_groups + 1, sizeof(*raw->groups));
	uint64_t *copy = malloc((n ? n : 1) * sizeof(*copy));
	if (groups)
		raw->groups = groups;
	if (!groups || !copy) {
		free(copy);
		return answer(error_memory(&raw->err, "the archive's groups"));
	}
	for (uint32_t i = 0; i < n; i++)
		copy[i] = members[i];
	raw->groups[raw->n_groups++] = (struct otf2_raw_group){self, type, flags, n, copy};
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_comm(void *data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
				 OTF2_CommRef parent, OTF2_CommFlag flags)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .parent = group, .other = OTF2_UNDEFINED_GROUP};
	(void)parent;
	(void)flags;
	return add(data, OTF2_RAW_COMMS, entry);
}

static OTF2_CallbackCode on_intercomm(void *data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef a,
				      OTF2_GroupRef b, OTF2_CommRef common, OTF2_CommFlag flags)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .parent = a, .other = b};
	(void)common;
	(void)flags;
	return add(data, OTF2_RAW_COMMS, entry);
}

static OTF2_CallbackCode on_attribute(void *data, OTF2_AttributeRef self, OTF2_StringRef name,
				      OTF2_StringRef description, OTF2_Type type)
{
	struct otf2_raw_entry entry = {.self = self, .name = name, .type = type};
	(void)description;
	return add(data, OTF2_RAW_ATTRIBUTES, entry);
}

OTF2_GlobalDefReaderCallbacks *otf2_raw_callbacks(void)
{
	OTF2_GlobalDefReaderCallbacks *c = OTF2_GlobalDefReaderCallbacks_New();
	if (!c)
		return NULL;
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, on_clock);
	OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, on_string);
	OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(c, on_node);
	OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(c, on_process);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, on_location);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, on_region);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, on_group);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, on_comm);
	OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, on_intercomm);
	OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(c, on_attribute);
	return c;
}

const char *otf2_raw_text(const struct otf2_raw *raw, uint32_t string)
{
	size_t i = otf2_map_get(&raw->string, string);
	return i == OTF2_MAP_NONE ? "" : raw->strings[i].text;
}

void otf2_raw_release(struct otf2_raw *raw)
{
	for (size_t i = 0; i < sizeof(raw->lists) / sizeof(*raw->lists); i++)
		free(raw->lists[i].entries);
	for (size_t i = 0; i < raw->n_groups; i++)
		free(raw->groups[i].members);
	for (size_t i = 0; i < raw->n_strings; i++)
		free(raw->strings[i].text);
	free(raw->groups);
	free(raw->strings);
	otf2_map_release(&raw->string);
	*raw = (struct otf2_raw){0};
}
