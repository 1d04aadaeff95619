# cmake -D INPUT=schema.sql -D OUTPUT=schema.h -P schema.cmake
cmake_minimum_required(VERSION 3.25)
# One string literal for each paragraph of the file, which is whole statements: C11 promises only 4095 characters of one.
file(READ ${INPUT} sql)
string(REPLACE "\\" "\\\\" sql "${sql}")
string(REPLACE "\"" "\\\"" sql "${sql}")
string(REGEX REPLACE "\n$" "" sql "${sql}")
string(REPLACE "\n\n" "@PARAGRAPH@" sql "${sql}")
string(REPLACE "\n" "\\n\"\n\t\"" sql "${sql}")
string(REPLACE "@PARAGRAPH@" "\\n\",\n\n\t\"" sql "${sql}")
file(WRITE ${OUTPUT} "#ifndef SONDE_STORE_SCHEMA_H
#define SONDE_STORE_SCHEMA_H

#include <stddef.h>

static const char *const schema_sql[] = {
	\"${sql}\\n\",
	NULL,
};

#endif
")
