#include "sample/asked.h"

#include <stdlib.h>

void run_options_free(struct run_option *options, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(options[i].key);
		free(options[i].value);
	}
	free(options);
}

void asked_release(struct asked *asked)
{
	run_options_free(asked->options, asked->n);
	size_list_release(&asked->sizes);
	*asked = (struct asked){.n = 0};
}
