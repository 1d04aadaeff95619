#ifndef SONDE_BASE_OPTION_READ_H
#define SONDE_BASE_OPTION_READ_H

#include "base/option.h"

/*
 * Reads argv[0 .. argc-1] (no program name) by the table: --name VALUE, --name=VALUE, -o VALUE; "--" ends the options;
 * options and other arguments may be mixed. What follows an option that takes an argument is its argument, even if it
 * begins with - (a negative number), unless it is an option of the table. Other arguments are collected in operands
 * (room argc) and counted in *n_operands; both point into argv. given[i], unless given is NULL, becomes whether
 * the option options[i] was given. Local. ERR_USAGE: an unknown option (names the nearest
 * one, by edit distance, if it is near), an argument that is missing, not wanted, out of limits or not understood; an
 * option given twice. The text says what is allowed.
 */
enum status options_read(const struct option *options, int argc, char **argv, const char **operands, size_t *n_operands,
			 bool *given, struct error *err);

/*
 * Where the options at the beginning of argv end, for a command line whose rest belongs to another program: the place
 * of the first argument that is neither an option nor the argument of one, argc if there is none. "--" ends them too,
 * and stands before that place. What is wrong with the options is not looked at. Local.
 */
int options_end(const struct option *options, int argc, char **argv);

#endif
