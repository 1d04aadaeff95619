#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/tracer/fortran.h"
#include "mpi/tracer/process.h"
#include "mpi/tracer/record.h"

/* What a program says to the tracer: MPI_Pcontrol and regions. */

static uint64_t hash_text(const char *text, size_t length)
{
	uint64_t hash = UINT64_C(0xCBF29CE484222325);
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
	return hash;
}

/* The number of a region's name, which the thread's stream then knows; -1: memory is out. */
static int64_t region_number(struct tracer_thread *t, const char *name, size_t length)
{
	struct map *by_name = &t->process->regions_by_name;
	const uint64_t key = hash_text(name, length);
	int64_t number = map_value(by_name, key);
	if (number == MAP_NONE) {
		number = (int64_t)by_name->n;
		if (!map_add(by_name, key, number))
			return -1;
	}
	if (map_value(&t->regions, key) == MAP_NONE && map_add(&t->regions, key, number)) {
		char *text = strndup(name, length);
		trace_stream_region(t->stream, (int)number, text ? text : "");
		free(text);
	}
	return number;
}

static void region(enum trace_function function, const char *name, size_t length, const void *caller)
{
	struct tracer_thread *t = tracer_enter();
	if (!t)
		return;
	const uint64_t begin = tracer_begin(t, function);
	t->place = TRACER_AT_WORK;
	tracer_lock(t);
	t->fields[0] = t->nested ? -1 : region_number(t, name, length);
	tracer_unlock(t);
	tracer_leave(t, function, 1, begin, begin, caller);
}

/* A region whose name is NULL has none. */
static void region_of_text(enum trace_function function, const char *name, const void *caller)
{
	region(function, name ? name : "", name ? strlen(name) : 0, caller);
}

void sonde_region_begin(const char *name)
{
	region_of_text(trace_region_begin, name, __builtin_return_address(0));
}

void sonde_region_end(const char *name)
{
	region_of_text(trace_region_end, name, __builtin_return_address(0));
}

/* Texts of Fortran are filled with blanks. */
static size_t trimmed(const char *name, size_t length)
{
	while (length > 0 && name[length - 1] == ' ')
		length--;
	return length;
}

void sonde_region_begin_(const char *name, size_t length)
{
	region(trace_region_begin, name, trimmed(name, length), __builtin_return_address(0));
}

void sonde_region_end_(const char *name, size_t length)
{
	region(trace_region_end, name, trimmed(name, length), __builtin_return_address(0));
}

void tracer_control(int level, const void *caller)
{
	struct tracer_thread *t = tracer_enter();
	if (!t)
		return;
	const uint64_t begin = tracer_begin(t, trace_Pcontrol);
	t->place = TRACER_AT_WORK;
	t->fields[0] = level;
	tracer_leave(t, trace_Pcontrol, 1, begin, begin, caller);
	if (level == 0 || level == 1)
		process_switch(t->process, level == 1);
	if (level == 2 && !t->nested) {
		t->place = TRACER_AT_WORK;
		trace_stream_flush(t->stream);
		t->place = TRACER_OUTSIDE;
	}
}

/*
 * What follows the level is known to who reads it alone, and may not be there. So another tool gets what registers
 * hold, which can be read in any case; arguments that are on the stack end here. MPI itself reads none.
 */
static int pass_on(const int level, va_list list)
{
	void *words[PORTABLE_WORDS];
	double reals[PORTABLE_REALS];
	const struct tracer_mpi *next = tracer_real();
	if (!PORTABLE_REGISTERS || next->Pcontrol == tracer_own.Pcontrol)
		return next->Pcontrol(level);
	for (int i = 0; i < PORTABLE_WORDS; i++)
		words[i] = va_arg(list, void *);
	for (int i = 0; i < PORTABLE_REALS; i++)
		reals[i] = va_arg(list, double);
	return next->Pcontrol(level, words[0], words[1], words[2], words[3], words[4], reals[0], reals[1], reals[2],
			      reals[3], reals[4], reals[5], reals[6], reals[7]);
}

int MPI_Pcontrol(const int level, ...)
{
	const struct tracer_process *process = tracer_process();
	const void *caller = __builtin_return_address(0);
	va_list list;
	if (process && process->regions && (level < 0 || level > 2)) {
		va_start(list, level);
		const char *name = va_arg(list, const char *);
		va_end(list);
		region_of_text(level < 0 ? trace_region_end : trace_region_begin, name, caller);
	} else {
		tracer_control(level, caller);
	}
	va_start(list, level);
	const int result = pass_on(level, list);
	va_end(list);
	return result;
}
