#!/bin/sh
# What rules lose that were made by measurements, against everything that they could have chosen, on simulated clusters of alike hosts drawn at random (SMPI). Usage:
# bench/tune_quality.sh [BUILD_SMPI [PROCESSES [CLUSTERS [FIRST [SIZES [SEGMENTS]]]]]]; default build-smpi 16 1 4001, 1 B to 1 MB in 11 sizes, segments of 4K, 16K and 64K: those of 1K, which "sonde tune"
# tries too by itself, make thousands of messages share a link at once, for which the simulator takes minutes a point. OPERATIONS: which, nine if not set; BUDGET: of simulated
# time, that of tune by itself if not set. KEEP=DIR
# keeps there what each run printed, as CLUSTER.OPERATION.json.
#
# A row for each cluster and operation: ranges with rules; sizes; the loss in percent, mean and worst, against the best of all that was measured, and against the best that a file of rules can have (gather and scatter have one rule
# for all sizes); what the library's own decision loses against the best of all in the mean; how many predictions of what was measured only after the choice there are, and by which part in percent the worst was off once it was corrected; the seconds
# of the run. In the end the mean and the worst over all rows. Fails if the loss against the best file is above 2 % in the mean or 5 % at most, an operation has more than 24 ranges, or a prediction was off by more than 10 %. Two operations at a time. Timings of a simulation are alike: two of each point suffice.
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
processes=${2:-16} clusters=${3:-1} first=${4:-4001} sizes=${5:-1,4,16,64,256,1K,4K,16K,64K,256K,1M} segments=${6-4K,16K,64K}
limit=3000
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
operations=${OPERATIONS:-alltoall bcast reduce allreduce allgather reduce_scatter gather scatter barrier}

# one CLUSTER OPERATION: its row.
one()
{
	begin=$(date +%s)
	cd "$2" || exit 1
	if simulate "$processes" tune --for openmpi --only "$2" --sizes "$sizes" ${segments:+--segments "$segments"} --reps 2:2 --patience 0 ${BUDGET:+--budget "$BUDGET"} --exhaustive --store tuned.db -o rules.conf --json > found.json; then
		[ -z "${KEEP-}" ] || cp found.json "$KEEP/$1.$2.json"
		ranges=$(grep -cE ' quicker (by medians|\()' rules.conf 2> /dev/null)
		awk -v cluster="$1" -v operation="$2" -v ranges="${ranges:-0}" -v took=$(($(date +%s) - begin)) '
			{ gsub(/[ ,]+$/, "") }
			/"unchanged":/ { own = $2 }
			/"best":/ { sum += own / $2 - 1; n++ }
			/"mean loss":/ { mean = $NF }
			/"worst loss":/ { worst = $NF }
			/"mean loss to best file":/ { file_mean = $NF }
			/"worst loss to best file":/ { file_worst = $NF }
			/"predictions":/ { predictions = $NF }
			/"worst error":/ { off = $NF }
			END { printf "%s %s %d %d %.2f %.2f %.2f %.2f %.1f %d %.2f %d\n", cluster, operation, ranges, n, 100 * mean, 100 * worst, 100 * file_mean, 100 * file_worst, 100 * sum / n, predictions, 100 * off, took }' found.json
	else
		echo "$1 $2 failed: $(grep -v '^$' notes | tail -n 1)"
	fi
}

echo "cluster operation ranges sizes loss worst file_loss file_worst own_loss predictions worst_off seconds"
cluster=$first
while [ "$cluster" -lt $((first + clusters)) ]; do
	random_cluster "$cluster" "$processes" alike
	for operation in $operations; do
		mkdir "$operation"
		cp platform.xml hosts "$operation"
	done
	# shellcheck disable=SC2086
	set -- $operations
	while [ $# -gt 0 ]; do
		(one "$cluster" "$1") > "$1.row" &
		[ $# -lt 2 ] || (one "$cluster" "$2") > "$2.row" &
		wait
		cat "$1.row" >> rows
		cat "$1.row"
		shift
		[ $# -eq 0 ] || {
			cat "$1.row" >> rows
			cat "$1.row"
			shift
		}
	done
	for operation in $operations; do
		rm -r "$operation"
	done
	cluster=$((cluster + 1))
done
awk '
	NF != 12 { failed++; next }
	{ all += $4 * $5; file += $4 * $7; own += $4 * $9; n += $4; worst = $6 > worst ? $6 : worst; file_worst = $8 > file_worst ? $8 : file_worst; ranges = $3 > ranges ? $3 : ranges; predictions += $10; off = $11 > off ? $11 : off }
	END {
		if (n)
			printf "%d sizes: loss %.2f %% in the mean, %.1f %% at most; against the best file %.2f %%, %.1f %%; the library by itself %.1f %%; at most %d ranges; %d predictions, off by %.1f %% at most; %d failed\n", n, all / n, worst, file / n, file_worst, own / n, ranges, predictions, off, failed
		exit !n || failed || file / n > 2 || file_worst > 5 || ranges > 24 || off > 10
	}' rows
