#!/bin/sh
# cg and sweep of two local processes, predicted from their traces: under LogGPO and LogGP, estimated in between. Usage: bench/programs_live.sh BUILD [RUNS [BYTES…]]; BUILD is a build for Open MPI or
# MPICH. Without a word 10 turns, and messages of 2 KB to 300 KB.
#
# Each turn estimates both models anew, then runs the program untraced and traced, with a sentinel, an empty round trip, before and after. A turn counts where these three round trips, the model's and the two beside
# the runs, lie within a quarter: the machine was in one state ("turns" says how many of them count). The program's own time, from a barrier after MPI_Init to its last result, is predicted as that of the
# traced run, and what the simulation of the whole trace takes longer than was recorded. Times are medians, in ms; "low" and "high" are the 95 % interval of the untraced median, by order statistics.
set -eu
export LC_ALL=C
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
runs=${2-10}
[ $# -gt 2 ] && shift 2 && sizes=$* || sizes="2048 8192 32768 65536 153600 307200"
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpirun=mpiexec.mpich ;;
*) mpirun=mpirun.openmpi ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

two() { timeout 200 $mpirun -n 2 "$@"; }

# Seconds of the program.
own_time() { sed -n 's/^[a-z]*: \([0-9.]*\) s, the result is right.*/\1/p' "$1"; }

# Seconds of an empty round trip.
sentinel() { two "$sonde" measure p2p --sizes 0 --patience 0 --reps 200:200 --quiet --json --store sentinel.db | sed -n 's/.*"seconds": *\([-0-9.e]*\).*/\1/p' | head -n 1; }

# Of the summary of a simulation, whose members stand four columns in: the empty round trip that the model knows, and seconds by which the simulation takes longer than was recorded.
simulated() { "$sonde" simulate trace -m "models/$1.json" --quiet --json | awk '/^    "(recorded|seconds|sentinel_seconds)"/ { gsub(/[^a-z_]/, "", $1); gsub(/[^-0-9.e]/, "", $2); of[$1] = $2 } END { printf "%.9f %.9f\n", of["sentinel_seconds"], of["seconds"] - of["recorded"] }'; }

arguments() # program, bytes
{
	doubles=$(($2 / 8))
	case $1 in
	cg) echo "$doubles $((2000000000 / (85 * doubles + 30000)))" ;;
	sweep) echo "$doubles 4 $((200000 / (doubles + 1000) + 1))" ;;
	esac
}

# A turn becomes a line of times: the two sentinels, untraced, traced, then of either model its own sentinel and what it takes longer.
one_turn() # program, arguments…
{
	name=$1
	shift
	two "$sonde" estimate loggpo,loggp --quiet --patience 0 -o models > estimated 2>&1 || { cat estimated; exit 1; }
	before=$(sentinel)
	two "$build/tests/sonde_example_$name" "$@" > plain.out
	rm -rf trace
	two "$sonde" trace -o trace "$build/tests/sonde_example_$name" "$@" > traced.out 2> /dev/null
	echo "$before $(sentinel) $(own_time plain.out) $(own_time traced.out) $(simulated loggpo) $(simulated loggp)"
}

printf '%-6s %7s %5s %9s %9s %9s %9s %9s %8s %9s %8s\n' program bytes turns untraced low high traced loggpo off loggp off
for bytes in $sizes; do
	for program in cg sweep; do
		: > turns
		turn=0
		while [ $turn -lt "$runs" ]; do
			# shellcheck disable=SC2046
			one_turn $program $(arguments $program "$bytes") >> turns
			turn=$((turn + 1))
		done
		awk -v program=$program -v bytes="$bytes" '
			function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
			function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
			function alike(a, b, c) { return a <= 1.25 * b && b <= 1.25 * a && a <= 1.25 * c && c <= 1.25 * a && b <= 1.25 * c && c <= 1.25 * b }
			NF == 8 && alike($1, $2, $5) { k++; x[k] = $3; y[k] = $4; a[k] = $4 + $6; b[k] = $4 + $8 }
			END {
				if (!k) { printf "%-6s %7d %5d\n", program, bytes, 0; exit }
				mx = median(x, k); my = median(y, k); ma = median(a, k); mb = median(b, k)
				d = int(0.98 * sqrt(k)); low = int(k / 2 - d) < 1 ? 1 : int(k / 2 - d); high = k + 1 - low
				printf "%-6s %7d %5d %9.3f %9.3f %9.3f %9.3f %9.3f %7.1f%% %9.3f %7.1f%%\n", program, bytes, k, 1e3 * mx, 1e3 * x[low], 1e3 * x[high], 1e3 * my, 1e3 * ma, 100 * (ma / mx - 1), 1e3 * mb, 100 * (mb / mx - 1)
			}' turns
	done
done
