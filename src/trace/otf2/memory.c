#include "trace/otf2/memory.h"

#include <stdlib.h>

/* A chunk of a buffer, which libotf2 gives back with all others of it. */
struct otf2_chunk {
	void *memory;
	struct otf2_chunk *next;
};

static void *allocate(void *data, OTF2_FileType type, OTF2_LocationRef location, void **buffer, uint64_t size)
{
	struct otf2_chunk *first = *buffer;
	(void)data;
	(void)location;
	if (type == OTF2_FILETYPE_EVENTS && first)
		return NULL; /* libotf2 then writes the one that there is */
	struct otf2_chunk *chunk = malloc(sizeof(*chunk));
	void *memory = malloc(size);
	if (!chunk || !memory) {
		free(chunk);
		free(memory);
		return NULL;
	}
	*chunk = (struct otf2_chunk){memory, first};
	*buffer = chunk;
	return memory;
}

static void free_all(void *data, OTF2_FileType type, OTF2_LocationRef location, void **buffer, bool final)
{
	(void)data;
	(void)type;
	(void)location;
	(void) final;
	for (struct otf2_chunk *chunk = *buffer, *next; chunk; chunk = next) {
		next = chunk->next;
		free(chunk->memory);
		free(chunk);
	}
	*buffer = NULL;
}

static OTF2_FlushType on_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
	(void)data;
	(void)type;
	(void)location;
	(void)caller;
	(void) final;
	return OTF2_FLUSH;
}

OTF2_ErrorCode otf2_bound_memory(OTF2_Archive *archive)
{
	static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = on_flush};
	static const OTF2_MemoryCallbacks memory = {.otf2_allocate = allocate, .otf2_free_all = free_all};
	OTF2_ErrorCode code = OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
	return code == OTF2_SUCCESS ? OTF2_Archive_SetMemoryCallbacks(archive, &memory, NULL) : code;
}
