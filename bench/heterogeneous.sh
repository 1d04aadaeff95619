#!/bin/sh
# What it takes to estimate heterogeneous models of 16 hosts of 7 kinds (002, 5.3), in the simulated platform's own seconds: one pair or triplet after the other, and in parallel rounds, and by how much the parameters of both differ;
# how much cheaper LMO is than PLogP of each pair with its defaults, in either schedule; and of many hosts by classes of those that are alike: the experiments beside those of the full set, all round trips and the one-to-twos of all triplets, in two sizes, of which the default method leaves most out, and how far predictions of linear scatter are from those of a full estimation of the first hosts.
#
# usage: bench/heterogeneous.sh [BUILD [WHAT [HOSTS [FULL]]]]     (default: build-smpi all 128 32; WHAT: cost, plogp or classes; plogp takes the simulator five minutes and more, and is no part of all)
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
export SONDE_SOURCE SONDE
what=${2:-all}
hosts=${3:-128}
full=${4:-32}
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"

# run PROCESSES ARGUMENTS…: sonde on the platform, however long it takes.
run()
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact $options "$SONDE" "$@" 2> notes || { cat notes; exit 1; }
}

# summary NAME: a number of the last estimate.
summary() { awk -v name="$1" '$1 == name { print $2 }' summary; }

# estimate PROCESSES OUTPUT MODEL OPTIONS…: a line of the table.
estimate()
{
	processes=$1
	output=$2
	shift 2
	run "$processes" estimate "$@" -o "$output" --store "$output.db" > summary
	printf '%-64s %12s %10s %12s\n' "$*" "$(summary experiments)" "$(summary messages)" "$(summary seconds)"
}

heading() { printf '\n%s\n%-64s %12s %10s %12s\n' "$1" estimate experiments messages seconds; }

# By how much the parameters in serial.json and parallel.json differ at most, relative.
agreement()
{
	for mode in serial parallel; do
		run 1 model show $mode.json --csv | columns parameter link bytes seconds seconds_per_byte | awk '{ print $1, $2, $NF }' > $mode.parameters
	done
	paste -d' ' serial.parameters parallel.parameters | awk '
		$1 != $4 || $2 != $5 { print "the models have other parameters"; bad = 1; exit 1 }
		$3 != 0 { e = $6 / $3 - 1; if (e < 0) e = -e; if (e > most) { most = e; which = $1 " of " $2 } n++ }
		END { if (!bad) printf "%d parameters agree within %.3g %% (%s)\n", n, 100 * most, which }'
}

# both MODEL OPTIONS…: one after the other and in parallel rounds.
both()
{
	for mode in serial parallel; do
		estimate 16 $mode.json "$@" --$mode
		cp summary summary.$mode
	done
	awk 'FNR == 1 { file++ } $1 == "seconds" { s[file] = $2 } END { printf "parallel rounds: %.2f times cheaper; ", s[1] / s[2] }' summary.serial summary.parallel
	agreement
}

cost()
{
	unlike_cluster 16
	heading "16 hosts of 7 kinds"
	both hockney --method two-point --long 16K --heterogeneous
	both lmo
	both lmo --method mean
}

# Everything as by default, also how far trains are saturated.
plogp()
{
	unlike_cluster 16
	heading "16 hosts of 7 kinds"
	for mode in serial parallel; do
		estimate 16 lmo.json lmo --$mode
		lmo=$(summary seconds)
		estimate 16 plogp.json plogp --pairs all --heterogeneous --$mode
		awk -v a="$lmo" -v b="$(summary seconds)" 'BEGIN { printf "lmo: %.0f times cheaper than heterogeneous plogp\n", b / a }'
	done
}

# seconds MODEL.json SIZES: predicted times of linear scatter among the first hosts.
seconds() { run 1 predict "$1" scatter --algorithm linear -n "$full" -s "$2" --csv | awk -F, 'NR > 1 { print $4, $5 }'; }

classes()
{
	unlike_cluster "$hosts"
	heading "$hosts hosts of 7 kinds, by classes"
	for model in hockney lmo; do
		wanted="--method two-point --long 16K --heterogeneous"
		all=$((hosts * (hosts - 1)))
		[ $model = hockney ] || { wanted=; all=$((all + hosts * (hosts - 1) * (hosts - 2))); }
		# shellcheck disable=SC2086
		estimate "$hosts" classes.json $model $wanted --classes auto --parallel
		awk -v n="$(summary experiments)" -v all=$all 'BEGIN { printf "%.2f %% of the %d experiments of the full set\n", 100 * n / all, all }'
		grep -e "are of" -e "check the classes" notes || true
		# shellcheck disable=SC2086
		estimate "$full" full.json $model $wanted --parallel
		seconds classes.json 1K:256K > classes.txt
		seconds full.json 1K:256K > full.txt
		paste -d' ' classes.txt full.txt | awk -v n="$full" '{ e = $2 / $4 - 1; if (e < 0) e = -e; if (e > most) most = e; sum += e }
			END { printf "linear scatter among %d hosts, 1K to 256K: off those of the full model of these by %.3f %% on average, %.3f %% at most\n", n, 100 * sum / NR, 100 * most }'
	done
}

case $what in
all) cost; classes ;;
cost | plogp | classes) $what ;;
*) echo "usage: $0 [BUILD [all|cost|plogp|classes [HOSTS [FULL]]]]"; exit 2 ;;
esac
