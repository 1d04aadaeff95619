#ifndef SONDE_MPI_PORTABLE_H
#define SONDE_MPI_PORTABLE_H

/* The only header that asks which MPI this is; it follows <mpi.h>. */
#ifdef SMPI_H
#define PORTABLE_SIMULATED 1
#define PORTABLE_RESTARTS                                                                                            \
	0 /* a persistent send may be started again as soon as MPI_Wait has returned; SMPI's eager messages are then \
	     still on their way, and it takes them twice */
#define PORTABLE_PACKS_AT_START                                                                                       \
	0 /* persistent sends read derived data when they are started; SMPI packs them once, when the request is made \
	   */
#define PORTABLE_TESTS_WHOLE 0 /* MPI_Testall that says no completes none; SMPI's completes those that are ready */
/* Simulated processes share one process of the system; each has a number. */
#include <simgrid/actor.h>
#define PORTABLE_PROCESS() ((size_t)sg_actor_self_get_pid())
#else
#define PORTABLE_PROCESS() ((size_t)0)
#define PORTABLE_SIMULATED 0
#define PORTABLE_TESTS_WHOLE 1
#define PORTABLE_RESTARTS 1
#define PORTABLE_PACKS_AT_START 1
#endif

/* A handle of Fortran as one of C, and back. functions: a struct tracer_mpi (mpi/tracer/functions.h). */
#ifdef MPICH_VERSION
#define PORTABLE_F2C(functions, kind, handle) ((PORTABLE_##kind)(handle))
#define PORTABLE_C2F(functions, kind, handle) ((MPI_Fint)(handle))
#define PORTABLE_Comm MPI_Comm
#define PORTABLE_Type MPI_Datatype
#define PORTABLE_Request MPI_Request
#define PORTABLE_Op MPI_Op
#define PORTABLE_Message MPI_Message
#else
#define PORTABLE_F2C(functions, kind, handle) (functions).kind##_f2c(handle)
#define PORTABLE_C2F(functions, kind, handle) (functions).kind##_c2f(handle)
#endif

/*
 * Whether a function of variable arguments finds in its va_list what registers for arguments held, be they arguments or
 * not: PORTABLE_WORDS integers or pointers, then PORTABLE_REALS doubles, which are counted apart.
 */
#if defined(__x86_64__) || (defined(__aarch64__) && !defined(__APPLE__))
#define PORTABLE_REGISTERS 1
#else
#define PORTABLE_REGISTERS 0
#endif
enum { PORTABLE_WORDS = 5, PORTABLE_REALS = 8 };

/* The other names by which compilers call a function of Fortran that is defined with an underscore at its end. */
#define PORTABLE_SPELLINGS(small, large)                                          \
	extern __typeof__(small##_) small __attribute__((alias(#small "_")));     \
	extern __typeof__(small##_) small##__ __attribute__((alias(#small "_"))); \
	extern __typeof__(small##_) large __attribute__((alias(#small "_")));

/* The cycle counter, and whether it runs at one speed on all CPUs and never stops. */
#include <stdbool.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <cpuid.h>
static inline uint64_t portable_cycles(void)
{
	return __builtin_ia32_rdtsc();
}
static inline bool portable_cycles_are_even(void)
{
	unsigned a, b, c, d;
	return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}
#elif defined(__aarch64__)
static inline uint64_t portable_cycles(void)
{
	uint64_t cycles;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(cycles));
	return cycles;
}
static inline bool portable_cycles_are_even(void)
{
	return true;
}
#else
static inline uint64_t portable_cycles(void)
{
	return 0;
}
static inline bool portable_cycles_are_even(void)
{
	return false;
}
#endif

#endif
