#!/bin/sh
# What sonde run brings a program on an emulated cluster, as root: examples/matrix on unlike nodes, with the MPI library's own scatterv, bcast and gatherv, and with those of a table that sonde tune writes by an LMO model of the lab.
#
# usage: bench/matrix_lab.sh BUILD [NODES [N…]]     (BUILD for Open MPI or MPICH; default: 8 110 160 200 250)
#        RATE=50: Mbit/s of the slow links, half of the others'; RUNS=N: launches of each kind, in turns, 5 without a word, each of PRODUCTS=N products, 20; TCP=bbr|cubic: congestion control, the machine's without a word; TABLES="FILE…": more tables to try; UNLIKE=: alike nodes; REALTIME=: not
#        before all other processes; MODEL=FILE: an LMO model with thresholds, in place of an estimation; SIZES=LIST: of the table, 1:1M without a word, which holds B up to N = 362; KEEP=DIR: the model and the table go there
#
# The lab has links of 100 Mbit/s; of unlike nodes the last two have 50, and the last four nodes multiply half as quickly, 1 Gflop/s (in pauses). A row for each N and phase: bytes of a slice of alike ones; mean of the phase (the median of the launches') and
# its longest, native and by each table, in ms; native's mean over the table's. The product of each run is checked. Behind them what a simulation of a trace of the native program under the
# model predicts for both, and by which part that is off the mean.
set -eu
export LC_ALL=C
build=$(realpath "$1")
nodes=${2-8}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- 110 160 200 250
runs=${RUNS-5} products=${PRODUCTS-20} rate=${RATE-50}
tables=
for table in ${TABLES-}; do tables="$tables $(realpath "$table")"; done
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
. "$here/tests/sh/lmo.sh"
cp -r "$here/examples/matrix" "$work"
make -s -C "$work/matrix" MPICC=mpicc.$mpi

if [ "${UNLIKE-yes}" ]; then
	printf '%d %dmbit\n' $((nodes - 1)) "$rate" "$nodes" "$rate" > rates
	unlike="--rates rates"
	half=1e9
fi
i=0
while [ $i -lt "$nodes" ]; do
	[ $i -lt $((nodes / 2)) ] && echo 2e9 || echo "${half-2e9}"
	i=$((i + 1))
done > speeds
# shellcheck disable=SC2086
lab_up --nodes "$nodes" --rate "$((2 * rate))mbit" --switch-buffer 64K ${TCP:+--tcp $TCP} ${unlike-}

inside() # command
{
	in_lab "$nodes" "$@"
}

lab_lmo "$nodes"
"$sonde" model show lmo.json --csv | tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $1 ~ /^(M1|M2|S)$/ { printf "%s %s  ", $1, $at["value"] } END { print "" }'
"$sonde" tune --for sonde -m lmo.json -n "$nodes" --only bcast,gather,scatter --sizes "${SIZES-1:1M}" --quiet -o tuned.json > tuned || { cat tuned; exit 1; }
[ -z "$keep" ] || cp lmo.json tuned.json "$keep"
tables="$work/tuned.json$tables"

# predicted [OPTIONS]: phases and what each takes in the mean of the products, seconds, by the trace of the native program.
predicted()
{
	"$sonde" simulate trace -m lmo.json --computation wall --regions --csv --quiet "$@" > predictions || { cat predictions >&2; exit 1; }
	columns region process times seconds < predictions | awk -v products="$products" '
		$4 > most[$1] { most[$1] = $4 }
		END { for (phase in most) { print phase, most[phase] / products; whole += most[phase] / products } print "whole", whole }'
}

phases="scatterv bcast multiply gatherv whole"
one() # file, command
{
	out=$1
	shift
	inside "$@" > said && grep -q 'the result is right' said || { cat said chatter; exit 1; }
	tr -d , < said | awk '$3 == "s" { print $1, $5, $7 }' >> "$out"
}

printf '%5s %7s %-8s %9s %9s' N bytes phase native longest
for table in $tables; do printf '  %-12.12s %9s %6s' "$(basename "$table")" longest ratio; done
printf '  %9s %6s %9s %6s\n' predicted off tuned off
for n in "$@"; do
	rm -f times.*
	for run in $(seq "$runs"); do
		# shellcheck disable=SC2086
		one times.00 $yielding "$work/matrix/matrix" "$n" "$products" speeds
		i=0
		for table in $tables; do
			i=$((i + 1))
			one times.$(printf %02d $i) $yielding "$sonde" run --collectives "$table" "$work/matrix/matrix" "$n" "$products" speeds
		done
	done
	rm -rf trace
	mkdir trace
	# shellcheck disable=SC2086
	inside ${yielding:-env} SONDE_TRACE_DIR="$work/trace" LD_PRELOAD="${yielding:+${yielding##*=}:}$build/libsonde-trace-$mpi.so" "$work/matrix/matrix" "$n" "$products" speeds > said
	predicted > predicted.native
	predicted --collectives tuned.json > predicted.tuned
	for phase in $phases; do
		awk -v n="$n" -v nodes="$nodes" -v phase=$phase '
			function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
			FNR == 1 { file++ }
			file <= 2 { if ($1 == phase) foretold[file] = $2; next }
			$1 == phase { f = file - 2; k[f]++; t[f, k[f]] = 1e3 * $2; if (1e3 * $3 > longest[f]) longest[f] = 1e3 * $3 }
			END {
				printf "%5d %7d %-8s", n, int(8 * n * n / nodes), phase
				for (f = 1; f <= file - 2; f++) {
					for (i = 1; i <= k[f]; i++) one[i] = t[f, i]
					sort(one, k[f])
					middle = (one[int((k[f] + 1) / 2)] + one[int(k[f] / 2) + 1]) / 2
					if (f == 1) { native = middle; printf " %9.3f %9.3f", middle, longest[f] }
					else printf "  %12.3f %9.3f %6.2f", middle, longest[f], native / middle
					if (f <= 2)
						measured[f] = middle
				}
				for (f = 1; f <= 2; f++)
					printf "  %9.3f %5.1f%%", 1e3 * foretold[f], 100 * (1e3 * foretold[f] / measured[f] - 1)
				print ""
			}' predicted.native predicted.tuned times.*
	done
done
