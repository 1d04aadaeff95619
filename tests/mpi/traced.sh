# The preloaded tracer: what a trace has of programs in C and Fortran is what these wrote themselves; programs that end in other ways than by MPI_Finalize.
. "$SONDE_SOURCE/tests/sh/lib.sh"
tracer=$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so
programs=$SONDE_SOURCE/tests/mpi/traced
calls=$SONDE_BUILD/tests/sonde_test_traced
large=$SONDE_BUILD/tests/sonde_test_traced_large
ends=$SONDE_BUILD/tests/sonde_test_traced_ends
dump=$SONDE_BUILD/tests/sonde_test_traced_dump
options=

traced() # processes, command
{
	processes=$1
	shift
	rm -rf trace
	mkdir trace
	# shellcheck disable=SC2086
	run $SONDE_MPIRUN "$processes" $(preloading "$tracer") \
		SONDE_TRACE_DIR="$PWD/trace" SONDE_TRACE_OPTIONS="$options" "$@"
}

# Open MPI 4.1 sometimes hangs, traced or not, where processes start others: a child waits for its launcher in PMIx_Init. Then it is tried again.
traced_with_others() # processes, command
{
	for attempt in 1 2 3 4; do
		traced "$1" timeout -k 1 20 "${@:2}"
		[ $code -ne 0 ] || break
	done
}

# The traces have what the programs wrote; the names of all functions are added to a file.
expect_calls() # processes, file
{
	rank=0
	while [ $rank -lt "$1" ]; do
		"$dump" trace $rank > "found.$rank" 2>> "$err" || fail "the trace of process $rank cannot be read"
		expect_same_text "$rank.calls" "found.$rank"
		add_names "found.$rank" "$2"
		rank=$((rank + 1))
	done
}

add_names() # calls, file
{
	sed 's/ [a-z]*=.*//' "$1" >> "$2"
}

# Each function of the table that the library offers is among those that were called. Others are skipped, since they are not there.
expect_all() # names that were called, names that are offered
{
	[ -s "$2" ] || fail "the library offers nothing"
	LC_ALL=C sort -u "$1" > "$1.sorted"
	LC_ALL=C sort -u "$2" | LC_ALL=C comm -13 "$1.sorted" - > "$1.missing"
	[ ! -s "$1.missing" ] || fail "$(wc -l < "$1.missing") functions were never called: $(tr '\n' ' ' < "$1.missing")"
}

begin "each function of mpi.h is traced, or is among those that are not for a reason"
"$SONDE_BUILD/sonde_generate" list "$SONDE_BUILD/generated/tracer/mpi.i" untraced || fail "the functions of mpi.h cannot be listed"
[ -s untraced ] || fail "nothing is listed"
sed 's/_c$//' untraced | grep -v '^MPI_T_' | sort -u | grep -vxF -f "$programs/untraced.txt" > missing
[ ! -s missing ] || fail "neither traced nor in untraced.txt: $(tr '\n' ' ' < missing)"

parts="mepqwvcinodx1f+"
for processes in 2 3; do
	begin "calls of C, $processes processes"
	traced "$processes" "$calls" . $parts
	expect_code 0
	expect_silence err
	expect_calls "$processes" c.called
done

begin "calls of C that start and find processes"
traced_with_others 2 "$calls" . s
expect_code 0
expect_calls 2 c.called

begin "calls of C with MPI_THREAD_MULTIPLE"
traced 2 "$calls" . $parts threads
expect_code 0
expect_calls 2 c.called

if [ -x "$large" ]; then
	begin "calls of C for large counts"
	traced 2 "$large" . $parts
	expect_code 0
	expect_calls 2 large.called
	"$dump" functions | sed 's/$/_c/' | "$ends" offered | sed 's/_c$//' > large.offered
	expect_all large.called large.offered
	sed 's/^#define MPI_[A-Za-z_]* //; s/_c$//' "$SONDE_BUILD/generated/large/large.h" > large.names
	expect_all large.names large.offered
fi

fortran=
for file in sockets common messages collectives communicators windows files others more main; do
	fortran="$fortran $programs/fortran/$file.F90"
