#!/usr/bin/env bash
# P-3PC on an emulated cluster, as root: two nodes estimate it, without options; then linear (flat) and binomial scatter and gather of 1 to 64 KiB for each process, predicted and measured (medians of 15) on 4 and on 8 nodes. The
# switch has room for what is on its way: P-3PC knows no losses. --realtime keeps other load out, and keeps that load waiting. About five minutes.
#
# usage: bench/p3pc_lab.sh [SONDE [RATE [OPTIONS OF ESTIMATE …]]]     (default: build/sonde 100mbit; MODEL=FILE: takes that model in place of an estimation; NODES="4 8")
set -eu
sonde=$(realpath "${1:-build/sonde}")
rate=${2:-100mbit}
shift $(($# < 2 ? $# : 2))
model=${MODEL:+$(realpath "$MODEL")}
sizes=1K,2K,4K,8K,16K,32K,64K
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
"$sonde" lab up --name $name --nodes 8 --rate "$rate" --switch-buffer 1M > /dev/null

inside() # processes, arguments of sonde
{
	processes=$1
	shift
	timeout -k 5 900 "$sonde" lab run --realtime --name $name -n "$processes" -- "$sonde" "$@" --patience 0 --store bench.db 2>> chatter < /dev/null
}

# "bytes seconds" of a table in CSV, its lines ended by CR LF.
columns() { tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["bytes"] != "" { print $c["bytes"], $c["seconds"] }'; }

if [ -z "$model" ]; then
	begin=$SECONDS
	model=p3pc.json
	inside 2 estimate p3pc "$@" -o $model > table
	echo "estimate p3pc $*: $((SECONDS - begin)) s"
fi
echo "links of $rate; predicted as a part of what was measured"
printf '%-8s%-10s%-10s' nodes "" ""
echo "$sizes" | tr , '\n' | awk '{ printf "%8s", $1 } END { printf "%10s\n", "mean off" }'
for nodes in ${NODES:-4 8}; do
	for operation in scatter gather; do
		for algorithm in linear binomial; do
			inside "$nodes" measure collective --op $operation --algorithm $algorithm --sizes $sizes --reps 15:15 --spread 0 --csv | columns > measured
			"$sonde" predict $model $operation --algorithm $algorithm -n "$nodes" -s $sizes --csv 2> /dev/null | columns > predicted
			awk -v nodes="$nodes" -v operation=$operation -v algorithm=$algorithm 'NR == FNR { measured[$1] = $2; next }
				{ part = $2 / measured[$1]; line = line sprintf("%8.2f", part); off = part > 1 ? part - 1 : 1 - part; sum += off; n++ }
				END { printf "%-8d%-10s%-10s%s%8.1f %%\n", nodes, operation, algorithm, line, 100 * sum / n; print sum, n >> "all" }' measured predicted
		done
	done
done
awk '{ sum += $1; n += $2 } END { printf "mean of all: %.1f %%\n", 100 * sum / n }' all
