#!/bin/sh
# LMO against heterogeneous Hockney, LogGP and PLogP on 16 simulated hosts of 7 kinds: what each costs to estimate, and how far its predictions of linear scatter and gather and of binomial scatter are off on average, eager and
# rendezvous; the paper's estimator (means over triplets) and its closed forms beside them, gathers serial beyond the switch. Needs a build with SMPI.
#
# usage: bench/lmo.sh [SONDE [MODEL …]]
#        (default: build-smpi/sonde hockney; loggp takes the simulator five minutes, plogp eight)
set -eu
SONDE=$(realpath "${1:-build-smpi/sonde}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- hockney
top=$(dirname "$(realpath "$0")")/..
# shellcheck source=tests/sh/smpi.sh
. "$top/tests/sh/smpi.sh"
cd "$top" && top=$PWD && cd "$place"
# shellcheck source=tests/sh/lmo.sh
. "$top/tests/sh/lmo.sh"
options=$lmo_options
unlike_cluster 16

# estimated LABEL OPTIONS…: LABEL.json, and the simulated seconds that it took.
estimated()
{
	label=$1
	shift
	timeout 3000 smpirun -np 16 -platform platform.xml -hostfile hosts $exact $options "$SONDE" estimate "$@" --reps 2:2 --quiet -o "$label.json" > printed
	printf '%-110s %10s s\n' "$label: estimate $*" "$(spent < printed)"
}

row() # label
{
	printf '%-14s' "$1"
	for name in $operations; do
		for regime in eager rendezvous; do
			error=$(mean_error "$1.$name" $regime)
			printf ' %12s' "${error:--}"
		done
	done
	printf '   %s\n' "$(ranking "$1" | awk '{ print $2 " of " $1 }')"
}

echo "Simulated time that estimations take:"
estimated lmo lmo --switch 65535 --parallel
estimated serial lmo --switch 65535
estimated mean lmo --method mean --switch 65535 --parallel
for model in "$@"; do
	case $model in
	plogp) estimated plogp plogp --heterogeneous --parallel --sizes 0,1K,4K,16K,32K,65535,64K,128K,256K ;;
	*) estimated "$model" "$model" --heterogeneous --parallel ;;
	esac
done

timings 1K,2K,4K,6K,10K,16K,24K,32K,48K,60K,64K,80K,100K,150K,200K
echo
echo "Mean error of predictions in percent, eager and rendezvous; ranking of linear and binomial scatter where they differ by more than 10 %:"
printf '%-14s %25s %25s %25s   %s\n' "" "linear scatter" "linear gather" "binomial scatter" ranking
predictions lmo.json lmo
row lmo
predictions mean.json mean
row mean
# The switch to rendezvous is where gathers become serial here, which the paper has M2 for: beyond it its formula is a sum.
for estimator in lmo mean; do
	sed 's/"S": 65535/"S": 65535, "M2": 65536/' $estimator.json > $estimator-serial.json
	grep -q '"M2": 65536' $estimator-serial.json || { echo "$estimator.json has no S" >&2; exit 1; }
	predictions $estimator-serial.json $estimator-closed --closed-form
	row $estimator-closed
done
for model in "$@"; do
	predictions "$model.json" "$model" --eager 65535
	row "$model"
	predictions "$model.json" "$model-fair" --eager 65535 --fair
	row "$model-fair"
done