done
"$dump" functions | tr 'A-Z' 'a-z' > fortran.names
mpi_4=$(echo MPI_Psend_init | "$ends" offered)
for kind in MPIF MPI MPI_F08; do
	begin "calls of Fortran, $kind: every function of the table that the library has"
	compiler=$(command -v "mpif90.$SONDE_MPI" || command -v mpif90)
	if [ -z "$compiler" ] || ! command -v gfortran > /dev/null; then
		skip_case "there is no gfortran"
		continue
	fi
	mkdir -p "$kind"
	# shellcheck disable=SC2086
	run "$compiler" -cpp -ffree-line-length-none -fallow-argument-mismatch -w -J "$kind" -DUSE_$kind ${mpi_4:+-DMPI_4} \
		"$SONDE_SOURCE/include/sonde/region.f90" $fortran -o "$kind/calls"
	expect_code 0
	traced 2 "$kind/calls" .
	expect_code 0
	expect_calls 2 $kind/called
	traced 2 "$kind/calls" . threads
	expect_code 0
	expect_calls 2 $kind/called
	traced_with_others 2 "$kind/calls" . processes
	expect_code 0
	expect_calls 2 $kind/called
	traced 2 "$kind/calls" abort
	"$dump" trace 1 > found
	add_names found $kind/called
	tr 'A-Z' 'a-z' < $kind/called > $kind/called.small
	"$kind/calls" offered < fortran.names > $kind/offered
	expect_all $kind/called.small $kind/offered
done

begin "a module in Fortran that is loaded late, for itself alone"
if [ -z "$compiler" ] || ! command -v gfortran > /dev/null || ! run "$compiler" -shared -fPIC "$programs/module.f90" -o module.so || ! run cc "$programs/late.c" -o late -ldl; then
	skip_case "there is no compiler"
else
	traced 2 ./late "$PWD/module.so"
	expect_code 0
	"$dump" trace 1 > found
	cat > expected << END
MPI_Init
MPI_Allgather comm=0 receive=4:c
MPI_Irecv comm=1 receive=0:5:4:c request=1
MPI_Irecv comm=1 receive=-2:6:4:c request=2
MPI_Waitany done=2:-1:-1
MPI_Cancel request=1
MPI_Wait done=1:-3:-3
MPI_Finalize
polls=0
END
	expect_same_text expected found
fi

begin "another tool behind: it gets what the program gives"
compiler=$(command -v "mpicc.$SONDE_MPI" || command -v mpicc)
if ! run "$compiler" -shared -fPIC "$programs/tool.c" -o tool.so; then
	skip_case "there is no compiler"
else
	own=$tracer
	tracer=$own:$PWD/tool.so
	traced 1 "$ends" tool
	tracer=$own
	expect_code 0
	expect_out "tool: level 3, phase 2.5 42; 2 communicators duplicated"
	"$dump" trace 0 > found
	expect_equal "calls" 1 "$(grep -c 'MPI_Pcontrol number=3' found)"
fi

begin "some functions only"
options=only=MPI_Send:MPI_Recv
traced 2 "$calls" . em
options=
"$dump" trace 0 > found
expect_equal "other functions" 0 "$(grep -vcE '^(MPI_(Send|Recv|Init|Finalize) ?|polls)' found)"
expect_equal "sends" "$(grep -c '^MPI_Send ' 0.calls)" "$(grep -c '^MPI_Send ' found)"

begin "nothing is recorded until MPI_Pcontrol(1), but what communicators are"
options=off
traced 2 "$ends" control
options=
"$dump" trace 0 > found
printf 'MPI_Init_thread\nMPI_Comm_dup comm=0 made=2\nMPI_Pcontrol number=1\nMPI_Barrier comm=2\nMPI_Pcontrol number=0\nMPI_Comm_free comm=2\nMPI_Finalize\npolls=0\n' > expected
expect_same_text expected found

begin "regions, and MPI_Pcontrol with a name where that was asked for"
options=regions
traced 2 "$ends" regions
options=
"$dump" trace 1 > found
printf 'MPI_Init_thread\nregion begin region=solve\nMPI_Barrier comm=0\nregion begin region=inner\nregion end region=inner\nregion end region=solve\nMPI_Finalize\npolls=0\n' > expected
expect_same_text expected found
add_names found c.called
run "$ends" alone
expect_code 0

begin "a program that ends without MPI_Finalize"
traced 1 "$ends" exit
"$dump" trace 0 > found
expect_equal "barriers" 5 "$(grep -c MPI_Barrier found)"

begin "MPI_Abort: the process that calls it has written all"
traced 2 "$ends" abort
"$dump" trace 1 > found
expect_equal "the last calls" "MPI_Barrier comm=0 MPI_Abort comm=0 number=7 polls=0" "$(tail -n 3 found | tr '\n' ' ' | sed 's/ $//')"

add_names found c.called

begin "every function of the table that the library has was called in C"
{
	"$dump" functions | "$ends" offered
	printf 'region begin\nregion end\n'
} > c.offered
expect_all c.called c.offered

