#!/bin/sh
# What tracing costs real programs: interleaved pairs of runs, traced and untraced, of LAMMPS (melt) and HPCC (N = 400) on two processes, by Open MPI.
# Usage: bench/trace_pairs.sh BUILD [PAIRS [NAME…]], names melt, hpcc, empty; 20 pairs of all without them. STEPS, 900, and N, 400: how long melt and HPCC take. BUILD with its target bench made.
#
# A row says: time of a run, median difference of pairs in per cent with its 95 % interval (by order statistics), calls a process, these times the measured cost of a call, in per cent of the run.
# "empty" is a program that does nothing but begin and end: what MPI_Init and MPI_Finalize take longer. Calls that poll are many: each costs, and few are kept.
set -eu
export LC_ALL=C
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
pairs=${2:-20}
[ $# -lt 2 ] && shift || shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
run() { mpirun.openmpi --oversubscribe -n 2 "$@" > out 2>&1 < /dev/null; }

seconds() # command
{
	begin=$(date +%s.%N)
	run "$@"
	end=$(date +%s.%N)
	echo "$begin $end" | awk '{ printf "%.4f", $2 - $1 }'
}

# ns that a call costs, of the loop of tracer_loop: the middle of five differences.
cost()
{
	for i in 1 2 3 4 5; do
		rm -rf trace
		mpirun.openmpi -n 1 "$build/bench/tracer_loop" 100000 | cut -d' ' -f2 > plain
		mpirun.openmpi -n 1 "$build/sonde" trace -o trace "$build/bench/tracer_loop" 100000 | cut -d' ' -f2 > traced
		paste plain traced | awk '{ print $2 - $1 }'
	done | sort -g | sed -n 3p
}

pairs_of() # name, command
{
	name=$1
	shift
	: > "$name.pairs"
	for pair in $(seq "$pairs"); do
		rm -rf trace
		# Every other pair begins with the traced run.
		if [ $((pair % 2)) -eq 0 ]; then
			plain=$(seconds "$@")
			traced=$(seconds "$build/sonde" trace -o trace "$@")
		else
			traced=$(seconds "$build/sonde" trace -o trace "$@")
			plain=$(seconds "$@")
		fi
		echo "$plain $traced" >> "$name.pairs"
	done
	calls=$("$build/sonde" trace show trace --csv | tr -d '\r' | awk -F, 'NR > 1 { n += $2 } END { print n / 2 }')
	awk -v name="$name" -v calls="$calls" -v cost="$cost" '
		{ plain[NR] = $1; d[NR] = $2 - $1 }
		function sort(v, i, j, x) {
			for (i = 2; i <= NR; i++) {
				x = v[i]
				for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
				v[j + 1] = x
			}
		}
		END {
			sort(d); sort(plain)
			k = int((NR - 1.96 * sqrt(NR)) / 2) + 1
			k = k < 1 ? 1 : k
			run = (plain[int((NR + 1) / 2)] + plain[int(NR / 2) + 1]) / 2
			middle = (d[int((NR + 1) / 2)] + d[int(NR / 2) + 1]) / 2
			printf "%-6s untraced %.3f s, difference %+.2f %% (%+.2f to %+.2f), %+.1f ms (%+.1f to %+.1f); %.0f calls a process x %.0f ns: %.2f %%\n", name, run,
				middle / run * 100, d[k] / run * 100, d[NR + 1 - k] / run * 100, middle * 1e3, d[k] * 1e3, d[NR + 1 - k] * 1e3, calls, cost, calls * cost * 1e-9 / run * 100
		}' "$name.pairs"
}

[ $# -gt 0 ] || set -- empty melt hpcc
cost=$(cost)
for name in "$@"; do
	case $name in
	empty) pairs_of empty "$build/bench/tracer_loop" 0 ;;
	melt)
		sed "s/^run[[:space:]].*/run ${STEPS:-900}/" /usr/share/lammps/examples/melt/in.melt > in.melt
		pairs_of melt lmp -in in.melt -log none
		;;
	hpcc)
		sed "s/^.* Ns *\$/${N:-400} Ns/; s/^.*  *Ps *\$/1 Ps/; s/^.*  *Qs *\$/2 Qs/" /usr/share/doc/hpcc/examples/_hpccinf.txt > hpccinf.txt
		pairs_of hpcc hpcc
		;;
	*) echo "trace_pairs.sh: no program $name; empty, melt, hpcc" >&2 && exit 2 ;;
	esac
done
