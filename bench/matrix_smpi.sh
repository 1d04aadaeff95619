#!/bin/sh
# What sonde run brings examples/matrix on a simulated cluster of unlike hosts drawn at random (tests/sh/random_cluster.sh), computation given: an LMO model is estimated there, "tune --for sonde" makes a table by it,
# and the program runs with the MPI library's own scatterv, bcast and gatherv, and under the table. Speeds of hosts are drawn too, 0.5 to 2 times SPEED. Nothing is timed but simulated time.
#
# usage: bench/matrix_smpi.sh [BUILD_SMPI [PREDICTING [SEED [HOSTS [N…]]]]]     (default: build-smpi build 1 16 500; PREDICTING: a build whose sonde tunes and simulates traces, quicker outside the simulator)
#        SPEED=N: flop/s, 1e9 without a word; ONLY="OPERATIONS": bcast,scatter,gather without a word; MODEL=FILE: in place of an estimation; SELECTOR=ompi|default: what
#        SMPI takes by itself, as Open MPI decides without a word; KEEP=DIR: the model and the tables go there
#
# A row for each N and phase: simulated time of the slowest process, native and under the table, in ms; the part that the table spares; what the simulation of the program's trace under the model predicts for both, and by which
# part that is off. The product of each run is checked.
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "${1:-build-smpi}")
SONDE=$build/sonde
predicting=$(realpath "${2:-build}")/sonde
seed=${3:-1}
hosts=${4:-16}
shift $(($# < 4 ? $# : 4))
[ $# -gt 0 ] || set -- 500
given=${MODEL:+$(realpath "$MODEL")}
keep=${KEEP:+$(realpath "$KEEP")}
export SONDE_SOURCE SONDE
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
limit=3000
selector=${SELECTOR-ompi}
case $selector in
ompi) by_itself="bcast any any pipeline segment=128K" ;; # of long messages
*) by_itself="bcast any any binomial" ;;
esac
cp -r "$SONDE_SOURCE/examples/matrix" .
make -s -C matrix MPICC=smpicc
random_cluster "$seed" "$hosts" unlike
options="$options --cfg=smpi/coll-selector:$selector"
printf '%s\nscatterv any any linear\ngatherv any any linear\n' "$by_itself" > itself
awk -v seed="$seed" -v hosts="$hosts" -v speed="${SPEED-1e9}" 'BEGIN { srand(seed); for (i = 0; i < hosts; i++) printf "%.6g\n", speed * exp(log(4) * (rand() - 0.5)) }' > speeds
if [ "$given" ]; then
	cp "$given" lmo.json
else
	simulate "$hosts" estimate lmo -o lmo.json --store "$place/store.db" > estimated || { cat notes; exit 1; }
fi

# program N WRAPPER: phases and seconds of one product.
program()
{
	# shellcheck disable=SC2086
	smpirun -wrapper "$2" -np "$hosts" -platform platform.xml -hostfile hosts $exact $options matrix/matrix "$1" 1 speeds > said 2> notes && grep -q 'the result is right' said || { cat said notes >&2; exit 1; }
	awk '$3 == "s," && !/^matrix:/ { print $1, $2 }' said
}

# predicted TABLE: what the slowest process takes in each phase, by the trace of the native program.
predicted()
{
	"$predicting" simulate trace -m lmo.json --computation wall --collectives "$1" --regions --csv --quiet | tr -d '\r' |
		awk -F, 'NR > 1 && $5 > most[$1] { most[$1] = $5 } END { for (phase in most) { print phase, most[phase]; whole += most[phase] } print "whole", whole }'
}

printf '%5s %-8s %10s %10s %7s %10s %6s %10s %6s\n' N phase native table spared predicted off predicted off
for n in "$@"; do
	sizes=$(awk -v n="$n" -v hosts="$hosts" 'BEGIN { print int(4 * n * n / hosts) "," int(16 * n * n / hosts) "," 8 * n * n }')
	rm -rf table.json trace
	"$predicting" tune --for sonde -m lmo.json -n "$hosts" --only "${ONLY-bcast,scatter,gather}" --sizes "$sizes" --segments 64K,256K --quiet -o table.json > tuned
	[ -z "$keep" ] || cp lmo.json speeds platform.xml hosts "$keep"
	[ -z "$keep" ] || cp table.json "$keep/table-$n.json"
	program "$n" env > native
	program "$n" "env LD_PRELOAD=$build/libsonde-collective-smpi.so SONDE_COLLECTIVES=$PWD/table.json" > own
	mkdir trace
	program "$n" "env LD_PRELOAD=$build/libsonde-trace-smpi.so SONDE_TRACE_DIR=$PWD/trace" > traced
	predicted itself > said.native
	predicted table.json > said.own
	awk -v n="$n" '
		FNR == 1 { file++ }
		{ t[file, $1] = 1e3 * $2 }
		file == 1 { phase[++phases] = $1 }
		END {
			for (i = 1; i <= phases; i++) {
				p = phase[i]
				printf "%5d %-8s %10.3f %10.3f %6.1f%% %10.3f %5.1f%% %10.3f %5.1f%%\n", n, p, t[1, p], t[2, p], 100 * (1 - t[2, p] / t[1, p]), t[3, p], 100 * (t[3, p] / t[1, p] - 1), t[4, p], 100 * (t[4, p] / t[2, p] - 1)
			}
		}' native own said.native said.own
done
