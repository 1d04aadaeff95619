#!/bin/sh
# cg and sweep of two local processes, predicted from their traces: under LogGPO and LogGP, estimated in between. Usage: bench/programs_live.sh BUILD [RUNS [BYTES…]]; BUILD is a build for Open MPI or
# MPICH. Without a word 10 runs of each kind, and messages of 2 KB to 300 KB.
#
# Traced and untraced runs take turns. Around each pair a sentinel, an empty round trip, is timed; pairs whose sentinel is more than a fifth above the median are of another state of the machine, and are left
# out ("pairs" says how many are left). The program's own time, from a barrier after MPI_Init to its last result, is predicted as that of the traced run, and what the simulation of the whole trace takes
# longer than was recorded. Times are medians, in ms; "low" and "high" are the 95 % interval of the untraced median, by order statistics.
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

# The part by which the simulation takes longer than was recorded, times what was recorded: seconds.
longer() { "$sonde" simulate trace -m "$1" --quiet --json | awk '/"recorded"/ { gsub(/[^-0-9.e]/, "", $2); recorded = $2 } /"seconds"/ { gsub(/[^-0-9.e]/, "", $2); seconds = $2 } END { printf "%.9f", seconds - recorded }'; }

estimate()
{
	for model in loggpo loggp; do
		two "$sonde" estimate $model --quiet --patience 0 -o $model.json > estimated 2>&1 || { cat estimated; exit 1; }
	done
}

arguments() # program, bytes
{
	doubles=$(($2 / 8))
	case $1 in
	cg) echo "$doubles $((4000000 / (doubles + 20000)))" ;;
	sweep) echo "$doubles 4 $((40000 / (doubles + 1000) + 1))" ;;
	esac
}

# A pair of runs becomes a line of times: sentinel, untraced, traced, longer under either model.
one_pair() # program, arguments…
{
	name=$1
	shift
	before=$(sentinel)
	two "$build/tests/sonde_example_$name" "$@" > plain.out
	rm -rf trace
	two "$sonde" trace -o trace "$build/tests/sonde_example_$name" "$@" > traced.out 2> /dev/null
	echo "$before $(sentinel) $(own_time plain.out) $(own_time traced.out) $(longer loggpo.json) $(longer loggp.json)"
}

printf '%-6s %7s %5s %9s %9s %9s %9s %9s %8s %9s %8s\n' program bytes pairs untraced low high traced loggpo off loggp off
for bytes in $sizes; do
	estimate
	for program in cg sweep; do
		: > pairs
		pair=0
		while [ $pair -lt "$runs" ]; do
			# shellcheck disable=SC2046
			one_pair $program $(arguments $program "$bytes") >> pairs
			pair=$((pair + 1))
		done
		awk -v program=$program -v bytes="$bytes" '
			function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
			function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
			NF == 6 { n++; level[n] = sorted[n] = $1 > $2 ? $1 : $2; u[n] = $3; t[n] = $4; o[n] = $4 + $5; g[n] = $4 + $6 }
			END {
				usual = median(sorted, n)
				for (i = 1; i <= n; i++)
					if (level[i] <= 1.2 * usual) { k++; x[k] = u[i]; y[k] = t[i]; a[k] = o[i]; b[k] = g[i] }
				mx = median(x, k); my = median(y, k); ma = median(a, k); mb = median(b, k)
				d = int(0.98 * sqrt(k)); low = int(k / 2 - d) < 1 ? 1 : int(k / 2 - d); high = k + 1 - low
				printf "%-6s %7d %5d %9.3f %9.3f %9.3f %9.3f %9.3f %7.1f%% %9.3f %7.1f%%\n", program, bytes, k, 1e3 * mx, 1e3 * x[low], 1e3 * x[high], 1e3 * my, 1e3 * ma, 100 * (ma / mx - 1), 1e3 * mb, 100 * (mb / mx - 1)
			}' pairs
	done
done
