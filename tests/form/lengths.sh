#!/bin/sh
# Lines, functions, files and structs are no longer than lengths.awk allows. clang-format leaves long words and literals as they are.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
find src include tests bench examples -name '*.[ch]' | LC_ALL=C sort | LC_ALL=C xargs awk -f tests/form/lengths.awk
