#ifndef SONDE_CLI_LOGGOPS_OPTION_H
#define SONDE_CLI_LOGGOPS_OPTION_H

#include "base/error.h"
#include "simulate/simulate.h"

#define LOGGOPS_REMARK 100

/* Reads "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K": times with units, G and O per byte, S a size; what is not named is 0, S
 * without limit; remark becomes a text that says so, "" if all is named. ERR_USAGE names the part that is wrong and
 * what is allowed. Local. */
enum status loggops_parse(const char *text, struct loggops *loggops, char remark[LOGGOPS_REMARK], struct error *err);

#endif
