# sonde trace with a real MPI: the program is itself, the trace has its calls, and what does not go together is refused.
. "$SONDE_SOURCE/tests/sh/lib.sh"
ring=$SONDE_BUILD/tests/sonde_test_ring
[ -e "$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so" ] || skip_test "this build has no tracer"
[ "$SONDE_MPI" = openmpi ] && other=mpich other_build=$SONDE_SOURCE/build-mpich || other=openmpi other_build=$SONDE_SOURCE/build
expect_calls() # trace, processes
{
	sonde trace show "$1" --json
	expect_code 0
	expect_json summary/complete yes
	expect_json summary/processes "$2"
	expect_json summary/messages $((100 * $2))
	expect_json summary/bytes $((102400 * $2))
}
result() # of the program: what MPI's libraries say besides is left out
{
	grep "processes, preloaded" "$out"
}

begin "the program's output, arguments and exit code are its own, and the trace has its calls"
run $SONDE_MPIRUN 2 "$ring" 0 -o "two words" --help # without what launch preloads
expect_code 0
expect_equal "untraced" "2 processes, preloaded: no [-o] [two words] [--help]" "$(result)"
launch 2 "$SONDE" trace -o ring.trace "$ring" 0 -o "two words" --help
expect_code 0
expect_equal "traced" "2 processes, preloaded: yes [-o] [two words] [--help]" "$(result)"
[ "$SONDE_MPI" = openmpi ] && expect_silence err
expect_calls ring.trace 2
sonde trace show ring.trace --by function --csv
for function in MPI_Isend MPI_Irecv MPI_Waitall; do
	expect_equal "calls of $function" 200 "$(awk -F , -v f=$function '$1 == f { print $2 }' "$out")"
done
# A launcher may end the others when one process ended with another code than 0.
launch 1 "$SONDE" trace -o seven.trace "$ring" 7
expect_code 7
expect_calls seven.trace 1

begin "a second run into the same folder is refused, and changes nothing"
cp -r ring.trace before
launch 2 "$SONDE" trace -o ring.trace "$ring" 0
[ $code -ne 0 ] || fail "it ran"
expect_err "ring.trace holds another trace"
expect_equal "what differs" "" "$(diff -r before ring.trace)"

begin "without a launcher it is one process"
sonde trace -o alone.trace "$ring" 0
expect_code 0
expect_calls alone.trace 1

begin "a script is traced with what it starts, and what the script does is of no matter"
cat > run.sh << END
#!/bin/sh
cd / && exec "$ring" "\$@"
END
chmod +x run.sh
launch 2 "$SONDE" trace -o script.trace ./run.sh 0 word
expect_code 0
expect_equal "output" "2 processes, preloaded: yes [word]" "$(result)"
expect_calls script.trace 2
launch 2 "$SONDE" trace -o sh.trace sh -c "\"$ring\" 0; true"
expect_code 0
expect_calls sh.trace 2

begin "several programs of one launch are one trace"
launch 1 "$SONDE" trace -o both.trace "$ring" 0 a : -n 1 "$SONDE" trace -o both.trace "$ring" 0 a
expect_code 0
expect_calls both.trace 2

begin "--only, --off and --pcontrol choose what is recorded"
launch 2 "$SONDE" trace -o only.trace --only MPI_Isend "$ring" 0
expect_code 0
sonde trace show only.trace --by function --csv
expect_equal "functions" "MPI_Finalize MPI_Init MPI_Isend MPI_Pcontrol" "$(sed 1d "$out" | cut -d , -f 1 | sort | xargs)"
sonde trace show only.trace --json
expect_err "only calls of MPI_Isend were recorded (--only): what the program spent in other calls counts as time outside MPI"
expect_json summary/only MPI_Isend
launch 2 "$SONDE" trace -o sent.trace --only point-to-point "$ring" 0
expect_code 0
sonde trace show sent.trace
expect_err "only calls of MPI_"
expect_err " more were recorded"
launch 2 "$SONDE" trace -o off.trace --off "$ring" 0
expect_code 0
sonde trace show off.trace --json
expect_code 0
expect_json summary/messages 0
launch 2 "$SONDE" trace -o regions.trace --pcontrol regions "$ring" 0
expect_code 0
sonde trace show regions.trace --by region --json
expect_json rows/# 1
expect_json rows/0/region turns
expect_json rows/0/entered 2
expect_json rows/0/calls 600
RING_NAMELESS=1 && export RING_NAMELESS
launch 2 "$SONDE" trace -o nameless.trace --pcontrol regions "$ring" 0
unset RING_NAMELESS
expect_code 0
sonde trace show nameless.trace --by region --json
expect_json rows/# 2

