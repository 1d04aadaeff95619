#include "sync/window.h"

static const double least = 20e-6, most = 10e-3, times_as_long = 3;

enum { JUDGED = 8 };

struct window window_for(double seconds)
{
	double length = times_as_long * seconds;

	return (struct window){.length = length > most ? most : length > least ? length : least};
}

void window_note(struct window *window, bool valid)
{
	window->begun++;
	window->invalid += !valid;
	window->discarded += !valid;
	if (window->begun < JUDGED || 4 * window->invalid <= window->begun)
		return;
	window->length *= 2;
	window->begun = window->invalid = 0;
}
