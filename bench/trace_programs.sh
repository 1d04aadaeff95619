#!/bin/sh
# Real programs, traced to the end: LAMMPS (melt, peptide), HPCC, ScaLAPACK's tests of LU and QR, MUMPS' example, pw.x of Quantum ESPRESSO (silicon, with a pseudopotential that
# its ld1.x makes here), and a loop of mpi4py. Usage: bench/trace_programs.sh BUILD [NAME…]; BUILD is a build for Open MPI, names are those of the table; all without one.
#
# A row says: calls, records that they became, messages and bytes of all processes; whether messages and bytes of each pair are those that Open MPI's pml/monitoring counts in the
# same run ("equal"); what has no partner in the OTF2 archive, which otf2-print has read; whether the results are those of an untraced run; bytes of the trace a record.
#
# Debian: as real_programs.sh says, and otf2-tools. What is not there is "skipped".
# Collective operations by persistent requests count as the program's messages in pml/monitoring, so MPI_Alltoall goes by pairs here, without them.
set -eu
export LC_ALL=C OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1")
shift
sonde=$build/sonde
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
. "$(dirname "$(realpath "$0")")/real_programs.sh"
bad=0

mpi() # processes, command
{
	n=$1
	shift
	timeout 600 mpirun.openmpi --oversubscribe -n "$n" --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_alltoall_algorithm 2 --mca coll_tuned_alltoallv_algorithm 2 "$@"
}

# What of a program's output in the present folder does not depend on time.
results_lammps() { grep -vE 'CPU|Loop time|Performance|wall time|^(Pair|Bond|Kspace|Neigh|Comm|Output|Modify|Other) ' out; }
results_hpcc() { sed -nE 's/^(WALL|CPU) +([0-9 ]+) [0-9.]+ (PASSED|FAILED).*/\2 \3/p; /^\|\|Ax-b/p; /^Found/p; /^(HPL_N|Success|PTRANS_n|PTRANS_residual|MPIRandomAccess_Errors|MPIFFT_maxErr)=/p' hpccoutf.txt; }
results_scalapack() { sed -E 's/ +[0-9.]+ +[0-9.]+ +(PASSED|FAILED)/ \1/' out | grep -E 'PASSED|FAILED|tests|END'; }
results_mumps() { grep -vE 'Elapsed|ime |MEMORY|bytes' out; }
results_pw() { grep -E '^!| =  .* Ry$|^ +-?[0-9.]+ +-?[0-9.]+ +-?[0-9.]+ +-?[0-9.]+$|convergence has' out; }
results_python() { cat out; }

filter_of() # name
{
	case $1 in
	melt | peptide) echo results_lammps ;;
	hpcc) echo results_hpcc ;;
	xdlu | xdqr) echo results_scalapack ;;
	mumps) echo results_mumps ;;
	pw) echo results_pw ;;
	*) echo results_python ;;
	esac
}

# Among how many processes.
processes_of() # name
{
	case $1 in
	xdlu | xdqr) echo 4 ;;
	mpi4py) echo 2 ;;
	*) echo 2 4 ;;
	esac
}

# Lines "from to messages bytes" of what a trace and pml/monitoring say, in one order.
traced_pairs() { "$sonde" trace show traced/trace --by pair --csv | tr -d '\r' | awk -F, 'NR > 1 { print $1, $2, $3, $4 }' | sort; }
# pml/monitoring counts what the tracer itself sends in MPI_Init, too: an int from rank 0 to each other one, by which all agree whether all are traced.
monitored_pairs() { cat traced/monitored.*.prof | awk '$1 == "E" && $2 == 0 { $6 -= 1; $4 -= 4 } $1 == "E" && $6 > 0 { print $2, $3, $6, $4 }' | sort; }

row() { printf '%-10s %3s %9s %8s %8s %12s %10s %9s %8s %7s\n' "$@"; }

trace_program() # name, processes, what is needed, files to copy, input, command
{
	name=$1 processes=$2 needed=$3 files=$4 input=$5
	filter=$(filter_of "$name")
	shift 5
	lacking=$(missing "$needed")
	if [ -n "$lacking" ]; then
		echo "$name: skipped: there is no $lacking"
		return
	fi
	mkdir -p "$work/$name-$processes/plain" "$work/$name-$processes/traced"
	cd "$work/$name-$processes"
	for folder in plain traced; do
		# shellcheck disable=SC2086 # a list of files
		[ -z "$files" ] || cp $files "$folder"
	done
	(cd plain && mpi "$processes" "$@" < "$input" > out 2> err) || echo "$name: untraced it ends with $?" >&2
	(cd traced && mpi "$processes" --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename "$PWD/monitored" \
		"$sonde" trace -o trace "$@" < "$input" > out 2> err) || echo "$name: traced it ends with $?" >&2
	(cd plain && "$filter" > results)
	(cd traced && "$filter" > results)
	[ -s plain/results ] || echo "$name: no results" >&2
	traced_pairs > traced/pairs
	monitored_pairs > traced/monitored
	"$sonde" trace export traced/trace --format csv -o traced/rows
	records=$(($(wc -l < traced/rows) - 1))
	"$sonde" trace export traced/trace --format otf2 -o traced/archive 2> traced/unmatched
	otf2-print traced/archive/traces.otf2 > /dev/null 2>> traced/unmatched || echo "otf2-print fails" >> traced/unmatched
	"$sonde" trace show traced/trace --json > traced/show
	complete=$(grep -cE '"complete": *(true|"yes")' traced/show || true)
	equal=$(cmp -s traced/pairs traced/monitored && echo equal || echo differ)
	matched=$([ -s traced/unmatched ] && echo some || echo none)
	same=$(cmp -s plain/results traced/results && echo same || echo differ)
	calls=$("$sonde" trace show traced/trace --csv | tr -d '\r' | awk -F, 'NR > 1 { n += $2 } END { printf "%.0f", n }')
	bytes=$(cat traced/trace/*.times traced/trace/*.structure | wc -c)
	# shellcheck disable=SC2046 # two words
	row "$name" "$processes" "$calls" "$records" $(awk '{ m += $3; b += $4 } END { printf "%d %.0f\n", m, b }' traced/pairs) "$equal" "$matched" "$same" \
		"$(awk -v a="$bytes" -v b="$records" 'BEGIN { printf "%.2f", a / b }')"
	if [ "$equal $matched $same" != "equal none same" ] || [ "$complete" -eq 0 ]; then
		bad=1
		head -n 3 traced/unmatched >&2
		[ "$complete" -gt 0 ] || echo "$name: the trace is not complete" >&2
	fi
	cd "$work"
	[ -n "${KEEP:-}" ] || rm -rf "$work/$name-$processes"
}

row program n calls records messages bytes monitoring unmatched results "B/rec."
# shellcheck disable=SC2086 # a list
[ $# -gt 0 ] || set -- $real_programs
for program in "$@"; do
	for count in $(processes_of "$program"); do with_program trace_program "$program" "$count"; done
done
exit $bad
