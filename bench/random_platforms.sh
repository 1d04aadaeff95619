#!/bin/sh
# PLogP as estimated by default on simulated clusters of 16 alike hosts drawn at random: every algorithm of seven operations at six sizes, predicted and timed by global timing. A row for each cluster: how far predictions are
# off in percent, on average and at most, and of what; the share of those that are at most 5 off, and of operations and sizes for which the algorithm that is predicted to be the quickest takes at most 2 % longer than the
# quickest; what the estimation computed. Fails if of all clusters the mean is above 2 %, less than 95 % are within 5 %, less than 95 % of the choices are good, or an estimation computed for more than 20 s.
#
# usage: bench/random_platforms.sh [BUILD_SMPI [CLUSTERS [FIRST]]]     (default: build-smpi 20 3001)
#        bench/random_platforms.sh BUILD_SMPI FOLDER…                  (each with platform.xml, hosts, and the options of smpirun in options)
# ESTIMATE: options of the estimation, "--pairs 0:1" if not set; DETAILS: a folder that gets what was predicted and timed of each cluster.
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
[ $# -eq 0 ] || shift
started_in=$PWD
limit=1800
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
operations="bcast scatter gather allgather allreduce alltoall reduce"
sizes=700,2K,9K,50K,150K,300K

# computed: sets spent to the seconds that processes started here have computed so far.
computed()
{
	times > computed
	spent=$(awk 'NR == 2 { for (i = 1; i <= NF; i++) { split($i, part, "[ms]"); sum += 60 * part[1] + part[2] } print sum }' computed)
}

# both CLUSTER: all operations timed and predicted by plogp.json, as lines CLUSTER OPERATION ALGORITHM BYTES TIMED PREDICTED in both. False if a command failed.
both()
{
	: > both
	for operation in $operations; do
		simulate 16 measure collective --op "$operation" --algorithm all --timing global --sizes $sizes --reps 2:2 --patience 0 --csv --quiet --store timed.db > timed.csv || return 1
		simulate 1 predict plogp.json "$operation" --algorithm all -n 16 --sizes $sizes --segment none --csv --quiet > predicted.csv || return 1
		columns algorithm bytes seconds < timed.csv > timed
		columns algorithm bytes seconds < predicted.csv | awk -v cluster="$1" -v operation="$operation" '
			NR == FNR { timed[$1, $2] = $3; next }
			($1, $2) in timed { print cluster, operation, $1, $2, timed[$1, $2], $3 }' timed - >> both
	done
	[ -s both ]
}

# summary FILE: the mean error, the share within 5 %, the largest and of what, the share of good choices; all in percent.
summary()
{
	awk '
		{
			off = 100 * ($6 / $5 - 1)
			off = off < 0 ? -off : off
			sum += off
			near += off <= 5
			if (off >= most) {
				most = off
				which = $2 "/" $3 " of " $4 " B"
			}
			task = $1 " " $2 " " $4
			if (!(task in least) || $5 < least[task])
				least[task] = $5
			if (!(task in chosen) || $6 < chosen[task]) {
				chosen[task] = $6
				takes[task] = $5
			}
		}
		END {
			for (task in least) {
				n++
				good += takes[task] <= 1.02 * least[task]
			}
			if (NR)
				printf "%.3f %.2f %.1f %.2f %s\n", sum / NR, 100 * near / NR, most, 100 * good / n, which
		}' "$1"
}

# row CLUSTER: estimates, measures, predicts and prints what came of it.
row()
{
	computed
	before=$spent
	# shellcheck disable=SC2086
	simulate 16 estimate plogp ${ESTIMATE---pairs 0:1} --quiet --store estimated.db -o plogp.json > printed || { cat printed notes; return 1; }
	computed
	spent=$(awk -v before="$before" -v after="$spent" 'BEGIN { print after - before }')
	both "$1" || { cat notes; return 1; }
	cat both >> all
	if [ -n "${DETAILS-}" ]; then
		(cd "$started_in" && mkdir -p "$DETAILS" && cp "$place/both" "$DETAILS/$1.both" && cp "$place/plogp.json" "$DETAILS/$1.json")
	fi
	read -r mean near most good which <<-END
		$(summary both)
	END
	printf '%10s %8.2f %8.1f %8.1f %8.1f %10.1f  %s\n' "$1" "$mean" "$near" "$good" "$most" "$spent" "$which"
	holds "cluster $1: seconds of computing" "$spent <= 20"
	rm -f ./*.db
}

# try CLUSTER: a row, or a failure that is counted.
try()
{
	row "$1" || failures=$((failures + 1))
}

: > all
printf '%10s %8s %8s %8s %8s %10s  %s\n' cluster "mean, %" "in 5 %" "best, %" "most, %" "computed s" of
case ${1-} in
*[!0-9]*)
	exact=
	for folder in "$@"; do
		folder=$(cd "$started_in" && realpath "$folder")
		cp "$folder/platform.xml" "$folder/hosts" .
		options=$(cat "$folder/options")
		try "$(basename "$folder")"
	done
	;;
*)
	first=${2:-3001}
	for seed in $(seq "$first" $((first + ${1:-20} - 1))); do
		random_cluster "$seed" 16 alike
		try "$seed"
	done
	;;
esac
read -r mean near most good which <<END
$(summary all)
END
if [ -n "$good" ]; then
	printf '%10s %8.2f %8.1f %8.1f %8.1f %10s  %s\n' all "$mean" "$near" "$good" "$most" "" "$which"
	holds "all clusters" "$mean <= 2 && $near >= 95 && $good >= 95"
fi
finish_simulated
