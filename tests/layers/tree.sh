#!/bin/sh
# The sources keep to src/LAYERS, and to the rules beside it in layers.awk.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
find src include -name '*.[ch]' | LC_ALL=C sort | xargs awk -f tests/layers/layers.awk src/LAYERS
