#!/bin/sh
# Real programs, predicted from their traces on the platform of the trace: LAMMPS (melt, peptide), HPCC, ScaLAPACK's tests, MUMPS' example, pw.x, mpi4py (real_programs.sh), and the stencil of
# examples/programs in Fortran. Usage: bench/programs_real.sh BUILD [RUNS [NAME…]]; BUILD is a build for Open MPI; without a word 3 runs of all programs. MODEL=FILE takes that model in place of an estimation
# of loggpo before each program, with SIZES (auto:0:4M, which the programs' messages are within); PROCESSES="2 4"; REALTIME=1, as root: before all other processes, so that their load does not show; COLD=1 runs
# nothing beforehand; HPCC_N=400; MPI=mpich, of which BUILD then is a build. The word drawn stands for DRAWN=5 further inputs of LAMMPS and tests of ScaLAPACK, by SEED, which is printed.
#
# Each program is traced RUNS times, and each trace is simulated under the model. Rows have medians: calls of all processes; seconds recorded, from when the first process left MPI_Init to the last call of
# MPI_Finalize; seconds predicted, and how far that is off, with the least and the most of the runs; "wall": how far off it is with all the time between calls taken for computation, where processes took turns on
# CPUs and the prediction takes the CPU's time; the time that is not simulated but kept; what was left: messages that nobody received, receives that never ended. Programs of more processes than CPUs
# record other processes' turns: what is predicted then is what they would take with a CPU each.
set -eu
export LC_ALL=C OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
runs=${2-3}
[ $# -lt 2 ] || shift
shift
sonde=$build/sonde
model=${MODEL:+$(realpath "$MODEL")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
source=$(realpath "$(dirname "$0")/..")
. "$source/bench/real_programs.sh"
bad=0

mpi() # processes, command
{
	n=$1
	shift
	if [ "${MPI:-openmpi}" = openmpi ]; then
		timeout 600 ${REALTIME:+chrt -r 1} mpirun.openmpi --oversubscribe -n "$n" "$@"
	else
		timeout 600 ${REALTIME:+chrt -r 1} mpirun.mpich -n "$n" "$@"
	fi
}

# A number of the summary of simulate's JSON, whose members stand four columns in; 0 if it is not there.
summary() { awk -v name="    \"$2\":" 'index($0, name) == 1 { gsub(/[^-0-9.e+]/, "", $2); value = $2 } END { print value + 0 }' "$1"; }

# What was predicted of a trace becomes a line: calls, recorded, predicted, by the clock or 0, not simulated, left.
predict() # trace
{
	"$sonde" simulate "$1" -m "$model" --quiet --json > simulated || return
	wall=0
	if grep -q '^    "crowded"' simulated; then
		"$sonde" simulate "$1" -m "$model" --computation wall --quiet --json > wall.json || return
		wall=$(summary wall.json seconds)
	fi
	echo "$(summary simulated calls) $(summary simulated recorded) $(summary simulated seconds) $wall $(summary simulated not_simulated) $(summary simulated unreceived) $(summary simulated unresolved)"
}

predict_program() # name, processes, what is needed, files to copy, input, command
{
	name=$1 processes=$2 files=$4 input=$5
	lacking=$(missing "$3")
	shift 5
	if [ -n "$lacking" ]; then
		echo "$name: skipped: there is no $lacking"
		return
	fi
	rm -rf "$work/run"
	mkdir "$work/run"
	cd "$work/run"
	# shellcheck disable=SC2086 # a list of files
	[ -z "$files" ] || cp -rL $files .
	[ "${COLD-}" ] || mpi "$processes" "$@" < "$input" > out 2> err || true
	for run in $(seq "$runs"); do
		rm -rf trace
		if ! mpi "$processes" "$sonde" trace -o trace "$@" < "$input" > out 2> err || ! predict trace >> lines; then
			echo "$name: run $run of $processes processes fails" >&2
			tail -n 3 err >&2
			bad=1
		fi
	done
	[ -s lines ] && awk -v name="$name" -v processes="$processes" '
		function sort(a, n, i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t } }
		function median(a, n) { sort(a, n); return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
		{ calls[NR] = $1; recorded[NR] = $2; predicted[NR] = $3; off[NR] = 100 * ($3 / $2 - 1); wall[NR] = 100 * ($4 / $2 - 1); crowded = $4 > 0; kept[NR] = 100 * $5; left += $6 + $7 }
		END {
			middle = median(off, NR)
			printf "%-10s %3d %9d %10.4f %10.4f %7.1f%% %7.1f%% %7.1f%% %8s %8.2f%% %6d\n", name, processes, median(calls, NR), median(recorded, NR), median(predicted, NR), middle, off[1], off[NR], \
				crowded ? sprintf("%.1f%%", median(wall, NR)) : "", median(kept, NR), left
		}' lines
	cd "$work"
}

# Before each program, as the machine may have changed.
estimate()
{
	model=$work/loggpo.json
	mpi 2 "$sonde" estimate loggpo --sizes "${SIZES:-auto:0:4M}" --quiet --patience 0 --store "$work/sonde.db" -o "$model" > estimated 2>&1 || { cat estimated; exit 1; }
}

cd "$work"
printf '%-10s %3s %9s %10s %10s %8s %8s %8s %8s %9s %6s\n' program n calls recorded predicted off least most wall kept left
# shellcheck disable=SC2086 # a list
[ $# -gt 0 ] || set -- $real_programs fortran
programs=
for program in "$@"; do
	if [ "$program" = drawn ]; then
		seed=${SEED:-$(date +%s)}
		echo "seed $seed" >&2
		program=$(drawn_programs "${DRAWN:-5}" "$seed")
	fi
	programs="$programs $program"
done
for program in $programs; do
	[ "${MODEL-}" ] || estimate
	for count in ${PROCESSES:-2 4}; do
		case $program in
		fortran)
			[ -x "$work/stencil" ] || "mpifort.${MPI:-openmpi}" -cpp -O2 -o "$work/stencil" "$source/examples/programs/stencil.F90" -J "$work"
			predict_program fortran "$count" "mpifort.${MPI:-openmpi}" "" /dev/null "$work/stencil" 2000 200 300
			;;
		*) with_program predict_program "$program" "$count" ;;
		esac
	done
done
exit $bad
