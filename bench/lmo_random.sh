#!/bin/sh
# LMO on simulated clusters of unlike hosts drawn at random: the default estimate, then linear and binomial scatter and gather of 1 KiB to 256 KiB, predicted and measured by global timing. A row for each cluster and operation: how
# far predictions are off in percent, on average and at most, and the size of the worst. Fails if one is off by more than 5 on average or 15 at most.
#
# usage: bench/lmo_random.sh [BUILD_SMPI [CLUSTERS [FIRST]]]     (default: build-smpi 20 2001; 5 to 32 hosts)
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
clusters=${2:-20}
first=${3:-2001}
sizes=1K,2K,4K,8K,16K,32K,64K,128K,256K
limit=900
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"

printf '%8s %5s %-17s %9s %9s %9s\n' cluster hosts operation "mean, %" "most, %" at
for seed in $(seq "$first" $((first + clusters - 1))); do
	hosts=$((5 + seed % 28))
	random_cluster "$seed" "$hosts" unlike
	if ! simulate "$hosts" estimate lmo --quiet -o lmo.json > printed || ! held_out "$hosts" "$sizes"; then
		cat notes
		failures=$((failures + 1))
		continue
	fi
	for name in $all_operations; do
		read -r mean most at <<-END
			$(off "random.$name")
		END
		printf '%8d %5d %-17s %9.2f %9.2f %9d\n' "$seed" "$hosts" "$name" "$mean" "$most" "$at"
		holds "cluster $seed, $name" "$mean <= 5 && $most <= 15"
	done
done
finish_simulated
