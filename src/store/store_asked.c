#include <stdlib.h>

#include "base/memory.h"
#include "store/store.h"
#include "store/store_private.h"

/* Options that are being read. */
struct option_reading {
	struct run_option *list;
	size_t n, capacity;
};

static enum status read_option(struct store *store, void *context, struct error *err)
{
	struct option_reading *options = context;
	struct run_option *all = memory_grow(options->list, &options->capacity, options->n + 1, sizeof(*all)), *option;
	enum status status;

	if (!all)
		return error_memory(err, "the options of the run");
	options->list = all;
	option = &all[options->n++];
	*option = (struct run_option){.resume = sqlite3_column_int(store->statements[SQL_OPTIONS], 2) != 0};
	status = sql_needed_text(store, SQL_OPTIONS, 0, &option->key, err);
	return status ? status : sql_needed_text(store, SQL_OPTIONS, 1, &option->value, err);
}

/* Sizes that are being read. */
struct size_reading {
	int64_t run;
	struct size_list list;
	size_t capacity;
};

static enum status read_size(struct store *store, void *context, struct error *err)
{
	static const char *const roles[] = {"listed", "least", "most", NULL};
	struct size_reading *sizes = context;
	size_t *all = memory_grow(sizes->list.bytes, &sizes->capacity, sizes->list.n + 1, sizeof(*all));
	int role = 0;
	enum status status;

	if (!all)
		return error_memory(err, "the sizes of the run");
	sizes->list.bytes = all;
	status = sql_size(store, SQL_SIZES, 0, &all[sizes->list.n++], err);
	if (!status)
		status = sql_needed_word(store, SQL_SIZES, 1, roles, "size's role", sizes->run, &role, err);
	sizes->list.adaptive = role > 0;
	return status;
}

enum status store_asked(struct store *store, int64_t run, struct asked *asked, struct error *err)
{
	struct option_reading options = {.list = NULL};
	struct size_reading sizes = {.run = run};
	enum status status = sql_each(store, SQL_OPTIONS, run, read_option, &options, err);

	if (!status)
		status = sql_each(store, SQL_SIZES, run, read_size, &sizes, err);
	*asked = (struct asked){options.list, options.n, sizes.list};
	if (status)
		asked_release(asked);
	return status;
}
