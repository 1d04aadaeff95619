#!/bin/sh
# The sources are formatted as .clang-format says.
exec "${SONDE_SOURCE:-$(dirname "$0")/../..}"/tools/format.sh --check
