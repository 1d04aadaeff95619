#!/bin/sh
# Formats the C sources in place. Usage: tools/format.sh [--check]
# With --check it changes nothing, prints what deviates and exits with 1 if something does. Exits with 77 where clang-format 14 is missing: other versions of
# it break lines elsewhere.
set -eu
cd "$(dirname "$0")/.."

case "$#${1-}" in
0) mode=-i ;;
1--check) mode="--dry-run -Werror" ;;
*)
	echo "usage: tools/format.sh [--check]" >&2
	exit 2
	;;
esac
for name in clang-format-14 clang-format; do
	if "$name" --version 2> /dev/null | grep -q 'version 14\.'; then
		find src include tests bench examples -name '*.[ch]' -print0 | xargs -0 "$name" $mode || exit 1
		exit 0
	fi
done
echo "skipped: clang-format 14 is not installed"
exit 77
