#!/bin/sh
# A million communicators, a million requests at a time, 10^8 calls, 10^7 polls: untraced, then traced, with the most memory of the process; bytes of the trace, and
# how many calls a reader finds there. Usage: bench/tracer_limits.sh BUILD…, folders of builds for Open MPI or MPICH with their target bench made.
# Each run ends after two minutes at most.
set -eu
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for build in "$@"; do
	build=$(cd "$build" && pwd)
	tracer=$(ls "$build"/libsonde-trace-*.so)
	mpi=${tracer##*-}
	mpi=${mpi%.so}
	for what in "communicators 1000000" "requests 1000000" "polls 10000000" "calls 100000000"; do
		# shellcheck disable=SC2086
		echo "$mpi, $what, untraced: $(timeout 120 "mpirun.$mpi" -n 1 "$build/bench/tracer_limits" $what || true)"
		rm -rf "$work/trace"
		# shellcheck disable=SC2086
		echo "$mpi, $what, traced: $(timeout 120 "mpirun.$mpi" -n 1 "$build/sonde" trace -o "$work/trace" "$build/bench/tracer_limits" $what || true)"
		echo "$mpi, $what, trace: $(cat "$work/trace"/*.times "$work/trace"/*.structure | wc -c) bytes," \
			"$("$build/sonde" trace show "$work/trace" --csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["calls"] }') calls"
	done
done