begin "nothing is printed unless it is asked for"
launch 2 "$SONDE" trace -o verbose.trace --verbose "$ring" 0
expect_code 0
expect_err "sonde: "

begin "folders of nodes that share none are joined"
# As if each process had a node of its own, of which the launcher says how many it started there.
launch 2 sh -c 'node=node${OMPI_COMM_WORLD_RANK-${PMI_RANK-0}}; export OMPI_COMM_WORLD_LOCAL_SIZE=1 MPI_LOCALNRANKS=1; exec "$@" trace -o "$node.trace" "'"$ring"'" 0' sh "$SONDE"
expect_code 0
sonde trace show node0.trace --json
expect_json summary/complete no
sonde trace gather node0.trace node1.trace -o gathered.trace
expect_code 0
expect_calls gathered.trace 2

begin "the other build's command traces the program, too: the program's MPI decides"
if [ -x "$other_build/sonde-$other" ]; then
	launch 2 env SONDE_TRACE_LIBRARIES="$SONDE_BUILD" "$other_build/sonde-$other" trace -o other.trace "$ring" 0
	expect_code 0
	expect_calls other.trace 2
else
	skip_case "there is no $other_build/sonde-$other"
fi

begin "a program of one MPI under the launcher of the other is refused"
[ "$SONDE_MPI" = openmpi ] && foreign=HYDI_CONTROL_FD=7 || foreign=OMPI_COMM_WORLD_SIZE=2
run env "$foreign" "$SONDE" trace -o foreign.trace "$ring" 0
expect_refusal 2 "each process would be alone"
expect_no_file foreign.trace
sonde trace -o foreign.trace --mpi $other "$ring" 0
expect_refusal 2 "--mpi $other: $ring needs "
expect_no_file foreign.trace

begin "a program that has MPI in itself is refused"
cp "$ring" inside
if echo 'int MPI_Init(void) { return 0; } int main(void) { return MPI_Init(); }' | cc -x c -o inside - 2> /dev/null; then
	sonde trace -o inside.trace --mpi "$SONDE_MPI" ./inside
	expect_refusal 2 "./inside has MPI in itself, linked statically"
	expect_no_file inside.trace
else
	skip_case "there is no compiler"
fi

begin "Python with mpi4py is traced by what the launcher says"
python=
for candidate in /usr/bin/python3 python3; do
	$candidate -c 'from mpi4py import MPI; import sys; sys.exit("Open MPI" not in MPI.Get_library_version())' 2> /dev/null && python=$candidate && break
done
if [ "$SONDE_MPI" != openmpi ] || [ -z "$python" ]; then
	skip_case "there is no mpi4py for $SONDE_MPI"
else
	launch 2 "$SONDE" trace -o python.trace "$python" -c '
from mpi4py import MPI
world = MPI.COMM_WORLD
buffer = bytearray(100)
world.Sendrecv(bytes(100), 1 - world.rank, 0, buffer, 1 - world.rank, 0)
print(world.allreduce(1), "processes")'
	expect_code 0
	expect_out "2 processes"
	sonde trace show python.trace --by function --json
	expect_json summary/complete yes
	contains "$out" MPI_Sendrecv || fail "MPI_Sendrecv is not in the trace"
fi
finish
