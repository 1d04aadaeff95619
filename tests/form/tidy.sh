#!/bin/sh
# clang-tidy finds nothing in src of what .clang-tidy has it look for.
exec "${SONDE_SOURCE:?the tests are run by ctest}"/tools/tidy.sh "${SONDE_BUILD:?the tests are run by ctest}"
