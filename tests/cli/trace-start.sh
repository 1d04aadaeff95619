# sonde trace becomes the program, or refuses before it starts. The library that is preloaded here does nothing, and launchers are variables of the environment: no MPI is needed.
. "$SONDE_SOURCE/tests/sh/lib.sh"
for name in OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_RANK HYDI_CONTROL_FD MPI_LOCALNRANKS PMI_RANK PMI_SIZE PMI_FD PMIX_RANK PMIX_NAMESPACE OMPI_MCA_orte_precondition_transports SLURM_STEP_ID SLURM_PROCID SONDE_TRACE_LIBRARIES LD_PRELOAD; do
	unset "$name"
done
mkdir both openmpi none
for mpi in openmpi mpich; do
	cp "$SONDE_BUILD/libsonde_slow.so" both/libsonde-trace-$mpi.so
done
cp both/libsonde-trace-openmpi.so openmpi
export SONDE_TRACE_LIBRARIES=$PWD/both

# A program that says what it was given.
cat > program.sh << 'END'
#!/bin/sh
echo "preloaded $LD_PRELOAD"
echo "folder $SONDE_TRACE_DIR"
echo "options $SONDE_TRACE_OPTIONS"
for argument; do echo "argument [$argument]"; done
exit ${code:-7}
END
chmod +x program.sh

begin "the program runs with its arguments, its output and its exit code, and the library is preloaded"
sonde trace --mpi openmpi -o a.trace ./program.sh -o "two words" --help -- ""
expect_code 7
expect_silence err
expect_out "preloaded $PWD/both/libsonde-trace-openmpi.so
folder $PWD/a.trace
options 
argument [-o]
argument [two words]
argument [--help]
argument [--]
argument []"
expect_equal "files" job "$(ls a.trace)"

begin "what is preloaded already stands behind, and another tracer is replaced"
run env ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" LD_PRELOAD="$SONDE_BUILD/libsonde_slow.so $PWD/openmpi/libsonde-trace-openmpi.so" "$SONDE" trace --mpi mpich -o b.trace ./program.sh
expect_code 7
expect_out "preloaded $PWD/both/libsonde-trace-mpich.so:$SONDE_BUILD/libsonde_slow.so
"

begin "options become those of the library"
sonde trace --mpi openmpi -o c.trace --off --exact --verbose --pcontrol regions --memory 64M --only MPI_Recv,send,mpi_allreduce ./program.sh
expect_code 7
expect_out "options exact,off,verbose,regions,memory=67108864,only=MPI_Send:MPI_Recv:MPI_Allreduce"
sonde trace --mpi openmpi -o d.trace --only one-sided ./program.sh
expect_code 7
expect_out "MPI_Put"
expect_equal "of point-to-point" "" "$(grep -c 'MPI_Send' "$out" | grep -v '^0$')"

begin "a program is looked for as the shell does, and -- ends the options"
run env PATH="$PWD:$PATH" "$SONDE" trace --mpi openmpi -o e.trace -- program.sh x
expect_code 7
expect_out "argument [x]"
mkdir -p programs
cp program.sh programs/show
run env PATH="$PWD/programs:$PATH" "$SONDE" trace -o f.trace --mpi openmpi show
expect_code 7

begin "a script without a launcher takes the only tracer that there is"
run env SONDE_TRACE_LIBRARIES="$PWD/openmpi" "$SONDE" trace -o g.trace ./program.sh
if [ $code -eq 2 ]; then # beside the command are more
	contains "$err" "cannot be told" || fail "another refusal than expected"
else
	expect_code 7
	expect_out "preloaded $PWD/openmpi/libsonde-trace-openmpi.so"
fi

begin "the launcher says whose MPI a script uses, and --mpi says otherwise"
while read -r mpi assignments; do
	rm -rf h.trace
	run env $assignments "$SONDE" trace -o h.trace ./program.sh
	expect_code 7
	expect_out "libsonde-trace-$mpi.so"
	rm -rf h.trace
	run env $assignments "$SONDE" trace -o h.trace --mpi mpich ./program.sh
	expect_code 7
	expect_out "libsonde-trace-mpich.so"
done << END
openmpi OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 PMIX_NAMESPACE=n
mpich HYDI_CONTROL_FD=7 PMI_RANK=0 PMI_SIZE=2
mpich PMI_FD=7 PMI_RANK=0 PMI_SIZE=2 SLURM_STEP_ID=0 SLURM_JOB_ID=1 SLURM_PROCID=0
openmpi PMIX_NAMESPACE=slurm.pmix.1.0 PMIX_RANK=0
END

begin "processes of one job share a folder; another job, and a second run, are refused"
job1="OMPI_COMM_WORLD_SIZE=2 PMIX_NAMESPACE=11 OMPI_MCA_orte_precondition_transports=abc"
for rank in 0 1; do
	run env $job1 OMPI_COMM_WORLD_RANK=$rank "$SONDE" trace -o job.trace ./program.sh
	expect_code 7
