#!/bin/sh
# What a program takes on another platform: traced on shared memory, predicted by a model of an emulated cluster, and held against runs there. As root.
#
# usage: bench/programs_lab.sh BUILD [NODES [RATE…]]     (BUILD for Open MPI; default: 2 100mbit 1gbit)
#        RUNS=N: traced runs and runs in the lab, in turns, 7 without a word; PROGRAMS="cg sweep stencil fft"; PAUSE=US: processes sleep so many microseconds in place of most of their computation, as they should
#        where nodes are more than CPUs; SIZES="2048 163840": bytes of the messages of cg and sweep; REALTIME=: not before all other processes; KEEP=DIR: the models go there;
#        LINKS=wires|buckets: of the lab, wires up to 100 Mbit/s and buckets beyond without a word
#
# For each rate a lab with so many nodes is made, and loggpo, loggp and plogp are estimated between two of them. "lab" is the median of the program's own time in the lab, from a barrier after MPI_Init to its last
# result, with its 95 % interval by order statistics ("low", "high"), in ms. The same of each trace is read from its simulated run, between the end of MPI_Barrier and the begin of MPI_Reduce.
# "traced" is what it took on shared memory. Behind it stands what each model predicts, and how far that is off.
#
# The last rows tell the bottleneck: one process of cg and sweep is made slower than the others. "cause" is what `simulate` names first in the trace, and the process is to be the planted one; "saved" is what the
# program is quicker without it: predicted by two traces, and measured in the lab.
set -eu
export LC_ALL=C
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
build=$(realpath "$1")
nodes=${2-2}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- 100mbit 1gbit
runs=${RUNS-7}
pause=${PAUSE-0}
realtime=${REALTIME---realtime}
keep=${KEEP:+$(realpath "$KEEP")}
sonde=$build/sonde
name=programs-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"
models="loggpo loggp plogp"

# Wires of 1 Gbit/s carry 615 to 740 Mbit/s on two cores, buckets 850 to 920 (64 messages of 64 and 32 KB), and the process of wires takes CPU from those of the program.
links() # rate
{
	case $1 in
	*gbit) echo "${LINKS-buckets}" ;;
	*) echo "${LINKS-wires}" ;;
	esac
}

inside() # processes, command
{
	count=$1
	shift
	# shellcheck disable=SC2086
	timeout -k 5 600 "$sonde" lab run $realtime --name $name -n "$count" -- "$@" 2>> chatter < /dev/null
}

local_run() { timeout 200 ${realtime:+chrt -r 1} mpirun.openmpi --oversubscribe -n "$nodes" "$@" 2>> chatter < /dev/null; }

# Seconds of the program.
own_time() { sed -n 's/^[a-z]*: \([0-9.]*\) s, the result is right.*/\1/p' "$1"; }

# The same of a trace, or of an archive: the longest time of a process from the end of its first barrier to the begin of its last reduction.
traced_time()
{
	"$sonde" trace export "$1" --format csv -o rows.csv --quiet
	tr -d '\r' < rows.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["function"] == "MPI_Barrier" && !($at["process"] in from) { from[$at["process"]] = $at["end"] }
		$at["function"] == "MPI_Reduce" { to[$at["process"]] = $at["begin"] }
		END { for (p in from) if (to[p] - from[p] > longest) longest = to[p] - from[p]; printf "%.9f", longest }'
}

predicted_time() # trace, model, options
{
	rm -rf simulated.otf2
	what=$1 model=$2
	shift 2
	"$sonde" simulate "$what" -m "$model" --timeline simulated.otf2 --quiet --json "$@" > simulated.json
	traced_time simulated.otf2
}

arguments() # program, bytes
{
	doubles=$(($2 / 8))
	iterations=$(($2 > 10000 ? 25 : 400))
	if [ "$pause" -gt 0 ]; then
		case $1 in
		cg) echo "$doubles 10 $pause" ;;
		sweep) echo "$doubles 4 2 $pause" ;;
		stencil) echo "$doubles 4 20 $pause" ;;
		fft) echo "$((doubles > 1000 ? 256 : 64)) 5 $pause" ;;
		esac
	else
		case $1 in
		cg) echo "$doubles $iterations" ;;
		sweep) echo "$doubles 4 $((10000 / (doubles + 100) + 2))" ;;
		stencil) echo "$doubles $((400000 / doubles)) 30" ;;
		fft) echo "$((doubles > 1000 ? 512 : 128)) 10" ;;
		esac
	fi
}

# The processes of a crowded run that sleep take no CPU, and another's turn is not in what they sleep.
computation() { [ "$pause" -gt 0 ] && echo "--computation wall" || true; }

