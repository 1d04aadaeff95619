#!/bin/sh
# Real programs, traced to the end: LAMMPS (melt, peptide), HPCC, ScaLAPACK's tests of LU and QR, MUMPS' example, pw.x of Quantum ESPRESSO (silicon, with a pseudopotential that
# its ld1.x makes here), and a loop of mpi4py. Usage: bench/trace_programs.sh BUILD [NAME…]; BUILD is a build for Open MPI, names are those of the table; all without one.
#
# A row says: calls, records that they became, messages and bytes of all processes; whether messages and bytes of each pair are those that Open MPI's pml/monitoring counts in the
# same run ("equal"); what has no partner in the OTF2 archive, which otf2-print has read; whether the results are those of an untraced run; bytes of the trace a record.
#
# Debian: apt-get install lammps lammps-examples hpcc scalapack-mpi-test mumps-test quantum-espresso python3-mpi4py otf2-tools. What is not there is "skipped".
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
examples=/usr/share/lammps/examples
scalapack=$(echo /usr/lib/*/scalapack/openmpi-tests)
mumps=/usr/lib/mumps
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

# Lines "from to messages bytes" of what a trace and pml/monitoring say, in one order.
traced_pairs() { "$sonde" trace show traced/trace --by pair --csv | tr -d '\r' | awk -F, 'NR > 1 { print $1, $2, $3, $4 }' | sort; }
monitored_pairs() { cat traced/monitored.*.prof | awk '$1 == "E" { print $2, $3, $6, $4 }' | sort; }

row() { printf '%-10s %3s %9s %8s %8s %12s %10s %9s %8s %7s\n' "$@"; }

say()
{
	[ "$1" = "$2" ] && echo "$3" || echo "$4"
}

trace_program() # name, processes, what is needed, filter, files to copy, input, command
{
	name=$1 processes=$2 needed=$3 filter=$4 files=$5 input=$6
	shift 6
	for word in $needed; do
		if ! command -v "$word" > /dev/null && [ ! -e "$word" ]; then
			echo "$name: skipped: there is no $word"
			return
		fi
	done
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

hpcc_input() # processes
{
	mkdir -p "$work/hpcc$1"
	sed "s/^.* Ns *\$/400 Ns/; s/^.*  *Ps *\$/$(($1 / 2)) Ps/; s/^.*  *Qs *\$/2 Qs/" /usr/share/doc/hpcc/examples/_hpccinf.txt > "$work/hpcc$1/hpccinf.txt"
}

# A norm-conserving pseudopotential of silicon, and two atoms of it.
pw_input()
{
	mkdir -p "$work/pw"
	cat > "$work/pw/atom.in" <<- 'EOF'
		&input
		title='Si', prefix='si', zed=14.0, rel=0, config='[Ne] 3s2 3p2 3d-1', iswitch=3, dft='PZ'
		/
		&inputp
		pseudotype=1, tm=.true., lloc=1, file_pseudopw='si.UPF', nlcc=.false.
		/
		3
		3S 1 0 2.00 0.00 2.10 2.10 0.0
		3D 3 2 -1.00 -0.30 2.10 2.10 0.0
		3P 2 1 2.00 0.00 2.10 2.10 0.0
	EOF
	cat > "$work/pw/scf.in" <<- 'EOF'
		&control
		calculation='scf', prefix='si', pseudo_dir='.', outdir='./out.save'
		/
		&system
		ibrav=2, celldm(1)=10.2, nat=2, ntyp=1, ecutwfc=12.0
		/
		&electrons
		conv_thr=1d-8
		/
		ATOMIC_SPECIES
		Si 28.086 si.UPF
		ATOMIC_POSITIONS alat
		Si 0.00 0.00 0.00
		Si 0.25 0.25 0.25
		K_POINTS automatic
		2 2 2 1 1 1
	EOF
	(cd "$work/pw" && ld1.x < atom.in > atom.out 2>&1) || true
}

cat > "$work/ring.py" << 'EOF'
from mpi4py import MPI
from array import array
world = MPI.COMM_WORLD
a, b = array("d", 1000 * [world.rank]), array("d", 1000 * [0])
for i in range(200):
    world.Sendrecv(a, (world.rank + 1) % world.size, 0, b, (world.rank - 1) % world.size, 0)
    a, b = b, a
    total = world.allreduce(sum(a))
totals = world.allgather(total)
if world.rank == 0:
    print(totals)
EOF

one() # name
{
	case $1 in
	melt) for n in 2 4; do trace_program melt $n lmp results_lammps "$examples/melt/in.melt" /dev/null lmp -in in.melt -log none; done ;;
	peptide) for n in 2 4; do trace_program peptide $n lmp results_lammps "$examples/peptide/in.peptide $examples/peptide/data.peptide" /dev/null lmp -in in.peptide -log none; done ;;
	hpcc)
		for n in 2 4; do
			[ ! -e /usr/share/doc/hpcc/examples/_hpccinf.txt ] || hpcc_input $n
			trace_program hpcc $n hpcc results_hpcc "$work/hpcc$n/hpccinf.txt" /dev/null hpcc
		done
		;;
	xdlu) trace_program xdlu 4 "$scalapack/xdlu" results_scalapack "$scalapack/LU.dat" /dev/null "$scalapack/xdlu" ;;
	xdqr) trace_program xdqr 4 "$scalapack/xdqr" results_scalapack "$scalapack/QR.dat" /dev/null "$scalapack/xdqr" ;;
	mumps) for n in 2 4; do trace_program mumps $n "$mumps/dsimpletest" results_mumps "" "$mumps/input_simpletest_real" "$mumps/dsimpletest"; done ;;
	pw)
		if command -v ld1.x > /dev/null; then pw_input; fi
		for n in 2 4; do trace_program pw $n "pw.x ld1.x" results_pw "$work/pw/si.UPF $work/pw/scf.in" /dev/null pw.x -in scf.in; done
		;;
	mpi4py) trace_program mpi4py 2 "/usr/bin/python3 /usr/lib/python3/dist-packages/mpi4py" results_python "$work/ring.py" /dev/null /usr/bin/python3 ring.py ;;
	*) echo "trace_programs.sh: no program $1; melt, peptide, hpcc, xdlu, xdqr, mumps, pw, mpi4py" >&2 && exit 2 ;;
	esac
}

row program n calls records messages bytes monitoring unmatched results "B/rec."
[ $# -gt 0 ] || set -- melt peptide hpcc xdlu xdqr mumps pw mpi4py
for name in "$@"; do one "$name"; done
exit $bad
