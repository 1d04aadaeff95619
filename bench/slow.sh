#!/usr/bin/env bash
# LMO on nodes with unlike processors, as root: a lab of eight nodes of three kinds, whose calls and bytes take longer by what a preloaded library spends on real TCP; LMO and other models are estimated there, without options, and
# linear and binomial scatter and gather are predicted and measured (medians of 15) at sizes that no model was made of. --realtime keeps other load out, and keeps that load waiting.
#
# usage: bench/slow.sh [SONDE [RATE [FILE]]]     (default: build/sonde 20mbit and the three kinds below; FILE: as of lab up --slow; CPU=FILE: quotas as of lab up --cpu in place of it; SIZES; ALGORITHMS="linear binomial")
set -eu
sonde=$(realpath "${1:-build/sonde}")
rate=${2:-20mbit}
slow=${3:+$(realpath "$3")}
cpu=${CPU:+$(realpath "$CPU")}
realtime=--realtime
[ -z "$cpu" ] || realtime= # a group with a quota takes no processes of real time
sizes=${SIZES:-1500,3000,6000,12000,24000,48000,90000}
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
if [ -z "$slow$cpu" ]; then
	slow=kinds
	printf '%s 400us 60ns\n' 2 5 8 > kinds
	printf '%s 1ms 200ns\n' 3 6 >> kinds
fi
"$sonde" lab up --name $name --nodes 8 --rate "$rate" --switch-buffer 1M ${slow:+--slow "$slow"} ${cpu:+--cpu "$cpu"} > /dev/null

inside() # arguments of sonde
{
	timeout -k 5 900 "$sonde" lab run $realtime --name $name -n 8 -- "$sonde" "$@" --patience 0 --store bench.db 2>> chatter < /dev/null
}

# "bytes seconds" of a table in CSV, its lines ended by CR LF.
columns() { tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["bytes"] != "" { print $c["bytes"], $c["seconds"] }'; }

echo "8 nodes at $rate;" "$(tr '\n' ';' < "${slow:-$cpu}")"
estimated() # file, arguments
{
	begin=$SECONDS
	output=$1
	shift
	inside estimate "$@" -o "$output.json" > table
	printf '%-40s %4d s\n' "estimate $*" $((SECONDS - begin))
}
estimated lmo lmo
estimated "hockney of each pair" hockney --heterogeneous --parallel
estimated "hockney of all" hockney --homogeneous --parallel
estimated plogp plogp --pairs 0:1
"$sonde" model show lmo.json --csv 2> /dev/null | tr -d '\r' | awk -F, '$1 == "C" || $1 == "t" { printf "%s of node %d: %.4g\n", $1, $2 + 1, $4 != "" ? $4 : $7 }'
printf '\n%-10s%-10s%-24s' "" "" "predicted as a part"
echo "$sizes" | tr , '\n' | awk '{ printf "%8s", $1 } END { printf "%10s\n", "mean off" }'
for operation in scatter gather; do
	for algorithm in ${ALGORITHMS:-linear binomial}; do
		inside measure collective --op $operation --algorithm $algorithm --sizes "$sizes" --reps 15:15 --spread 0 --csv | columns > measured
		for model in lmo "hockney of each pair" "hockney of all" plogp; do
			"$sonde" predict "$model.json" $operation --algorithm $algorithm -n 8 -s "$sizes" --csv 2> /dev/null | columns > predicted
			awk -v operation=$operation -v algorithm=$algorithm -v model="$model" 'NR == FNR { measured[$1] = $2; next }
				{ part = $2 / measured[$1]; line = line sprintf("%8.2f", part); off = part > 1 ? part - 1 : 1 - part; sum += off; n++ }
				END { printf "%-10s%-10s%-24s%s%8.1f %%\n", operation, algorithm, model, line, 100 * sum / n }' measured predicted
		done
	done
done
