# shellcheck shell=sh disable=SC2086 # lists
# Real programs of Debian with their inputs, for those who source it: LAMMPS (melt, peptide), HPCC, ScaLAPACK's tests of LU and QR, MUMPS' example, pw.x of Quantum ESPRESSO (silicon, with a
# pseudopotential that its ld1.x makes), and a loop of mpi4py. $work is a folder for inputs.
#
# Debian: apt-get install lammps lammps-examples hpcc scalapack-mpi-test mumps-test quantum-espresso python3-mpi4py
examples=/usr/share/lammps/examples
scalapack=$(echo /usr/lib/*/scalapack/"${MPI:-openmpi}"-tests) # MPI=mpich: those of MPICH, which are all that Debian has for it
mumps=/usr/lib/mumps
real_programs="melt peptide hpcc xdlu xdqr mumps pw mpi4py"
[ "${MPI:-openmpi}" = openmpi ] || real_programs="xdlu xdqr"

# Further ones, to draw from: inputs of LAMMPS that two processes do in ten seconds, tests of ScaLAPACK.
more_lammps="dipole:in.dipole dreiding:in.dreiding ellipse:in.ellipse.gayberne flow:in.flow.couette friction:in.friction indent:in.indent micelle:in.micelle min:in.min obstacle:in.obstacle peri:in.peri-pmb
	rigid:in.rigid shear:in.shear threebody:in.threebody vashishta:in.vashishta.inp eim:in.eim balance:in.balance body:in.body comb:in.comb.Cu srd:in.srd.mixture hugoniostat:in.hugoniostat nb3b:in.nb3b"
more_scalapack="xcbrd xchrd xcinv xcllt xcls xclu xcqr xctrd xdbrd xdhrd xdinv xdllt xdls xdsep xdsvd xdtrd xsbrd xshrd xsinv xsllt xsls xslu xsqr xssep xssvd xstrd xzbrd xzhrd xzinv xzllt xzls xzlu xzqr xztrd"

# So many of them, by a seed: "lammps/shear:in.shear scalapack/xdllt …".
drawn_programs() # how many, seed
{
	{
		[ "${MPI:-openmpi}" != openmpi ] || printf 'lammps/%s\n' $more_lammps
		printf 'scalapack/%s\n' $more_scalapack
	} | awk -v n="$1" -v seed="$2" 'BEGIN { srand(seed) } { line[NR] = $0 } END { for (i = 1; i <= n && i <= NR; i++) { j = i + int(rand() * (NR - i + 1)); print line[j]; line[j] = line[i] } }'
}

hpcc_input() # processes
{
	mkdir -p "$work/hpcc$1"
	sed "s/^.* Ns *\$/${HPCC_N:-400} Ns/; s/^.*  *Ps *\$/$(($1 / 2)) Ps/; s/^.*  *Qs *\$/2 Qs/" /usr/share/doc/hpcc/examples/_hpccinf.txt > "$work/hpcc$1/hpccinf.txt"
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

ring_input()
{
	cat > "$work/ring.py" <<- 'EOF'
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
}

# with_program DO NAME PROCESSES: calls DO NAME PROCESSES NEEDED FILES INPUT COMMAND…, where NEEDED are commands and files without which it cannot run, FILES go to its folder, and INPUT is its standard input.
with_program()
{
	case $2 in
	melt) "$1" "$2" "$3" lmp "$examples/melt/in.melt" /dev/null lmp -in in.melt -log none ;;
	peptide) "$1" "$2" "$3" lmp "$examples/peptide/in.peptide $examples/peptide/data.peptide" /dev/null lmp -in in.peptide -log none ;;
	hpcc)
		[ ! -e /usr/share/doc/hpcc/examples/_hpccinf.txt ] || hpcc_input "$3"
		"$1" "$2" "$3" hpcc "$work/hpcc$3/hpccinf.txt" /dev/null hpcc
		;;
	lammps/*)
		deck=${2#lammps/}
		"$1" "${deck%%:*}" "$3" lmp "$examples/${deck%%:*}/*" /dev/null lmp -in "${deck#*:}" -log none
		;;
	scalapack/*)
		name=${2#scalapack/}
		"$1" "$name" "$3" "$scalapack/$name" "$scalapack/$(echo "${name#x?}" | tr a-z A-Z).dat" /dev/null "$scalapack/$name"
		;;
	xdlu) "$1" "$2" "$3" "$scalapack/xdlu" "$scalapack/LU.dat" /dev/null "$scalapack/xdlu" ;;
	xdqr) "$1" "$2" "$3" "$scalapack/xdqr" "$scalapack/QR.dat" /dev/null "$scalapack/xdqr" ;;
	mumps) "$1" "$2" "$3" "$mumps/dsimpletest" "" "$mumps/input_simpletest_real" "$mumps/dsimpletest" ;;
	pw)
		if command -v ld1.x > /dev/null && [ ! -e "$work/pw/si.UPF" ]; then pw_input; fi
		"$1" "$2" "$3" "pw.x ld1.x" "$work/pw/si.UPF $work/pw/scf.in" /dev/null pw.x -in scf.in
		;;
	mpi4py)
		ring_input
		"$1" "$2" "$3" "/usr/bin/python3 /usr/lib/python3/dist-packages/mpi4py" "$work/ring.py" /dev/null /usr/bin/python3 ring.py
		;;
	*) echo "no program $2; $real_programs" >&2 && exit 2 ;;
	esac
}

# What of them is not there, of the list NEEDED; nothing if all is.
missing() # needed
{
	for word in $1; do
		if ! command -v "$word" > /dev/null && [ ! -e "$word" ]; then
			echo "$word"
			return
		fi
	done
}
