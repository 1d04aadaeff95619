#!/bin/sh
# How well a model's ports predict collective operations on emulated clusters of unlike nodes, as root: scatters, gathers and broadcasts by several algorithms in the processes' own order, by how the model says that ports serve messages, by --fair and by --in-turn. Each node's link is drawn at random as in bench/mapped_lab.sh.
#
# usage: bench/ports_lab.sh BUILD [SEED]     (BUILD for Open MPI or MPICH; default: 1)
#        NODES=8; SLOWEST=5: Mbit/s of the slowest links, an eighth of the quickest ones; BUDGET=240s: of the model; REPS=15:20: timings; TCP=bbr|cubic: congestion control, the machine's without a word; REALTIME=: not before all other processes; MODEL=FILE: in place of an estimation; KEEP=DIR: the rates, the model and the rows go there
set -eu
export LC_ALL=C
build=$(realpath "$1")
seed=${2-1}
hosts=${NODES-8} slowest=${SLOWEST-5}
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
. "$here/tests/sh/lmo.sh"
. "$here/bench/mapped_parts.sh"

predicted() # OPTIONS
{
	"$sonde" predict lmo.json "$operation" -n "$hosts" -s "$bytes" "$@" --quiet --csv > predicted.csv
	columns seconds < predicted.csv | head -n 1
}

echo "seed $seed; $hosts nodes; times in us"
mapped_rates "$seed" "$hosts" "$slowest" > rates
lab_up --nodes "$hosts" --rate $((8 * slowest))mbit --rates rates --latency 1ms --switch-buffer 256K ${TCP:+--tcp "$TCP"}
[ -z "$model" ] || cp "$model" lmo.json
[ "$model" ] || in_lab "$hosts" "$sonde" estimate lmo --quiet --patience 0 --budget "${BUDGET-240s}" --store lab.db -o lmo.json > estimated 2>&1 || { cat estimated chatter; exit 1; }
[ -z "$keep" ] || cp lmo.json rates "$keep"
grep -o 'in_turn_bytes": [0-9]*' lmo.json || echo "in_turn_bytes: not found"
printf '%-8s %-20s %6s %10s %10s %8s %10s %8s %10s %8s\n' operation algorithm bytes measured model off fair off "in turn" off
while read -r operation algorithm sizes; do
	set -- --algorithm "${algorithm%/*}"
	[ "${algorithm#*/}" = "$algorithm" ] || set -- "$@" --segment "${algorithm#*/}"
	in_lab "$hosts" "$sonde" measure collective --op "$operation" "$@" --sizes "$sizes" --reps "${REPS-15:20}" --spread 0 --patience 0 --quiet --csv --store ports.db > timed.csv 2>&1 || { cat timed.csv chatter >&2; exit 1; }
	columns bytes seconds < timed.csv > timed
	while read -r bytes seconds; do
		echo "$operation $algorithm $bytes $seconds $(predicted "$@") $(predicted "$@" --fair) $(predicted "$@" --in-turn)" | tee -a rows |
			awk '{ printf "%-8s %-20s %6d %10.1f", $1, $2, $3, 1e6 * $4; for (i = 5; i <= 7; i++) printf " %10.1f %7.1f%%", 1e6 * $i, 100 * ($i / $4 - 1); print "" }'
	done < timed
done <<END
scatter linear 1K,4K,8K,16K,32K
gather linear 1K,4K,8K,16K
bcast linear 4K,16K,32K
bcast binomial 4K,16K,64K
bcast chain 4K,16K
bcast chain/4096 16K,64K
bcast binomial/4096 16K,64K
bcast split-binary/4096 64K
END
[ -z "$keep" ] || cp rows "$keep"
awk '{ for (i = 5; i <= 7; i++) { off = $i / $4 - 1; off = off < 0 ? -off : off; within[i] += off <= 0.1; if (off > worst[i]) worst[i] = off } }
	END { printf "of %d within 10 %%, and the worst: by the model %d, %.0f %%; fair %d, %.0f %%; in turn %d, %.0f %%\n", NR, within[5], 100 * worst[5], within[6], 100 * worst[6], within[7], 100 * worst[7] }' rows
