#!/usr/bin/env bash
# Runs a fuzz target: run.sh TARGET CORPUS. README.md says what the environment variable SONDE_FUZZ_SECONDS changes.
set -euo pipefail
target=$1 corpus=$2
seconds=${SONDE_FUZZ_SECONDS:-5}
work=$target.work # found: inputs that reached something new; crash-*, leak-*, timeout-*, oom-*: those that failed
options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -artifact_prefix="$work/" -print_final_stats=1 -verbosity=0)

# libotf2 reserves memory by a number of the anchor file, and goes through it, for minutes: drawn inputs find that first.
# A test has the seeds alone.
[ "$(basename "$corpus")" != otf2 ] || [ -n "${SONDE_FUZZ_SECONDS-}" ] || options+=(-runs=0)

mkdir -p "$work/found"
files=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$files"' EXIT
dictionary=$(dirname "$0")/$(basename "$corpus").dict
[ ! -e "$dictionary" ] || options+=(-dict="$dictionary")
if [ -z "${SONDE_FUZZ_SECONDS-}" ]; then
	# A test begins anew each time, and in the same way: more inputs would be the same ones each time, too.
	mkdir "$files/found"
	options=(-runs=10000 "${options[@]}" -seed=1 "$files/found" "$corpus")
else
	options+=("$work/found" "$corpus")
fi

# Short stacks of allocations and a small quarantine: twice as many inputs a second.
export ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}
seeds=$(find "$corpus" -type f | wc -l)
status=0 begun=$SECONDS
# libFuzzer's alarm may find the allocator locked, and then waits for ever.
TMPDIR=$files timeout -k 10 $((4 * seconds + 300)) "$target" "${options[@]}" > "$work/log" 2>&1 < /dev/null || status=$?
# Another process may have had the processor: what took long counts if it takes ten seconds of one by itself.
slow=$(sed -n 's/.*Test unit written to \(.*timeout-[0-9a-f]*\)$/\1/p' "$work/log")
if [ $status -ne 0 ] && [ -n "$slow" ] && (ulimit -t 10 && TMPDIR=$files exec "$target" -timeout=1000 "$slow" > /dev/null 2>&1 < /dev/null); then
	echo "an input took longer than 10 s, and less of a processor when it was repeated"
	rm -f "$slow"
	status=0
fi
if [ $status -ne 0 ]; then
	cat "$work/log"
	echo "Failed: the input is kept in $work. Repeat it by: TMPDIR=/dev/shm $target FILE"
	exit 1
fi
executed=$(awk '/^stat::number_of_executed_units:/ { print $2 }' "$work/log")
took=$((SECONDS - begun))
echo "$executed inputs in $took s, $((executed / (took > 0 ? took : 1))) per second, from $seeds seeds"
if [ "$executed" -lt "$seeds" ] && [ -z "$slow" ]; then
	echo "There was no time for all seeds."
	exit 1
fi
