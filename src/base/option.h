#ifndef SONDE_BASE_OPTION_H
#define SONDE_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/units.h"

enum option_type {
	OPTION_FLAG,    /* bool *, no argument */
	OPTION_TEXT,    /* const char **, points into argv */
	OPTION_COUNT,   /* size_t *, a whole number in least .. most */
	OPTION_NUMBER,  /* double *, in least .. most; may be negative */
	OPTION_SECONDS, /* double *, seconds_parse, in least .. most */
	OPTION_BYTES,   /* size_t *, size_parse, in least .. most */
	OPTION_SIZES,   /* struct size_list *, size_list_parse; replaces (and releases) the list that stands there; the
			   caller releases it */
	OPTION_RANGE,   /* size_t[2], "MIN:MAX" with MIN <= MAX, both in least .. most; a bare N means N:N */
	OPTION_PAIR,    /* int[2], "FROM:TO", two different process numbers, or "all": twice OPTION_PAIR_ALL */
	OPTION_CHOICE,  /* int *, the index of the argument in choices */
	OPTION_CHOICES  /* struct choice_list *, one or several of choices, different ones, separated by commas */
};

enum { OPTION_CHOICES_MOST = 16 };

/* Holds the indices of the given choices, in their order; n is 0 if none was given. */
struct choice_list {
	size_t n;
	int list[OPTION_CHOICES_MOST];
};

#define OPTION_PAIR_ALL (-2)

/* One line of a command's option table; a line with name NULL ends the table. */
struct option {
	const char *name; /* "epsilon" for --epsilon */
	char letter;      /* 'o' for -o, or 0 */
	enum option_type type;
	void *value;          /* set only when the option is given: the default is what stands there before */
	const char *argument; /* what --help calls the argument: "FILE", "MIN:MAX"; NULL for a flag or a choice (its
				 choices are listed) */
	const char *help;     /* one line; says the default */
	const char *const *choices; /* OPTION_CHOICE, OPTION_CHOICES: NULL-terminated */
	double least,
		most; /* inclusive limits, -INFINITY or INFINITY for an open end; both 0: none but those of the type */
	bool are_numbers; /* OPTION_SIZES: of processes, say, in the same forms */
	bool may_be_none; /* OPTION_SECONDS: "none" stands for 0 */
	bool may_differ;  /* a measurement that is resumed may have another value: it says where results go, how long is
			     waited, how precise they are to be */
};

/*
 * Lines of an option table, by type. letter: 0 for none; argument: what --help calls it; help, the last: one line, says
 * the default; least, most: inclusive limits. OPTION_MAY_DIFFER, OPTION_OR_NONE and OPTION_OF_NUMBERS may follow the
 * help. OPT_END ends the table.
 */
#define OPTION_MAY_DIFFER .may_differ = true
#define OPTION_OR_NONE .may_be_none = true
#define OPTION_OF_NUMBERS .are_numbers = true
#define OPT_FLAG(letter_, name_, value_, ...)                                                               \
	{                                                                                                   \
		.name = name_, .letter = letter_, .type = OPTION_FLAG, .value = value_, .help = __VA_ARGS__ \
	}
#define OPT_TEXT(letter_, name_, value_, argument_, ...)                                                       \
	{                                                                                                      \
		.name = name_, .letter = letter_, .type = OPTION_TEXT, .value = value_, .argument = argument_, \
		.help = __VA_ARGS__                                                                            \
	}
#define OPT_SIZES(letter_, name_, value_, argument_, ...)                                                       \
	{                                                                                                       \
		.name = name_, .letter = letter_, .type = OPTION_SIZES, .value = value_, .argument = argument_, \
		.help = __VA_ARGS__                                                                             \
	}
#define OPT_PAIR(letter_, name_, value_, argument_, ...)                                                       \
	{                                                                                                      \
		.name = name_, .letter = letter_, .type = OPTION_PAIR, .value = value_, .argument = argument_, \
		.help = __VA_ARGS__                                                                            \
	}
#define OPT_CHOICE(letter_, name_, value_, choices_, ...)                                                      \
	{                                                                                                      \
		.name = name_, .letter = letter_, .type = OPTION_CHOICE, .value = value_, .choices = choices_, \
		.help = __VA_ARGS__                                                                            \
	}
#define OPT_CHOICES(letter_, name_, value_, choices_, ...)                                                      \
	{                                                                                                       \
		.name = name_, .letter = letter_, .type = OPTION_CHOICES, .value = value_, .choices = choices_, \
		.help = __VA_ARGS__                                                                             \
	}
#define OPT_LIMITED(type_, letter_, name_, value_, argument_, least_, most_, ...)                        \
	{                                                                                                \
		.name = name_, .letter = letter_, .type = type_, .value = value_, .argument = argument_, \
		.least = least_, .most = most_, .help = __VA_ARGS__                                      \
	}
#define OPT_COUNT(...) OPT_LIMITED(OPTION_COUNT, __VA_ARGS__)
#define OPT_NUMBER(...) OPT_LIMITED(OPTION_NUMBER, __VA_ARGS__)
#define OPT_SECONDS(...) OPT_LIMITED(OPTION_SECONDS, __VA_ARGS__)
#define OPT_BYTES(...) OPT_LIMITED(OPTION_BYTES, __VA_ARGS__)
#define OPT_RANGE(...) OPT_LIMITED(OPTION_RANGE, __VA_ARGS__)
#define OPT_END              \
	{                    \
		.name = NULL \
	}

#endif
