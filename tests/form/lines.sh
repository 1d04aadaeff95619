#!/bin/sh
# No line of a C source is longer than 120 columns, tabs reaching to the next multiple of 8. clang-format leaves long words and literals as they are.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
find src include tests bench examples -name '*.[ch]' | LC_ALL=C sort | LC_ALL=C xargs awk -f tests/form/lines.awk
