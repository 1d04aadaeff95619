#!/bin/sh
# What an estimation takes among more processes than CPUs, under each MPI: estimate lmo, whose waiting processes must leave their CPU to those that measure.
#
# usage: bench/crowded.sh [PROCESSES [BUILD…]]     (default: one more than there are CPUs; build build-mpich; each build's launcher is the one that it was configured with)
set -eu
processes=${1:-$(($(nproc) + 1))}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- build build-mpich
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
export OMPI_MCA_rmaps_base_oversubscribe=1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT INT TERM
echo "estimate lmo among $processes processes on $(nproc) CPUs"
printf '%-12s %14s %10s\n' MPI "wall clock s" yielding
for build in "$@"; do
	build=$(realpath "$build")
	mpi=$(sed -n 's/^SONDE_MPI:STRING=//p' "$build/CMakeCache.txt")
	launcher=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$build/CMakeCache.txt")
	begin=$(date +%s.%N)
	"$launcher" -n "$processes" "$build/sonde" estimate lmo --patience 0 --store "$place/$mpi.db" -o "$place/$mpi.json" --quiet > /dev/null < /dev/null
	end=$(date +%s.%N)
	yielding=$("$build/sonde" runs show 1 --store "$place/$mpi.db" --csv | tr -d '\r' | sed -n 's/^processes that yield while they wait,//p')
	printf '%-12s %14.1f %10s\n' "$mpi" "$(echo "$begin $end" | awk '{ print $2 - $1 }')" "${yielding:-0}"
done
