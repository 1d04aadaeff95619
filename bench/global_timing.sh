#!/bin/sh
# Global timing held against what is true: on simulated clusters drawn at random, against the end of each operation as an independent program observes it, and against the least time that latency
# allows; in the lab, as root, against max timing, which is at most the skew of the barrier before it away, and what could not begin together. Fails if a time is below the least or off by more than 0.1 %.
#
# usage: bench/global_timing.sh [BUILD_SMPI [PLATFORMS [FIRST [BUILD_LAB]]]]     (default: build-smpi 30 1001, numbers of platforms; without BUILD_LAB no lab; every other platform has unlike hosts)
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE_BUILD=$(realpath "${1:-build-smpi}")
SONDE=$SONDE_BUILD/sonde
platforms=${2:-30}
first=${3:-1001}
laboratory=${4:+$(realpath "$4")/sonde}
limit=600
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
operations="bcast scatter gather reduce allgather allreduce alltoall"

printf '%8s %-6s %5s %7s %5s %4s %12s  %s\n' platform hosts "" timings below off "most off, %" at
for seed in $(seq "$first" $((first + platforms - 1))); do
	kind=alike
	hosts=12
	if [ $((seed % 2)) -eq 0 ]; then
		kind=unlike
		hosts=$((5 + seed % 12))
	fi
	random_cluster "$seed" "$hosts" $kind
	if ! observed "$hosts" "$operations" 700,9K,90K; then
		cat notes
		failures=$((failures + 1))
		continue
	fi
	hold_observed > held || failures=$((failures + 1))
	read -r n below off most which < held
	printf '%8d %-6s %5d %7d %5d %4d %12.2g  %s\n' "$seed" $kind "$hosts" "$n" "$below" "$off" "$most" "$which"
done

# laboratory_timings: operations in the lab by each timing.
laboratory_timings()
{
	name=timing-$$
	trap '"$laboratory" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$place"' EXIT
	"$laboratory" lab up --name $name --nodes 4 --rate 100mbit > /dev/null || return 1
	printf '\n%-10s %8s %12s %12s\n' operation bytes "global us" "max us"
	for operation in bcast scatter gather allgather; do
		for timing in global max; do
			"$laboratory" lab run --realtime --name $name -n 4 -- "$laboratory" measure collective --op $operation --timing $timing --sizes 1K,16K --patience 0 --csv --store lab.db \
				> $timing.csv 2> $timing.notes < /dev/null || { cat $timing.notes; return 1; }
			columns bytes seconds < $timing.csv > $timing.times
		done
		paste -d' ' global.times max.times | awk -v o=$operation '{ printf "%-10s %8d %12.1f %12.1f\n", o, $1, 1e6 * $2, 1e6 * $4 }'
		grep "agreed time" global.notes
	done
	return 0
}

if [ -n "$laboratory" ]; then
	laboratory_timings || failures=$((failures + 1))
fi
[ $failures -eq 0 ]
