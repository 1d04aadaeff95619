#!/bin/sh
# cg and sweep of two local processes, predicted from their traces under LogGPO and LogGP. Usage: bench/programs_live.sh BUILD [RUNS [BYTES…]]; BUILD is a build for Open MPI or MPICH. Without a word 10 runs of
# either kind, and messages of 2 KB to 300 KB. PROGRAMS="cg sweep" by default; RAW=FILE gets the times of each run.
#
# Both models are estimated for each row. Then the program runs untraced and traced in turns, with a sentinel, an empty round trip, before and after each run. A run counts where both are within a quarter of the model's
# own: the machine was in one state. There are turns until so many of both kinds count, three times as many at most; "untr" and "tr" say how many do. The program's own time, from a barrier after MPI_Init to its last
# result, is predicted as that of the traced run, and what the simulation of the whole trace takes longer than was recorded. Times are medians, in ms; "low" and "high" are the 95 % interval of the untraced median, by
# order statistics; the last line has the mean and the largest error, and how many rows are within 5 % or that interval.
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
raw=${RAW:+$(realpath "$RAW")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

two() { timeout 200 $mpirun -n 2 "$@"; }

# Seconds of the program.
own_time() { sed -n 's/^[a-z]*: \([0-9.]*\) s, the result is right.*/\1/p' "$1"; }

# Seconds of an empty round trip.
sentinel() { two "$sonde" measure p2p --sizes 0 --patience 0 --reps 200:200 --quiet --json --store sentinel.db | sed -n 's/.*"seconds": *\([-0-9.e]*\).*/\1/p' | head -n 1; }

# Of the summary of a simulation, whose members stand four columns in: seconds by which it takes longer than was recorded.
simulated() { "$sonde" simulate trace -m "models/$1.json" --quiet --json | awk '/^    "(recorded|seconds)"/ { gsub(/[^a-z_]/, "", $1); gsub(/[^-0-9.e]/, "", $2); of[$1] = $2 } END { printf "%.9f\n", of["seconds"] - of["recorded"] }'; }

arguments() # program, bytes
{
	doubles=$(($2 / 8))
	case $1 in
	cg) echo "$doubles $((2000000000 / (85 * doubles + 30000)))" ;;
	sweep) echo "$doubles 4 $((200000 / (doubles + 1000) + 1))" ;;
	esac
}

# Whether three round trips are those of one state.
alike() { awk -v a="$1" -v b="$2" -v c="$3" 'BEGIN { exit !(a > 0 && b > 0 && c > 0 && a <= 1.25 * c && c <= 1.25 * a && b <= 1.25 * c && c <= 1.25 * b) }'; }

# Both models, and the round trip that they know; anew where the machine is in another state just after.
estimate_models()
{
	tried=0
	while [ $tried -lt 4 ]; do
		two "$sonde" estimate loggpo,loggp --quiet --patience 0 -o models > estimated 2>&1 || { cat estimated; exit 1; }
		own=$(sed -n 's/.*"sentinel_seconds": *"*\([-0-9.e]*\).*/\1/p' models/loggpo.json | head -n 1)
		now=$(sentinel)
		if alike "$now" "$now" "$own"; then
			break
		fi
		tried=$((tried + 1))
	done
}

untraced_run() # program, arguments…
{
	name=$1
	shift
	two "$build/tests/sonde_example_$name" "$@" > plain.out
	own_time plain.out
}

# The program's own time, and what either model takes longer.
traced_run() # program, arguments…
{
	name=$1
	shift
	rm -rf trace
	two "$sonde" trace -o trace "$build/tests/sonde_example_$name" "$@" > traced.out 2> notes
	own_time traced.out
}

# Lines of what counts: untraced times in plain, and in traced those of the traced run and of both models.
take_turns() # program, arguments…
{
	: > plain
	: > traced
	turn=0
	before=$(sentinel)
	while [ $turn -lt $((3 * runs)) ] && { [ "$(wc -l < plain)" -lt "$runs" ] || [ "$(wc -l < traced)" -lt "$runs" ]; }; do
		seconds=$(untraced_run "$@")
		between=$(sentinel)
		if alike "$before" "$between" "$own"; then
			echo "$seconds" >> plain
		fi
		seconds=$(traced_run "$@")
		before=$(sentinel)
		if alike "$between" "$before" "$own"; then
			echo "$seconds $(simulated loggpo) $(simulated loggp)" >> traced
		fi
		turn=$((turn + 1))
	done
}

one_row() # program, bytes
{
	estimate_models
	# shellcheck disable=SC2046
	take_turns "$1" $(arguments "$1" "$2")
	[ -z "$raw" ] || sed "s/^/$1 $2 untraced /" plain >> "$raw"
	[ -z "$raw" ] || sed "s/^/$1 $2 traced /" traced >> "$raw"
	awk -v program="$1" -v bytes="$2" '
		function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
		function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
		FILENAME == "plain" { x[++k] = $1; next }
		{ y[++n] = $1; a[n] = $1 + $2; b[n] = $1 + $3 }
		END {
			if (!k || !n) { printf "%-6s %7d %5d %3d\n", program, bytes, k, n; exit }
			mx = median(x, k); my = median(y, n); ma = median(a, n); mb = median(b, n)
			d = int(0.98 * sqrt(k)); low = int(k / 2 - d) < 1 ? 1 : int(k / 2 - d); high = k + 1 - low
			printf "%-6s %7d %5d %3d %9.3f %9.3f %9.3f %9.3f %9.3f %7.1f%% %9.3f %7.1f%%\n", program, bytes, k, n, 1e3 * mx, 1e3 * x[low], 1e3 * x[high], 1e3 * my, 1e3 * ma, 100 * (ma / mx - 1), 1e3 * mb, 100 * (mb / mx - 1)
		}' plain traced
}

printf '%-6s %7s %5s %3s %9s %9s %9s %9s %9s %8s %9s %8s\n' program bytes untr tr untraced low high traced loggpo off loggp off
for bytes in $sizes; do
	for program in ${PROGRAMS-cg sweep}; do
		one_row "$program" "$bytes" | tee -a rows
	done
done
awk '
	function size(x) { return x < 0 ? -x : x }
	NF == 12 {
		n++
		off = size($10); mean += off; most = off > most ? off : most; beside += size($12)
		within += off <= 5 || ($9 >= $6 && $9 <= $7)
	}
	END { if (n) printf "loggpo: mean %.1f %%, largest %.1f %%, %d of %d rows within 5 %% or the interval; loggp: mean %.1f %%\n", mean / n, most, within, n, beside / n }' rows
