# cmake -D INPUT=schema.sql -D OUTPUT=schema.h -P schema.cmake
cmake_minimum_required(VERSION 3.25)
# One string literal a line: a single one could pass the 4095 characters that C11 promises only if it did so in sum, which gcc and clang allow.
file(READ ${INPUT} sql)
string(REPLACE "\\" "\\\\" sql "${sql}")
string(REPLACE "\"" "\\\"" sql "${sql}")
string(REGEX REPLACE "\n$" "" sql "${sql}")
string(REPLACE "\n" "\\n\"\n\t\"" sql "${sql}")
file(WRITE ${OUTPUT} "#ifndef SONDE_STORE_SCHEMA_H
#define SONDE_STORE_SCHEMA_H

static const char schema_sql[] =
	\"${sql}\\n\";

#endif
")
