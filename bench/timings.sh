#!/bin/sh
# What collective operations take by max timing and by global timing, in turn, on the processes of this machine: both should tell the same (002, Table 3.1). Sizes of some microseconds and more: below, what
# a call of the clock takes is no small part.
#
# usage: bench/timings.sh [BUILD [LAUNCHER [ROUNDS]]]     (default: build "mpirun.openmpi -n 2" 5)
set -eu
build=$(realpath "${1:-build}")
launch=${2:-mpirun.openmpi -n 2}
rounds=${3:-5}
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT INT TERM
cd "$place"
for round in $(seq "$rounds"); do
	for operation in bcast gather allreduce alltoall; do
		for timing in max global; do
			$launch "$build/sonde" measure collective --op $operation --timing $timing --sizes 1K,32K,256K --csv --quiet < /dev/null |
				awk -F, -v what="$operation $timing" 'FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next } { print what, $column["bytes"], $column["seconds"] }' >> times.txt
		done
	done
done
printf '%-10s %8s %10s %10s %13s\n' operation bytes "max us" "global us" "global/max"
sort -k1,1 -k3,3n -k2,2 -k4,4g times.txt | awk '
	function median() { return n % 2 ? t[(n + 1) / 2] : (t[n / 2] + t[n / 2 + 1]) / 2 }
	function take() { if (timing == "max") most = median(); else global = median(); if (timing == "max") printf "%-10s %8d %10.3f %10.3f %13.3f\n", operation, bytes, 1e6 * most, 1e6 * global, global / most }
	$1 != operation || $3 != bytes || $2 != timing { if (n) take(); n = 0; operation = $1; timing = $2; bytes = $3 }
	{ t[++n] = $4 }
	END { take() }'
