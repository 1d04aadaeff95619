#!/bin/sh
# The sources are formatted as .clang-format says; and a script of tests ends with finish, behind which nothing would run.
set -eu
source=${SONDE_SOURCE:-$(dirname "$0")/../..}
status=0
for script in "$source"/tests/cli/*.sh "$source"/tests/mpi/*.sh; do
	if grep -q 'sh/lib\.sh"' "$script" && { [ "$(tail -n 1 "$script")" != finish ] || [ "$(grep -c '^finish$' "$script")" != 1 ]; }; then
		echo "$script: its last line, and no other, is finish"
		status=1
	fi
done
"$source"/tools/format.sh --check || status=1
exit $status
