#!/bin/sh
# How often "runs compare --fail-if-slower 5%" alarms, of pairs of groups of launches of one program on the machine as it is: at most 5 of 100 are wanted. As a user would, five launches of one side are made and then five of the other.
# With STORE the pairs are added to those that are there, and all are compared: so it may be measured in parts.
#
# usage: bench/slower_live.sh [PAIRS [BUILD [STORE [LAUNCHER]]]]     (default: 100 build, a store of its own, "mpirun.openmpi -n 2")
set -eu
pairs=${1:-100}
build=$(realpath "${2:-build}")
launch=${4:-mpirun.openmpi -n 2}
launches=5
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
store=$(realpath "${3:-$work/runs.db}")
there=0
if [ -e "$store" ]; then
	there=$("$build/sonde" runs list --store "$store" --csv --quiet | awk -F, '$2 ~ /^a[0-9]+-1$/ { n++ } END { print n + 0 }')
fi
pair=$there
while [ $pair -lt $((there + pairs)) ]; do
	pair=$((pair + 1))
	for side in a b; do
		for i in $(seq "$launches"); do
			$launch "$build/sonde" measure p2p --sizes 1,1K,64K --spread 0.2s --run "$side$pair-$i" --store "$store" --quiet < /dev/null > /dev/null
		done
	done
done
alarms=0
for pair in $(seq "$pair"); do
	if ! "$build/sonde" runs compare "a$pair-*" "b$pair-*" --fail-if-slower 5% --store "$store" --quiet > "$work/out" 2>&1; then
		alarms=$((alarms + 1))
		grep 'sonde: ' "$work/out" || cat "$work/out"
	fi
done
echo "$pair pairs: $alarms alarms"
