#!/bin/sh
# cg and sweep of two local processes, predicted from their traces under LogGPO and LogGP. Usage: bench/programs_live.sh BUILD [RUNS [BYTES…]]; BUILD is a build for Open MPI or MPICH. Without a word 10 runs of
# either kind, and messages of 2 KB to 300 KB. PROGRAMS="cg sweep" by default; RAW=FILE gets the times of each run; REALTIME=1, as root: before all other processes, whose part of the CPUs then is not looked at.
#
# Before the first row both models are estimated four times, and once more for each row. Then the program runs untraced and traced in turns, with a sentinel, an empty round trip, before and after each run. A run counts where
# both are within a quarter of that at the row's begin, so that the machine was in one state, and where other processes, and other machines on the same processors, had less than a twentieth of the CPUs meanwhile. There
# are turns until so many of both kinds count, twice as many at most; "untr" and "tr" say how many do. The program's own time, from a barrier after MPI_Init to its last result, is predicted as that of the traced run, and
# what the simulation of the whole trace takes longer than was recorded, each run by the next one of the estimations in this state. Times are medians, in ms; "low" and "high" are the 95 % interval of the untraced median,
# by order statistics; the last line has the mean and the largest error, and how many rows are within 5 % or that interval.
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
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"

two() { timeout 200 ${REALTIME:+chrt -r 1} $mpirun -n 2 "$@"; }

# Seconds of the program.
own_time() { sed -n 's/^[a-z]*: \([0-9.]*\) s, the result is right.*/\1/p' "$1"; }

# Seconds of an empty round trip.
sentinel() { two "$sonde" measure p2p --sizes 0 --patience 0 --reps 200:200 --quiet --json --store sentinel.db | sed -n 's/.*"seconds": *\([-0-9.e]*\).*/\1/p' | head -n 1; }

# Of the summary of a simulation, whose members stand four columns in: seconds by which it takes longer than was recorded.
simulated() { "$sonde" simulate trace -m "models/$turned/$1.json" --quiet --json | awk '/^    "(recorded|seconds)"/ { gsub(/[^a-z_]/, "", $1); gsub(/[^-0-9.e]/, "", $2); of[$1] = $2 } END { printf "%.9f\n", of["seconds"] - of["recorded"] }'; }

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

# Both models once more in the pool, models/N; a line "N sentinel" of it.
estimate_models()
{
	pool=$((pool + 1))
	two "$sonde" estimate loggpo,loggp --quiet --patience 0 -o "models/$pool" > estimated 2>&1 || { cat estimated; exit 1; }
	echo "$pool $(sed -n 's/.*"sentinel_seconds": *"*\([-0-9.e]*\).*/\1/p' "models/$pool/loggpo.json" | head -n 1)" >> pool
}

# The row's state: that of the present moment, of which the pool has a model, after some more estimations if need be.
settle()
{
	tried=0
	while [ $tried -lt 4 ]; do
		estimate_models
		own=$(sentinel)
		while read -r _ known; do
			if alike "$own" "$own" "$known"; then
				return
			fi
		done < pool
		tried=$((tried + 1))
	done
	echo "$1 $2: the machine's state changes too often" >&2
	exit 1
}

# The next model of the pool that is of the row's state.
next_model()
{
	while :; do
		turned=$((turned % pool + 1))
		if alike "$own" "$own" "$(sed -n "s/^$turned //p" pool)"; then
			return
		fi
	done
}

# Ticks of all CPUs, those at work, and those of this script's children, in 1/100 s.
count_ticks()
{
	times > spent
	awk 'FNR == 1 { file++ } file == 1 && FNR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); own += 6000 * part[1] + 100 * part[2] } } file == 2 && $1 == "cpu" { for (i = 2; i <= 9; i++) all += $i; print all, all - $5 - $6, own }' spent /proc/stat
}

# Whether others had less than a twentieth between two such lines.
alone() { [ "${REALTIME-}" ] || echo "$1 $2" | awk '{ exit !(($5 - $2) - ($6 - $3) < 0.05 * ($4 - $1)) }'; }

# Lines of what counts: untraced times in plain, and in traced those of the traced run and what both models take longer.
take_turns() # program, arguments…
{
	program=$build/tests/sonde_example_$1
	shift
	: > plain
	: > traced
	turn=0
	before=$(sentinel)
	while [ $turn -lt $((2 * runs)) ] && { [ "$(wc -l < plain)" -lt "$runs" ] || [ "$(wc -l < traced)" -lt "$runs" ]; }; do
		count_ticks > begun
		two "$program" "$@" > program.out
		count_ticks > ended
		between=$(sentinel)
		if alone "$(cat begun)" "$(cat ended)" && alike "$before" "$between" "$own"; then
			own_time program.out >> plain
		fi
		rm -rf trace
		count_ticks > begun
		two "$sonde" trace -o trace "$program" "$@" > program.out 2> notes
		count_ticks > ended
		before=$(sentinel)
		if alone "$(cat begun)" "$(cat ended)" && alike "$between" "$before" "$own"; then
			next_model
			echo "$(own_time program.out) $(simulated loggpo) $(simulated loggp)" >> traced
		fi
		turn=$((turn + 1))
	done
}

one_row() # program, bytes
{
	settle "$1" "$2"
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

pool=0 turned=0
mkdir models
for i in 1 2 3 4; do
	estimate_models
done
printf '%-6s %7s %5s %3s %9s %9s %9s %9s %9s %8s %9s %8s\n' program bytes untr tr untraced low high traced loggpo off loggp off
for bytes in $sizes; do
	for program in ${PROGRAMS-cg sweep}; do
		one_row "$program" "$bytes" > row
		tee -a rows < row
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
