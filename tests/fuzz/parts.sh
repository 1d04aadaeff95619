#!/usr/bin/env bash
# An input of several files for the targets that take one (otf2, replay, trace), on standard output: parts.sh FILE...
# Each file but the last has its length in front, two bytes, the lower first.
set -euo pipefail
while [ $# -gt 1 ]; do
	n=$(wc -c < "$1")
	printf "$(printf '\\x%02x\\x%02x' $((n % 256)) $((n / 256)))"
	cat "$1"
	shift
done
cat "$1"
