#!/bin/sh
# Checks sources of src by clang-tidy with the checks of .clang-tidy, as the build compiles them. Usage: tools/tidy.sh BUILD [FILE…]
# Without FILE: all of src that the build compiles. Prints the findings and exits with 1 if there are some; with 77 where clang-tidy 14 is missing: other
# versions of it check other things.
set -eu
[ $# -ge 1 ] || {
	echo "usage: tools/tidy.sh BUILD [FILE…]" >&2
	exit 2
}
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."

compiled() # prints the sources of src that the build compiles
{
	sed -n "s|^ *\"file\": \"$PWD/\(src/.*\)\".*|\1|p" "$build/compile_commands.json" | sort -u
}

for name in clang-tidy-14 clang-tidy; do
	if "$name" --version 2> /dev/null | grep -q 'version 14\.'; then
		if [ $# -gt 0 ]; then printf '%s\n' "$@"; else compiled; fi |
			xargs -P "$(nproc)" -n 16 "$name" -p "$build" --quiet --warnings-as-errors='*' 2> /dev/null || exit 1
		exit 0
	fi
done
echo "skipped: clang-tidy 14 is not installed"
exit 77
