#!/bin/sh
# Rows with an order of processes that "tune --for sonde" makes by measurements, on clusters of unlike hosts drawn at random (tests/sh/random_cluster.sh), in a simulated platform's own time. Each row is timed in other launches, beside
# the MPI library's own operation: at its first and last bytes, and at the geometric mean of both, where tune has not measured. Of scatterv and gatherv a broadcast of all counts counts as a part of the row, as programs have it.
#
# usage: bench/orders_smpi.sh [BUILD_SMPI [SEEDS [HOSTS [SIZES]]]]     (default: build-smpi "1 2 3 4 5" 8 1K,8K,64K)
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
seeds=${2:-1 2 3 4 5}
hosts=${3:-8}
sizes=${4:-1K,8K,64K}
export SONDE_SOURCE SONDE
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
limit=2000

# rules: the rows with an order of table.json, as lines OPERATION FIRST LAST ALGORITHM SEGMENT FANOUT ORDER; 0: none.
rules()
{
	awk -F'"' '/"operation"/ && /"order"/ {
		row = $0
		gsub(/[{} ]/, "", row)
		operation = $4
		bytes = row
		sub(/.*"bytes":/, "", bytes)
		if (sub(/^\[/, "", bytes)) {
			split(bytes, end, /[],]/)
			last = end[2]
		} else {
			split(bytes, end, ",")
			last = end[1]
		}
		order = row
		sub(/.*"order":\[/, "", order)
		sub(/\].*/, "", order)
		algorithm = row
		sub(/.*"algorithm":"/, "", algorithm)
		sub(/".*/, "", algorithm)
		segment = row ~ /"segment":/ ? row : "0"
		sub(/.*"segment":/, "", segment)
		fanout = row ~ /"fanout":/ ? row : "0"
		sub(/.*"fanout":/, "", fanout)
		print operation, end[1], last, algorithm, segment + 0, fanout + 0, order
	}' table.json
}

# measured OPERATION SIZES OPTIONS…: lines of bytes and seconds, as the library does it, or as the options say.
measured()
{
	operation=$1
	bytes=$2
	shift 2
	simulate "$hosts" measure collective --op "$operation" --sizes "$bytes" --reps 2:2 --patience 0 --csv "$@" > timed.csv || { cat notes; exit 1; }
	columns bytes seconds < timed.csv
}

echo "seeds: $seeds; $hosts hosts; times in us"
printf '%-5s %-9s %8s %-24s %10s %10s %8s\n' seed operation bytes algorithm native row quicker
: > rows
for seed in $seeds; do
	random_cluster "$seed" "$hosts" unlike
	rm -f table.json
	simulate "$hosts" tune --for sonde --only bcast,scatter,gather,reduce --sizes "$sizes" --segments 8K --reps 2:2 --patience 0 --store "$place/store.db" -o table.json > tuned.txt || { cat notes; exit 1; }
	awk -v seed="$seed" '/orders_refuted/ { print "refuted", seed, $2 }' tuned.txt >> refuted
	[ -e table.json ] || continue
	told=$(measured bcast $((8 * hosts)) | awk '{ print $2 }')
	rules > rules.txt
	while read -r operation first last algorithm segment fanout order; do
		list=$(awk -v a="$first" -v b="$last" 'BEGIN { m = int(sqrt(a * b)); print a (m > a && m < b ? "," m : "") (b > a ? "," b : "") }')
		set -- --algorithm "$algorithm" --order "$order"
		[ "$segment" -eq 0 ] || set -- "$@" --segment "$segment"
		[ "$fanout" -eq 0 ] || set -- "$@" --fanout "$fanout"
		measured "$operation" "$list" < /dev/null > native
		measured "$operation" "$list" "$@" < /dev/null > own
		case $operation in *v) add=$told ;; *) add=0 ;; esac
		paste -d' ' native own | awk -v seed="$seed" -v operation="$operation" -v what="$algorithm$([ "$segment" -eq 0 ] || echo "/$segment")" -v add="$add" '{ print seed, operation, $1, what, $2, $4 + add }' |
			tee -a rows | awk '{ printf "%-5s %-9s %8s %-24s %10.1f %10.1f %7.1f%%\n", $1, $2, $3, $4, 1e6 * $5, 1e6 * $6, 100 * (1 - $6 / $5) }'
	done < rules.txt
done
awk 'FILENAME == "refuted" { refuted += $3; next } { n++; log_sum += log($6 / $5); slower += $6 > 1.001 * $5; worst = $6 / $5 > worst ? $6 / $5 : worst }
END {
	printf "%d timings: slower than native: %d, the slowest %.3f of it; row over native, geometric mean: %.3f; rows of the model that were refuted: %d\n", n, slower, worst, n ? exp(log_sum / n) : 1, refuted
	exit slower > 0 }' refuted rows
