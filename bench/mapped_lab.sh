#!/bin/sh
# Mapped trees on emulated clusters of unlike nodes, as root: bench/mapped_trees.sh where the messages are TCP's. Each node's link is drawn at random, 5 to 40 Mbit/s by default, uniform in the logarithm; 1 ms from node to node. Links are so slow that they are what is waited for: two CPUs carry out all nodes.
#
# usage: bench/mapped_lab.sh BUILD [SEEDS [SIZES [BROADCASTS]]]     (BUILD for Open MPI or MPICH; default: "1 2" 4K,16K 16K,64K)
#        SIZES are of scatterv and gatherv, BROADCASTS of bcast; NODES=8; SLOWEST=5: Mbit/s of the slowest links, an eighth of the quickest ones; BUDGET=120s: of the model; LAUNCHES=3: of each, in turns, pooled; REPS=20:30: timings of a launch; TCP=bbr|cubic: congestion control, the machine's without a word; REALTIME=: not before all other processes; PORTS=--in-turn: how predictions have ports; MODEL=FILE: in place of an estimation; KEEP=DIR: the rates, models and rows go there
set -eu
export LC_ALL=C
build=$(realpath "$1")
seeds=${2-1 2} sizes=${3-4K,16K} broadcasts=${4-16K,64K}
hosts=${NODES-8} launches=${LAUNCHES-3} slowest=${SLOWEST-5}
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
. "$here/tests/sh/lmo.sh"
. "$here/bench/mapped_parts.sh"
predicting=$sonde own=model

measured()
{
	operation=$1
	bytes=$2
	shift 2
	in_lab "$hosts" "$sonde" measure collective --op "$operation" --sizes "$bytes" --reps "${REPS-20:30}" --spread 0 --patience 0 --quiet --csv --launches "$launches" --store "$operation-$bytes.db" "$@" > timed.csv 2>&1 || { cat timed.csv chatter >&2; exit 1; }
	columns seconds low high < timed.csv
}

echo "seeds: $seeds; $hosts nodes; times in us"
for seed in $seeds; do
	mapped_rates "$seed" "$hosts" "$slowest" > rates
	lab_up --nodes "$hosts" --rate $((8 * slowest))mbit --rates rates --latency 1ms --switch-buffer 256K ${TCP:+--tcp "$TCP"}
	[ -z "$model" ] || cp "$model" lmo.json
	[ "$model" ] || in_lab "$hosts" "$sonde" estimate lmo --quiet --patience 0 --budget "${BUDGET-120s}" --store lab.db -o lmo.json > estimated 2>&1 || { cat estimated chatter; exit 1; }
	mapped_head
	for operation in scatterv gatherv bcast; do
		[ "$operation" = bcast ] && list=$broadcasts || list=$sizes
		for bytes in $(echo "$list" | tr , ' '); do
			for launch in $(seq "$launches"); do
				mapped_row "$seed" "$operation" "$bytes" > last
				[ "$launch" -lt "$launches" ] || cat last
			done
			tail -n 1 rows >> all
		done
	done
	[ -z "$keep" ] || { cp lmo.json "$keep/lmo.$seed.json"; cp rates "$keep/rates.$seed"; }
	"$sonde" lab down --name $name --quiet
	rm -f ./*.db*
done
mv all rows
[ -z "$keep" ] || cp rows "$keep"
mapped_sum