begin "children of a process write nothing, and it goes on"
traced 2 "$ends" fork
expect_code 0
"$dump" trace 0 > found
expect_equal "barriers" 2 "$(grep -c MPI_Barrier found)"
expect_equal "the last calls" "MPI_Finalize polls=0" "$(tail -n 2 found | tr '\n' ' ' | sed 's/ $//')"

begin "threads have streams of their own"
traced 2 "$ends" threads
expect_code 0
"$dump" trace 0 threads > found
expect_equal "threads" 4 "$(awk '/comm=1/ { print $1 }' found | sort -u | grep -c .)"
expect_equal "sends" 4000 "$(grep -c 'MPI_Isend comm=1' found)"
expect_equal "requests that were waited for" 8000 "$(grep MPI_Waitall found | grep -o '[0-9]*:-1:-1' | sort -u | grep -c .)"

begin "a stream is taken over when its thread has ended"
traced 1 "$ends" generations
expect_code 0
"$dump" trace 0 threads > found
expect_equal "barriers" 100 "$(grep -c 'MPI_Barrier comm=1' found)"
expect_equal "files" "0-1.structure 0-1.times 0.structure 0.times trace.json" "$(ls trace | xargs)"

begin "callbacks inside calls are not recorded, and what they free is known"
traced 1 "$ends" callback
expect_code 0
"$dump" trace 0 > found
expect_equal "bytes sent" "12 16 20 24" "$(sed -n 's/^MPI_Send .*:1:\([0-9]*\):c$/\1/p' found | xargs)"
expect_equal "other calls" 0 "$(grep -c Type_free found)"

begin "a call that was left by longjmp does not end the recording"
traced 1 "$ends" longjmp
expect_code 0
"$dump" trace 0 > found
printf 'MPI_Init_thread\nMPI_Send comm=1 send=-2:1:4:c\nMPI_Finalize\npolls=0\n' > expected
expect_same_text expected found

begin "requests that failed are complete, or are freed by the program"
traced 1 "$ends" truncate
expect_code 0
"$dump" trace 0 > found
for request in 1 2 3 4 5 6 9 10; do
	expect_equal "ends of request $request" 1 "$(grep -E '^MPI_(Wait|Request_free)' found | grep -oE '[0-9]+:-1:-1|request=[0-9]+' | grep -cE "^(request=)?$request(:|\$)")"
done

begin "what MPI refuses under MPI_ERRORS_RETURN, a traced program is refused alike"
launch 1 "$ends" refused
expect_code 0
cp "$out" refused.alone
[ "$(grep -vc ' 0$' refused.alone)" -gt 35 ] || fail "MPI refuses few of $(wc -l < refused.alone) calls"
traced 1 "$ends" refused
expect_code 0
expect_same_text refused.alone "$out"

begin "processes that end in MPI_Finalize have written all"
traced 2 "$ends" finalize
for rank in 0 1; do
	"$dump" trace $rank > found
	printf 'MPI_Init_thread\nMPI_Barrier comm=0\nMPI_Finalize\npolls=0\n' > expected
	expect_same_text expected found
done

begin "a program that a handler of signals ends has written all that was complete"
traced 1 "$ends" handler
"$dump" trace 0 > found
printf 'MPI_Init_thread\nMPI_Barrier comm=1\npolls=0\n' > expected
expect_same_text expected found

begin "threads that call different functions, each with a communicator of its own"
traced 2 "$ends" differ
expect_code 0
"$dump" trace 1 threads > found
# Functions of a thread with how often it called them, and what they were given but for requests; threads have no order.
awk '{ thread = $1; $1 = ""; gsub(/ (request|done|started)=[^ ]*| send=0:[0-9]*:4:c receive=-3:[0-9]*:4:c/, ""); count[thread $0]++ }
	END { for (c in count) { thread = c; sub(/ .*/, "", thread); text = c; sub(/^[^ ]* /, "", text); print (thread == 0 ? "main" : "other"), count[c], text } }' found \
	| LC_ALL=C sort > counted
cat > expected <<-END
	main 1 MPI_Comm_dup comm=0 made=2
	main 1 MPI_Comm_dup comm=0 made=3
	main 1 MPI_Comm_dup comm=0 made=4
	main 1 MPI_Comm_dup comm=0 made=5
	main 1 MPI_Finalize
	main 1 MPI_Init_thread
	main 200 MPI_Allreduce comm=5 send=4:c receive=4:c op=MPI_SUM
	other 1 MPI_Recv_init comm=4 receive=0:9:4:c
	other 1 MPI_Send_init comm=4 send=0:9:4:c
	other 2 MPI_Request_free
	other 200 MPI_Isend comm=3 send=0:7:4:c
	other 200 MPI_Mprobe comm=3 receive=0:7:0:c
	other 200 MPI_Mrecv comm=3 receive=0:7:4:c
	other 200 MPI_Sendrecv comm=2 got=0:-1
	other 200 MPI_Startall
	other 200 MPI_Wait
	other 200 MPI_Waitall
