#!/bin/sh
# Mapped trees on clusters of unlike hosts drawn at random (tests/sh/random_cluster.sh), in a simulated platform's own time: LMO is estimated, predict --order best chooses algorithm, segment and the
# order of processes for scatterv, gatherv and bcast, and what it chose is measured beside the MPI library's own operation. A row has what the model promises and what was measured, both
# beside what the library's own operation takes, and how far the prediction is off.
#
# usage: bench/mapped_trees.sh [BUILD [SEEDS [HOSTS [SIZES [PREDICTING]]]]]     (default: build-smpi "1 2 3 4 5" 8 16K,64K BUILD; PREDICTING: a build whose sonde predicts, quicker outside the simulator)
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
seeds=${2:-1 2 3 4 5}
hosts=${3:-8}
sizes=${4:-16K,64K}
predicting=${5:+$(realpath "$5")/sonde}
export SONDE_SOURCE SONDE
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
limit=2000
[ "$predicting" ] || predicting="$SONDE"

# value COLUMN: of the only row of a CSV on standard input.
value() { columns "$1" | head -1; }

# measured OPERATION BYTES OPTIONS…: seconds, as the library does it, or as the options say.
measured()
{
	operation=$1
	bytes=$2
	shift 2
	simulate "$hosts" measure collective --op "$operation" --sizes "$bytes" --reps 2:2 --patience 0 --csv --store "$place/store.db" "$@" > timed.csv || { cat notes; exit 1; }
	value seconds < timed.csv
}

echo "seeds: $seeds; $hosts hosts; times in us"
printf '%-5s %-9s %8s %-20s %10s %10s %8s %9s %9s  %s\n' seed operation bytes algorithm native mapped promised measured off order
: > rows
for seed in $seeds; do
	random_cluster "$seed" "$hosts" unlike
	simulate "$hosts" estimate lmo -o lmo.json --store "$place/store.db" > estimate.txt || { cat notes; exit 1; }
	for operation in scatterv gatherv bcast; do
		for bytes in $(echo "$sizes" | tr , ' '); do
			"$predicting" predict lmo.json "$operation" -n "$hosts" -s "$bytes" --order best --quiet --csv > best.csv
			algorithm=$(value algorithm < best.csv)
			segment=$(value segment < best.csv)
			best=$(value seconds < best.csv)
			order=$(tr -d '\r' < best.csv | sed -n '2s/.*,"\(.*\)"$/\1/p; 2s/.*,//p' | head -1)
			set -- --algorithm "$algorithm"
			[ -z "$segment" ] || set -- "$@" --segment "$segment"
			[ "$order" = own ] || set -- "$@" --order "$order"
			native=$(measured "$operation" "$bytes")
			mapped=$(measured "$operation" "$bytes" "$@")
			echo "$seed $operation $bytes $algorithm${segment:+/$segment} $native $mapped $best $order" | tee -a rows | awk '{
				printf "%-5s %-9s %8s %-20s %10.1f %10.1f %7.1f%% %8.1f%% %8.1f%%  %s\n", $1, $2, $3, $4, 1e6 * $5, 1e6 * $6, 100 * (1 - $7 / $5), 100 * (1 - $6 / $5), 100 * ($7 / $6 - 1), $8 }'
		done
	done
done
awk '{
	n++
	off = $7 / $6 - 1
	off = off < 0 ? -off : off
	if (off > 0.1)
		wrong++
	worst = off > worst ? off : worst
	if ($6 > 1.001 * $5)
		slower++
	if ($7 <= 0.75 * $5) {
		promised++
		if ($6 <= 0.8 * $5)
			kept++
	}
	log_sum += log($6 / $5)
}
END {
	printf "%d calls: slower than native: %d; promised a quarter or more: %d, of which at least a fifth was measured: %d; predicted within 10 %%: %d, the worst %.1f %% off; mapped over native, geometric mean: %.3f\n", n, slower, promised, kept, n - wrong, 100 * worst, exp(log_sum / n) }' rows
