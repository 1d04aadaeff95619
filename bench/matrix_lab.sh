#!/bin/sh
# What sonde run brings a program on an emulated cluster, as root: examples/matrix on unlike nodes, with the MPI library's own scatterv, bcast and gatherv, and with those of a table that sonde tune writes by an LMO model of the lab.
#
# usage: bench/matrix_lab.sh BUILD [NODES [N…]]     (BUILD for Open MPI or MPICH; default: 8 110 160 200 250)
#        RUNS=N: launches of each kind, in turns, 5 without a word, each of PRODUCTS=N products, 20; TCP=bbr|cubic: congestion control, the machine's without a word; TABLES="FILE…": more tables to try; UNLIKE=: alike nodes; REALTIME=: not
#        before all other processes; MODEL=FILE: an LMO model with thresholds, in place of an estimation; KEEP=DIR: the model and the table go there
#
# The lab has links of 100 Mbit/s; unlike ones have the last two of 50, and the last four nodes multiply half as quickly, 1 Gflop/s (in pauses). A row for each N and phase: bytes of a slice of alike ones; mean of the phase (the median of the launches') and
# its longest, native and by each table, in ms; native's mean over the table's. The product of each run is checked.
set -eu
export LC_ALL=C
build=$(realpath "$1")
nodes=${2-8}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- 110 160 200 250
runs=${RUNS-5} products=${PRODUCTS-20}
tables=
for table in ${TABLES-}; do tables="$tables $(realpath "$table")"; done
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
cp -r "$here/examples/matrix" "$work"
make -s -C "$work/matrix" MPICC=mpicc.$mpi

if [ "${UNLIKE-yes}" ]; then
	printf '%d 50mbit\n' $((nodes - 1)) "$nodes" > rates
	unlike="--rates rates"
	half=1e9
fi
i=0
while [ $i -lt "$nodes" ]; do
	[ $i -lt $((nodes / 2)) ] && echo 2e9 || echo "${half-2e9}"
	i=$((i + 1))
done > speeds
# shellcheck disable=SC2086
lab_up --nodes "$nodes" --rate 100mbit --switch-buffer 64K ${TCP:+--tcp $TCP} ${unlike-}

inside() # command
{
	in_lab "$nodes" "$@"
}

lab_lmo "$nodes"
"$sonde" model show lmo.json --csv | tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $1 ~ /^(M1|M2|S)$/ { printf "%s %s  ", $1, $at["value"] } END { print "" }'
"$sonde" tune --for sonde -m lmo.json -n "$nodes" --only bcast,gather,scatter --quiet -o tuned.json > tuned || { cat tuned; exit 1; }
[ -z "$keep" ] || cp lmo.json tuned.json "$keep"
tables="$work/tuned.json$tables"

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
echo
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
	for phase in $phases; do
		awk -v n="$n" -v nodes="$nodes" -v phase=$phase '
			function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
			FNR == 1 { file++ }
			$1 == phase { k[file]++; t[file, k[file]] = 1e3 * $2; if (1e3 * $3 > longest[file]) longest[file] = 1e3 * $3 }
			END {
				printf "%5d %7d %-8s", n, int(8 * n * n / nodes), phase
				for (f = 1; f <= file; f++) {
					for (i = 1; i <= k[f]; i++) one[i] = t[f, i]
					sort(one, k[f])
					middle = (one[int((k[f] + 1) / 2)] + one[int(k[f] / 2) + 1]) / 2
					if (f == 1) { native = middle; printf " %9.3f %9.3f", middle, longest[f] }
					else printf "  %12.3f %9.3f %6.2f", middle, longest[f], native / middle
				}
				print ""
			}' times.*
	done
done