END
grep -v polls= counted > counted.calls
expect_same_text expected counted.calls
expect_equal "requests that were waited for" 600 "$(grep -E 'MPI_Wait(all)? ' found | grep -o '[0-9]*:-1:-1' | grep -c .)"

begin "threads that end after MPI_Finalize"
traced 2 "$ends" outlive
expect_code 0
"$dump" trace 0 threads > found
expect_equal "sends" 3000 "$(grep -c 'MPI_Isend comm=1' found)"
expect_equal "calls of MPI_Finalize" 1 "$(grep -c MPI_Finalize found)"

begin "if some processes are not traced, the others are, each for itself"
for rank in 0 1; do
	rm -rf trace
	mkdir trace
	# shellcheck disable=SC2086
	run $SONDE_MPIRUN 2 $(preloading "") SONDE_TRACE_DIR="$PWD/trace" SONDE_TRACE_OPTIONS= \
		sh -c '[ ${OMPI_COMM_WORLD_RANK-$PMI_RANK} = '$rank' ] && export LD_PRELOAD="'"$tracer"'${LD_PRELOAD:+:$LD_PRELOAD}"; exec "$@"' sh "$ends" control
	expect_code 0
	"$dump" trace $rank > found
	expect_equal "calls of $rank" 10 "$(grep -c MPI_ found)"
	expect_equal "files" "$rank.structure $rank.times trace.json" "$(ls trace | xargs)"
done

begin "of several programs on nodes that share no folder, one is not traced: the other is, for itself"
if [ "$SONDE_MPI" = openmpi ]; then
	rm -rf trace
	mkdir trace
	# shellcheck disable=SC2086
	run $SONDE_MPIRUN 1 $(preloading "$tracer") OMPI_COMM_WORLD_LOCAL_SIZE=1 SONDE_TRACE_DIR="$PWD/trace" \
		timeout 60 "$ends" control : -n 1 timeout 60 "$ends" control
	expect_code 0
	"$dump" trace 0 > found
	expect_equal "calls" 10 "$(grep -c MPI_ found)"
	expect_equal "files" "0.structure 0.times trace.json" "$(ls trace | xargs)"
else
	skip_case "the launcher does not say that it starts several programs"
fi

# Each process ends a barrier when all have begun it. Where others want the processors, messages that compare clocks wait, and the clocks come as near as these took.
begin "the clock of one process is 1000 s ahead, and is compared: barriers happen at the same time"
# shellcheck disable=SC2016
if ! unshare -T --monotonic 1000 --fork true 2> notes; then
	skip_case "a namespace with a clock of its own cannot be made"
else
	traced 2 sh -c 'if [ ${OMPI_COMM_WORLD_RANK-$PMI_RANK} = 1 ]; then exec unshare -T --monotonic 1000 --fork "$@"; else exec "$@"; fi' sh "$calls" . m
	expect_code 0
	"$SONDE" trace export trace --format csv > trace.csv 2>> "$err"
	awk -F, '$4 == "MPI_Barrier" && $9 == 0 { n[$1]++; begin[$1, n[$1]] = $5; end[$1, n[$1]] = $6 }
		END { for (i = 1; i <= n[0]; i++) if (begin[0, i] > end[1, i] + 1 || begin[1, i] > end[0, i] + 1) print "barrier " i " of " n[0]; if (!n[0]) print "none" }' trace.csv > late
	expect_equal "barriers that a process left before another one came" "" "$(cat late)"
fi

begin "of several programs, one after the other, the first one is traced"
traced 2 sh -c '"$1" regions; "$1" control; true' sh "$ends"
"$dump" trace 0 > found
expect_equal "calls" "MPI_Barrier MPI_Finalize MPI_Init_thread MPI_Pcontrol" "$(sed -n 's/^\(MPI_[A-Za-z_]*\).*/\1/p' found | sort -u | xargs)"
expect_equal "files" "0.structure 0.times 1.times trace.json" "$(ls trace | xargs)"

begin "a folder that is not there: the program runs, and a line says that nothing is traced"
# shellcheck disable=SC2086
run $SONDE_MPIRUN 2 $(preloading "$tracer") SONDE_TRACE_DIR="$PWD/nowhere" "$calls" . m
expect_code 0
expect_err "nothing is traced"
expect_file 0.calls
finish
