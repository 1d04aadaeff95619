#!/bin/sh
# The sources keep to src/LAYERS.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
find src -name '*.[ch]' | LC_ALL=C sort | xargs awk -f tests/layers/layers.awk src/LAYERS
