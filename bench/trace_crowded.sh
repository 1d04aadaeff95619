#!/bin/sh
# CPU time between calls, as a trace has it, of processes that share cores: 8 processes on 2 CPUs beside 2 processes, each with the same work in the first cache.
# Ten interleaved pairs; prints the medians over pairs, and how far they lie apart: the bar is 5 %. Usage: bench/trace_crowded.sh BUILD [PAIRS]; BUILD with its target bench made.
set -eu
export LC_ALL=C OMPI_MCA_mpi_yield_when_idle=1
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
pairs=${2:-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
mpi=$(sed -n 's/^SONDE_MPI:STRING=//p' "$build/CMakeCache.txt")
oversubscribe=$([ "$mpi" = openmpi ] && echo --oversubscribe || true)

# Mean over processes of the CPU time between calls, ms; and by the clock. The first gaps and those that are short have no CPU time: the clock's counts.
measure() # processes
{
	rm -rf "$work/trace"
	# shellcheck disable=SC2086
	taskset -c 0,1 "mpirun.$mpi" $oversubscribe -n "$1" "$build/sonde" trace -o "$work/trace" "$build/bench/trace_compute" 500 1000
	"$build/sonde" trace export "$work/trace" --format csv -o "$work/rows" --quiet
	awk -F, -v n="$1" 'NR > 1 {
		if ($1 == last && $4 != "MPI_Finalize") { clock += $5 - end; cpu += $8 == "" ? $5 - end : $8 }
		last = $1; end = $6
	} END { printf "%.3f %.3f\n", cpu / n * 1e3, clock / n * 1e3 }' "$work/rows"
	rm -f "$work/rows"
}

for pair in $(seq "$pairs"); do
	echo "$(measure 8) $(measure 2)"
done > "$work/pairs"
median() { awk -v column="$1" '{ print $column }' "$work/pairs" | sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
awk -v a="$(median 1)" -v b="$(median 3)" -v c="$(median 2)" -v d="$(median 4)" -v n="$pairs" 'BEGIN {
	printf "CPU time between calls, %d pairs: 8 processes %.1f ms, 2 processes %.1f ms: %+.2f %%; by the clock %.1f and %.1f ms\n", n, a, b, (a / b - 1) * 100, c, d }'