done
expect_equal "files" job "$(ls job.trace)"
run env OMPI_COMM_WORLD_SIZE=2 PMIX_NAMESPACE=11 OMPI_MCA_orte_precondition_transports=abd OMPI_COMM_WORLD_RANK=0 "$SONDE" trace -o job.trace ./program.sh
expect_refusal 2 "-o: job.trace is the folder of another run, which has recorded nothing yet"
sonde trace --mpi openmpi -o job.trace ./program.sh
expect_refusal 2 "-o: job.trace is the folder of another run, which has recorded nothing yet"
: > job.trace/1.times
run env $job1 OMPI_COMM_WORLD_RANK=1 "$SONDE" trace -o job.trace ./program.sh
expect_refusal 2 "-o: job.trace holds another trace"
run env $job1 OMPI_COMM_WORLD_RANK=0 "$SONDE" trace -o job.trace ./program.sh
expect_code 7

begin "of many processes that begin at once all agree"
rm -rf many.trace
for rank in 0 1 2 3 4 5 6 7; do
	env code=0 $job1 OMPI_COMM_WORLD_RANK=$rank "$SONDE" trace -o many.trace ./program.sh > many.$rank 2>&1 &
	pids="${pids:-} $!"
done
for pid in $pids; do
	wait "$pid" || fail "a process was refused: $(cat many.*)"
done
unset pids

begin "a folder that is there and empty is taken; a trace without a job's name is another's"
mkdir empty.trace old.trace
sonde trace --mpi openmpi -o empty.trace ./program.sh
expect_code 7
: > old.trace/trace.json
sonde trace --mpi openmpi -o old.trace ./program.sh
expect_refusal 2 "old.trace holds another trace"
expect_equal "files" trace.json "$(ls old.trace)"
echo "something else" > empty.trace/job
sonde trace --mpi openmpi -o empty.trace ./program.sh
expect_refusal 2 "empty.trace holds another trace"

begin "what cannot be traced is refused before anything is made"
: > file
while IFS='|' read -r arguments text; do
	sonde trace $arguments
	expect_refusal 2 "$text"
	expect_no_file x.trace
done << END
|trace: which program?
-o x.trace|trace: which program?
./program.sh|-o DIR is missing
./program.sh -o x.trace|-o DIR is missing
-o x.trace --mpi openmpi no-such-program|no-such-program cannot be run: it is not in PATH
-o x.trace --mpi openmpi program.sh|program.sh cannot be run: it is not in PATH, but here: write ./program.sh
-o x.trace --mpi openmpi ./no-such-program|./no-such-program cannot be run: No such file or directory
-o x.trace --mpi openmpi ./file|./file cannot be run: Permission denied
-o x.trace --mpi openmpi ./both|./both cannot be run: it is a folder
-o x.trace ./program.sh|which MPI ./program.sh uses cannot be told
-o x.trace --mpi smpi ./program.sh|'smpi' is not one of {openmpi|mpich}
-o x.trace --mpi openmpi --only MPI_Snd ./program.sh|--only: "MPI_Snd" is no function that is traced: did you mean "MPI_Send"?
-o x.trace --mpi openmpi --only , ./program.sh|--only: "" is no function that is traced
-o x.trace --mpi openmpi --pcontrol on ./program.sh|'on' is not one of {regions}
-o file --mpi openmpi ./program.sh|-o: file is no folder
-o no/x.trace --mpi openmpi ./program.sh|-o: the folder no/x.trace cannot be made: No such file or directory
-o x.trace --exakt ./program.sh|unknown option --exakt: did you mean --exact?
END
printf '#!/no/such/interpreter\n' > wrong.sh
chmod +x wrong.sh
sonde trace -o x.trace --mpi openmpi ./wrong.sh
expect_refusal 2 "./wrong.sh cannot be started: No such file or directory"
expect_no_file x.trace
mkdir kept
sonde trace -o kept --mpi openmpi ./wrong.sh
expect_refusal 2 "./wrong.sh cannot be started: No such file or directory"
expect_equal "files" "" "$(ls kept)"
run env SONDE_TRACE_LIBRARIES="$PWD/none" "$SONDE" trace -o x.trace --mpi mpich ./program.sh
if [ $code -eq 7 ]; then # beside the command
	rm -rf x.trace
else
	expect_refusal 2 "there is no tracer for MPICH: libsonde-trace-mpich.so"
	expect_err "Use the sonde of a build for MPICH: cmake --preset mpich && cmake --build --preset mpich"
fi

