#!/bin/sh
# LMO on simulated clusters of unlike hosts drawn at random: the default estimate, then linear and binomial scatter and gather of 1 KiB to 256 KiB, predicted and measured by global timing. A row for each cluster and operation: how
# far predictions are off in percent, on average and at most, and the size of the worst. Fails if one is off by more than 5 on average or 15 at most.
#
# Or LMO on synthetic platforms with a rate for each pair: the default estimate, then every algorithm of bcast, scatter, gather and allgather of 1 KiB to 4 MiB, in one piece and in segments of 16 KiB. A row for each platform.
# Fails if of all of them the mean is above 3 %, or less than 95 % are within 8 %.
#
# usage: bench/lmo_random.sh [BUILD_SMPI [CLUSTERS [FIRST]]]             (default: build-smpi 20 2001; 5 to 32 hosts)
#        bench/lmo_random.sh synthetic [BUILD [PLATFORMS [FIRST]]]       (default: build 20 1; 4 to 12 processes)
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
synthetic=${1-}
if [ "$synthetic" = synthetic ]; then
	shift
	set -- "${1:-build}" "${2:-20}" "${3:-1}"
fi
SONDE=$(realpath "${1:-build-smpi}")/sonde
clusters=${2:-20}
first=${3:-2001}
sizes=1K,2K,4K,8K,16K,32K,64K,128K,256K
limit=900
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"

. "$SONDE_SOURCE/tests/sh/random_links.sh"

if [ "$synthetic" = synthetic ]; then
	: > all
	printf '%8s %9s %9s %9s %9s %7s  %s\n' platform processes "mean, %" "most, %" "in 8, %" number "most of"
	for seed in $(seq "$first" $((first + clusters - 1))); do
		random_links "$seed"
		read -r mean most near number which <<-END
			$(off_links 1K,16K,256K,4M)
		END
		printf '%8d %9d %9s %9s %9s %7s  %s\n' "$seed" "$processes" "$mean" "$most" "$near" "$number" "$which"
		[ -z "$number" ] || cat off >> all
	done
	read -r mean most near number which <<-END
		$(summary_links all)
	END
	printf '%8s %9s %9s %9s %9s %7s  %s\n' all "" "$mean" "$most" "$near" "$number" "$which"
	holds "all platforms" "$mean <= 3 && $near >= 95 && $number == $clusters * 236"
	finish_simulated
	exit
fi

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