# A line of times: traced, the lab's, each model's.
one_pair() # program, arguments…
{
	program=$1
	shift
	rm -rf trace
	local_run "$sonde" trace -o trace "$build/tests/sonde_example_$program" "$@" > traced.out
	inside "$nodes" "$build/tests/sonde_example_$program" "$@" > lab.out
	# shellcheck disable=SC2046
	echo "$(own_time traced.out) $(own_time lab.out) $(for model in $models; do echo "$(predicted_time trace $model.json $(computation)) "; done | tr -d '\n')"
}

statistics='
	function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
	function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }'

compared() # rate, program, bytes
{
	: > pairs
	for pair in $(seq "$runs"); do
		# shellcheck disable=SC2046
		one_pair "$2" $(arguments "$2" "$3") >> pairs
	done
	awk -v rate="$1" -v nodes="$nodes" -v program="$2" -v bytes="$3" "$statistics"'
		NF == 5 { n++; traced[n] = $1; lab[n] = $2; for (m = 1; m <= 3; m++) predicted[m, n] = $(2 + m) }
		END {
			middle = median(lab, n)
			d = int(0.98 * sqrt(n)); low = int(n / 2 - d) < 1 ? 1 : int(n / 2 - d)
			printf "%-8s %2d %-8s %7d %3d %9.3f %9.3f %9.3f %9.3f", rate, nodes, program, bytes, n, 1e3 * median(traced, n), 1e3 * middle, 1e3 * lab[low], 1e3 * lab[n + 1 - low]
			for (m = 1; m <= 3; m++) {
				for (i = 1; i <= n; i++) one[i] = predicted[m, i]
				printf " %9.3f %7.1f%%", 1e3 * median(one, n), 100 * (median(one, n) / middle - 1)
			}
			printf "\n"
		}' pairs
}

# One process, the last but one, is made slower: what is named as the cause, and what the program gains without it.
planted() # rate, program, messages' bytes
{
	slow=$((nodes - 2)) more=1500 rate=$1 program=$2
	kept=$pause
	[ "$pause" -gt 0 ] || pause=300
	usual=$(arguments "$program" "$3")
	longer=${usual% *}\ $((pause + more))
	pause=$kept
	: > planted
	for run in 1 2 3; do
		for who in -1 $slow; do
			# shellcheck disable=SC2016
			set -- sh -c 'wants=$1 program=$2 usual=$3 longer=$4; shift 4; [ "$OMPI_COMM_WORLD_RANK" != "$wants" ] || usual=$longer; exec "$@" $program $usual' sh "$who" "$build/tests/sonde_example_$program" "$usual" "$longer"
			rm -rf trace
			local_run "$@" "$sonde" trace -o trace > traced.out
			inside "$nodes" "$@" env > lab.out
			echo "$(predicted_time trace loggpo.json --computation wall) $(own_time lab.out)"
			[ "$who" -lt 0 ] || sed -n 's/^ *"cause 1": *"\(.*\)".*/\1/p' simulated.json > cause
		done | tr '\n' ' ' >> planted
		echo >> planted
	done
	awk -v rate="$rate" -v nodes="$nodes" -v program="$program" -v cause="$(cat cause)" -v slow=$slow "$statistics"'
		{ predicted[NR] = $3 - $1; measured[NR] = $4 - $2 }
		END { right = index(cause, "process " slow ":") == 1
			printf "%-8s %2d %-8s saved without the slow process %d: predicted %.3f ms, measured %.3f ms; cause %s (%s)\n", rate, nodes, program, slow, 1e3 * median(predicted, NR), 1e3 * median(measured, NR), right ? "right" : "WRONG", cause }' planted
}

printf '%-8s %2s %-8s %7s %3s %9s %9s %9s %9s' rate n program bytes n traced lab low high
for model in $models; do printf ' %9s %8s' "$model" off; done
echo
for rate in "$@"; do
	"$sonde" lab down --name $name --quiet > /dev/null 2>&1 || true
	"$sonde" lab up --name $name --nodes "$nodes" --rate "$rate" --switch-buffer 1M --links "$(links "$rate")" > /dev/null
	for model in $models; do
		inside 2 "$sonde" estimate $model --quiet --patience 0 --store lab.db -o $model.json > estimated 2>&1 || { cat estimated chatter; exit 1; }
		[ -z "$keep" ] || cp $model.json "$keep/$model-$nodes-$rate.json"
	done
	for program in ${PROGRAMS-cg sweep stencil fft}; do
		for bytes in ${SIZES-2048 163840}; do
			compared "$rate" "$program" "$bytes"
		done
	done | tee rows
	awk '{ for (m = 1; m <= 3; m++) { v = $(9 + 2 * m); sub("%", "", v); v += 0; v = v < 0 ? -v : v; sum[m] += v; most[m] = v > most[m] ? v : most[m] } } END { printf "%s: loggpo %.1f %% off on average, %.1f at most; loggp %.1f, %.1f; plogp %.1f, %.1f\n", $1, sum[1] / NR, most[1], sum[2] / NR, most[2], sum[3] / NR, most[3] }' rows
	for program in cg sweep; do planted "$rate" $program 16384; done
done
