#!/bin/sh
# A program's pattern, carried out beside its simulation (after Gropp and Lusk 1999): the traces of cg, sweep, stencil and fft of two processes become schedules, which run on the platform, with computation that
# keeps the processor busy for its time. Usage: bench/schedule_live.sh BUILD [RUNS [MODEL…]]; BUILD for Open MPI or MPICH, 5 runs without a word, models loggpo and plogp. REALTIME=1, as root: before all other processes.
#
# Each run traces the program anew, and carries the schedule out 30 times beside each model. Rows have medians over the runs: the program's own time, the schedule's, its simulation under each
# model, and how far that is off, with the least and the most of the runs. Times in ms, from a common beginning to the end of the slowest process.
set -eu
export LC_ALL=C
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
runs=${2-5}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- loggpo plogp
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpirun=mpiexec.mpich ;;
*) mpirun=mpirun.openmpi ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

two() { timeout 200 ${REALTIME:+chrt -r 1} $mpirun -n 2 "$@" < /dev/null; }

# A number of the summary of JSON, whose members stand four columns in.
summary() { awk -v name="    \"$2\":" 'index($0, name) == 1 { gsub(/[^-0-9.e+]/, "", $2); print $2 }' "$1"; }

# A line: recorded, and for each model measured and simulated.
one_run() # program, arguments…
{
	name=$1
	shift
	rm -rf trace
	two "$sonde" trace -o trace "$build/tests/sonde_example_$name" "$@" > traced.out 2> /dev/null
	"$sonde" trace export trace --format goal -o program.goal --quiet > notes
	"$sonde" simulate trace -m "$first.json" --quiet --json > simulated.json
	printf '%s' "$(summary simulated.json recorded)"
	for model in $models; do
		two "$sonde" measure schedule program.goal -m "$model.json" --reps 30 --quiet --json > measured.json 2> measured.err || cat measured.err >&2
		printf ' %s %s' "$(summary measured.json seconds)" "$(summary measured.json simulated)"
	done
	echo
}

models=$*
first=$1
for model in $models; do
	two "$sonde" estimate "$model" --quiet --patience 0 -o "$model.json" > estimated 2>&1 || { cat estimated; exit 1; }
done
printf '%-8s %9s' program recorded
for model in $models; do printf ' %9s %9s %8s %8s %8s' measured "$model" off least most; done
echo
while read -r name arguments; do
	: > lines
	for run in $(seq "$runs"); do
		# shellcheck disable=SC2086
		one_run "$name" $arguments >> lines
	done
	awk -v name="$name" '
		function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
		function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
		NF > 2 { n++; recorded[n] = $1; for (i = 2; i <= NF; i++) value[i, n] = $i; fields = NF }
		END {
			printf "%-8s %9.3f", name, 1e3 * median(recorded, n)
			for (i = 2; i < fields; i += 2) {
				for (k = 1; k <= n; k++) { measured[k] = value[i, k]; simulated[k] = value[i + 1, k]; off[k] = 100 * (value[i + 1, k] / value[i, k] - 1) }
				middle = median(off, n)
				printf " %9.3f %9.3f %7.1f%% %7.1f%% %7.1f%%", 1e3 * median(measured, n), 1e3 * median(simulated, n), middle, off[1], off[n]
			}
			printf "\n"
		}' lines
done << END
cg 256 100
cg 20000 50
sweep 256 4 20
sweep 20000 4 2
stencil 1000 100 50
stencil 20000 10 30
fft 128 20
fft 512 10
END
