#!/bin/sh
# Mapped trees on clusters of unlike hosts drawn at random (tests/sh/random_cluster.sh), in a simulated platform's own time: LMO is estimated, predict --order best chooses algorithm, segment and the
# order of processes for scatterv, gatherv and bcast, and what it chose is measured beside the MPI library's own operation. A row has what the model promises and what was measured, both
# beside what the library's own operation takes, and how far the prediction is off.
#
# usage: bench/mapped_trees.sh [BUILD [SEEDS [HOSTS [SIZES [PREDICTING]]]]]     (default: build-smpi "1 2 3 4 5" 8 16K,64K build; PREDICTING: a build whose sonde predicts, which that for SMPI can only within the simulator)
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
seeds=${2:-1 2 3 4 5}
hosts=${3:-8}
sizes=${4:-16K,64K}
predicting=$(realpath "${5:-build}")/sonde
export SONDE_SOURCE SONDE
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
. "$SONDE_SOURCE/bench/mapped_parts.sh"
limit=2000

measured()
{
	operation=$1
	bytes=$2
	shift 2
	simulate "$hosts" measure collective --op "$operation" --sizes "$bytes" --reps 2:2 --patience 0 --csv --store "$place/store.db" "$@" > timed.csv || { cat notes; exit 1; }
	columns seconds low high < timed.csv
}

echo "seeds: $seeds; $hosts hosts; times in us"
mapped_head
for seed in $seeds; do
	random_cluster "$seed" "$hosts" unlike
	simulate "$hosts" estimate lmo -o lmo.json --store "$place/store.db" > estimate.txt || { cat notes; exit 1; }
	for operation in scatterv gatherv bcast; do
		for bytes in $(echo "$sizes" | tr , ' '); do
			mapped_row "$seed" "$operation" "$bytes"
		done
	done
done
mapped_sum
