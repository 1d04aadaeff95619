#include "cli/stop.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { GRACE = 3 }; /* s that a serving process waits for the driver to end it */

static const int numbers[] = {SIGINT, SIGTERM};

/* What the parent has ignored, as a shell does with what runs in the background, stays so. */
static void handle(void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, now;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (sigaction(numbers[i], NULL, &now) != 0 || now.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
}

/* What the handler is says how many signals came: so the handlers need no variable. A launcher may hand on what the
 * terminal has sent already: two signals are one request. */
static void on_last(int number)
{
	static const char text[] = "sonde: stopped at once; what was measured is in the store, and the same command "
				   "with --resume continues it\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)number, (void)ignored;
	_exit(EXIT_FAILURE);
}

static void on_second(int number)
{
	(void)number;
	handle(on_last);
}

static void on_first(int number)
{
	(void)number;
	handle(on_second);
}

static void on_end(int number)
{
	(void)number;
	_exit(EXIT_FAILURE);
}

static void on_serving(int number)
{
	(void)number;
	signal(SIGALRM, on_end);
	alarm(GRACE);
}

void stop_expect(void)
{
	handle(on_first);
}

bool stop_asked(void)
{
	struct sigaction now;
	bool asked = false;

	for (size_t i = 0; !asked && i < sizeof(numbers) / sizeof(numbers[0]); i++)
		asked = sigaction(numbers[i], NULL, &now) == 0 &&
			(now.sa_handler == on_second || now.sa_handler == on_last);
	return asked;
}

void stop_serving(void)
{
	handle(on_serving);
}
