/*
 * A library to be preloaded: CLOCK_MONOTONIC and CLOCK_REALTIME of the process jump by CLOCK_JUMP seconds,
 * CLOCK_JUMP_AFTER seconds after it was loaded. The machine's own clocks are left alone, CLOCK_MONOTONIC_RAW too. See
 * bench/faults_lab.sh.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

static int (*whole)(clockid_t clock, struct timespec *now);
static double jump, at;

static double seconds(const struct timespec *time)
{
	return (double)time->tv_sec + 1e-9 * (double)time->tv_nsec;
}

static double of_environment(const char *name)
{
	const char *text = getenv(name);

	return text ? strtod(text, NULL) : 0;
}

__attribute__((constructor)) static void begin(void)
{
	struct timespec now;

	whole = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	jump = of_environment("CLOCK_JUMP");
	whole(CLOCK_MONOTONIC_RAW, &now);
	at = seconds(&now) + of_environment("CLOCK_JUMP_AFTER");
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	struct timespec raw;
	int code;

	if (!whole)
		begin();
	code = whole(clock, now);
	if (code != 0 || jump == 0 || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME))
		return code;
	whole(CLOCK_MONOTONIC_RAW, &raw);
	if (seconds(&raw) >= at) {
		long whole = (long)floor(jump);

		now->tv_sec += whole;
		now->tv_nsec += lrint(1e9 * (jump - (double)whole));
		now->tv_sec += now->tv_nsec / 1000000000;
		now->tv_nsec %= 1000000000;
	}
	return code;
}
