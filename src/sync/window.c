#include "sync/window.h"

static const double least = 20e-6, times_as_long = 2, grows = 2, long_growth = 8, most_growth = 64, most = 0.5,
		    ahead_most = 0.01;

enum { JUDGED = 8, CALM = 64 };

struct window window_for(double seconds)
{
	double length = times_as_long * seconds;

	length = length > least ? length : least;
	return (struct window){.least = length, .length = length};
}

bool window_note(struct window *window, bool in_time)
{
	bool grown;

	window->begun++;
	window->late += !in_time;
	window->discarded += !in_time;
	window->in_time = in_time ? window->in_time + 1 : 0;
	if (window->in_time == CALM) {
		window->in_time = 0;
		window->length = window->length > grows * window->least ? window->length / grows : window->least;
	}
	if (window->begun < JUDGED)
		return false;
	grown = 4 * window->late > window->begun;
	window->length *= grown ? grows : 1;
	window->begun = window->late = 0;
	return grown;
}

bool window_is_exhausted(const struct window *window)
{
	return window->length > most && window->length > most_growth * window->least;
}

bool window_is_missed(const struct window *window, double ahead)
{
	return ahead > window->length + ahead_most;
}

bool window_is_long(const struct window *window)
{
	return window->length >= long_growth * window->least;
}