begin "a sonde run that refuses its table takes away what sonde trace made for it, and nothing that others made"
library=openmpi
[ "$SONDE_MPI" != mpich ] || library=mpich
sonde trace --mpi $library -o taken.trace "$SONDE" run --collectives nowhere true
expect_refusal 1 "nowhere: cannot be opened"
expect_no_file taken.trace
mkdir there.trace
sonde trace --mpi $library -o there.trace "$SONDE" run --collectives nowhere true
expect_refusal 1 "nowhere: cannot be opened"
expect_equal "files of the folder that was there" "" "$(ls there.trace)"
for files in "job" "job trace.json 0.times"; do # of a trace that has begun, and one whose processes have not
	rm -rf other.trace && mkdir other.trace
	(cd other.trace && touch $files && printf 'sonde trace of the job\nkey1\n' > job)
	before=$(ls other.trace)
	for made in "" "1 1 1 1 $PWD/other.trace" "$$ 1 1 1 $PWD/other.trace"; do
		env SONDE_TRACE_DIR="$PWD/other.trace" SONDE_TRACE_MADE="$made" "$SONDE" run --collectives nowhere true > "$out" 2>&1 && fail "not refused"
		expect_equal "files" "$before" "$(ls other.trace)"
	done
done
sonde trace --mpi $library -o child.trace sh -c "'$SONDE' run --collectives nowhere true; exit 1"
expect_equal "files of what a child did not make" job "$(ls child.trace)"
sonde trace --mpi $library -o written.trace sh -c "touch written.trace/1.times; exec '$SONDE' run --collectives nowhere true"
expect_equal "files with what another wrote" "1.times job" "$(ls written.trace | xargs)"

begin "where the build has no tracer yet, the error says what makes it"
real=$(readlink -f "$SONDE")
case $real in
*-openmpi | *-mpich)
	mkdir built
	cp "$real" built/
	touch built/CMakeCache.txt
	run env SONDE_TRACE_LIBRARIES="$PWD/none" "$PWD/built/${real##*/}" trace -o x.trace --mpi "${real##*-}" ./program.sh
	expect_refusal 2 "there is no tracer for"
	expect_err ". cmake --build $PWD/built makes it"
	;;
*) skip_case "a build that has no tracer" ;;
esac

begin "a folder that may not be written is refused"
mkdir readonly
chmod 555 readonly
if [ "$(id -u)" -eq 0 ]; then
	chmod 755 . "$work" 2> /dev/null
	run setpriv --reuid 65534 --regid 65534 --clear-groups "$SONDE" trace --mpi openmpi -o "$PWD/readonly" "$PWD/program.sh"
else
	sonde trace --mpi openmpi -o readonly ./program.sh
fi
if [ $code -eq 126 ] || [ $code -eq 127 ]; then
	skip_case "the command cannot be run by another user here: $(cat "$err")"
else
	expect_refusal 2 "readonly cannot be written: Permission denied"
fi

begin "a static program, one of 32 bits, and one that changes its user are refused"
if echo 'int main(void) { return 0; }' | cc -x c -static -o static - 2> /dev/null; then
	sonde trace --mpi openmpi -o x.trace ./static
	expect_refusal 2 "./static is linked statically: nothing can be preloaded into it"
	expect_no_file x.trace
else
	skip_case "no static program can be built here"
fi
printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000\002\000\003\000%0200d' 0 > foreign
chmod +x foreign
sonde trace --mpi openmpi -o x.trace ./foreign
expect_refusal 2 "./foreign is a program for another kind of machine (of 32 bits)"
cp /bin/true setuid
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 setuid
	chmod 4755 setuid
	sonde trace --mpi openmpi -o x.trace ./setuid
	expect_refusal 2 "./setuid runs with the rights of another user"
fi
expect_no_file x.trace

begin "a program of SimGrid's MPI, as smpirun starts it, is traced by the library for SMPI"
echo 'int MPI_Init(void) { return 0; }' > simgrid.c
echo 'int MPI_Init(void); int main(void) { return MPI_Init(); }' > simulated.c
if ! cc -shared -fPIC -o libsimgrid.so.3 simgrid.c || ! cc -o simulated simulated.c -Wl,-rpath,"$PWD" ./libsimgrid.so.3; then
	skip_case "there is no compiler"
else
	sonde trace -o smpi.trace ./simulated
	expect_refusal 2 "there is no tracer for SMPI: libsonde-trace-smpi.so"
	sonde trace --mpi openmpi -o smpi.trace ./simulated
	expect_refusal 2 "which is SMPI"
	cp "$SONDE_BUILD/libsonde_slow.so" both/libsonde-trace-smpi.so
	sonde trace -o smpi.trace ./simulated
	expect_code 0
	expect_equal "files" job "$(ls smpi.trace)"
	printf 'bcast any any binomial\n' > table
	sonde run --collectives table ./simulated
	expect_refusal 2 "there is no library of collective operations for SMPI: libsonde-collective-smpi.so"
	cp "$SONDE_BUILD/libsonde_slow.so" both/libsonde-collective-smpi.so
	sonde run --collectives table ./simulated
	expect_code 0
fi

begin "what traces are asked for runs once, beside a launcher, as every command without MPI"
run env OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1 "$SONDE" trace show no.trace
expect_code 0
expect_silence out
expect_silence err

finish
