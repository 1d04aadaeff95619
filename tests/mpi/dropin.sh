# sonde run --collectives: collective operations of a program by a table of algorithms. The program makes each call twice, by the table and by the MPI library, with drawn types, operations, roots,
# counts and communicators, and compares all that is received (tests/mpi/dropin.c).
. "$SONDE_SOURCE/tests/sh/lib.sh"
program=$SONDE_BUILD/tests/sonde_test_dropin
[ -x "$program" ] || skip_test "the program was not built"
printf 'bcast any any binomial\nallreduce 2- 1K- ring\n' > table

run_all() # processes, calls, turns
{
	for turn in $3; do
		seed=$((100 * $1 + turn))
		launch $1 "$SONDE" run --collectives table "$program" $turn $seed $2
		[ $code -eq 0 ] && grep -q "^$2 calls.*, [1-9][0-9]* by the table" "$out" || fail "$1 processes, algorithms number $turn, seed $seed"
	done
}

begin "whatever algorithms do them, collective operations have the library's results"
run_all 1 100 "2"
run_all 2 100 "5"
run_all 3 100 "1 4 7"
run_all 4 200 "0 3 6 9 11 12"
run_all 5 100 "8 10"
run_all 7 40 "2"
run_all 9 30 "6"

begin "blocks that are too long for a message of bytes come as they are"
for turn in 0 6 8; do # gatherv: linear, in turn, with credits
	launch 3 "${program}_linked" $turn $turn 300 400
	[ $code -eq 0 ] && grep -q "^300 calls.*, [1-9][0-9]* by the table" "$out" || fail "algorithms number $turn: $(head -c 500 "$err")"
done

begin "where tables differ nothing is done by them, and one process says it"
for which in -1 -2; do # the first process has none
	launch 3 "$SONDE" run --collectives table "$program" $which 1 30
	expect_code 0
	expect_equal "how often it is said, $which" 1 "$(grep -c 'not all processes have the same table' "$err")"
done

begin "a process without memory ends the program: others do not wait for it"
for attempt in 1 2 3; do # MPICH's launcher sometimes ends before it has passed on what the process said last
	timeout 600 $SONDE_MPIRUN 3 $yields env ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0:allocator_may_return_null=1" "$SONDE" run --collectives table "$program" -3 1 0 > said 2>&1 < /dev/null
	code=$?
	[ $code -ne 0 ] && [ $code -ne 124 ] || fail "exit code $code: $(head -c 500 said)"
	grep -q '^sonde: gather: ' said && break
done
grep -q '^sonde: gather: ' said || fail "$(head -c 500 said)"

begin "the first process says what is done, if it is asked to"
$SONDE_MPIRUN 2 $yields "$SONDE" run --verbose --collectives table sh -c "exec $program 0 1 10" > said 2>&1 < /dev/null
[ "$(grep -c 'sonde: collective operations by the ' said)" -eq 1 ] || fail "$(head -c 500 said)"

begin "at the end the first process says what became of each of its calls"
printf 'bcast 3 0-64 binomial\nbcast any 1K-4K own\nbcast any 33554432 chain segment=1\nreduce 3 any binomial order=1,0,2\n' > account
printf 'gather any any own split=100\nallgather any any ring\nallreduce any any ring\nscan 2- any recursive-doubling\n' >> account
launch 3 "$SONDE" run --verbose --collectives account "$program" -4 1 0
expect_code 0
cat > expected << 'EOF'
barrier 2 passed on, no row is for the operation
bcast 3 by binomial (line 1): 10 to 64 B
bcast 2 passed on, no row is for so many bytes: 100 to 200 B
bcast 1 passed on, the row leaves them to it: 2K B
bcast 1 passed on, the row's algorithm cannot do them: 32M B
bcast 1 passed on, without data
bcast 1 passed on, MPI refuses an argument
gather 1 by the MPI library's own split=100 (line 5): 256 B
gather 1 passed on, the row leaves them to it: 16 B
allgather 1 passed on, unlike counts
reduce 1 by binomial with an order (line 4): 16 B
reduce 1 passed on, rows are for another root: 16 B
allreduce 1 by ring (line 7): 4 B
allreduce 1 passed on, between two groups
scan 1 passed on, no row is for so many processes: 1 process
EOF
sed -n 's/^sonde:   //p' "$err" | tr -s ' ' | sort > seen
sort expected > sorted
expect_same_text sorted seen

begin "calls of threads are counted too: as many by rows as the program knows of"
launch 3 "$SONDE" run --verbose --collectives table "$program" 4 304 50
expect_code 0
expect_equal "calls by rows" "$(sed -n 's/.*, \([0-9]*\) by the table/\1/p' "$out")" "$(awk '$1 == "sonde:" && $4 == "by" { n += $3 } END { print n }' "$err")"

begin "that no row is for the program's processes is said once, unless nothing is to be said"
printf 'bcast 8-15 any binomial\nallreduce 4 any ring\nbcast 64- any chain\nreduce 16 any own\n' > others
ring=$SONDE_BUILD/tests/sonde_test_ring
launch 2 "$SONDE" run --collectives others "$ring"
expect_code 0
expect_equal "warnings" 1 "$(grep -c 'no row of .*/others is for the 2 processes of this program: its rows are for 8 to 15, 4, 64 and more; only communicators of so many go by it' "$err")"
launch 2 env SONDE_VERBOSE=0 "$SONDE" run --collectives others "$ring"
expect_code 0
expect_equal "warnings" 0 "$(grep -c sonde: "$err")"
launch 2 "$SONDE" run --verbose --collectives others "$ring"
expect_err "sonde: no call went by a row; rows are for 8 to 15, 4, 64 and more processes"
printf 'allreduce 2 1K-64K ring\nbcast any any chain\nallreduce 2 1M- ring\nallreduce 8 16 ring\n' > sizes
launch 2 "$SONDE" run --verbose --collectives sizes "$ring"
expect_code 0
expect_equal "the reason where sizes are the cause" 1 "$(grep -c '^sonde: no call went by a row; rows of allreduce are for 1K to 64K B, 1M B and more$' "$err")"

begin "rows that leave all to the library are no rows: a table of such is refused"
printf 'bcast any any own\ngather any any own split=1\n' > own
sonde run --collectives own "$ring"
expect_refusal 1 "it has no row but for the MPI library's own way"
printf 'gather any any own\nbcast any any binomial\n' > mixed
$SONDE_MPIRUN 2 $yields "$SONDE" run --verbose --collectives mixed "$ring" > said 2>&1 < /dev/null || fail "$(head -c 500 said)"
[ "$(grep -c 'sonde: collective operations by 1 row of .*/mixed; 1 leaves them to the library' said)" -eq 1 ] || fail "$(head -c 500 said)"
printf 'bcast any any binomial\n' > one
$SONDE_MPIRUN 2 $yields "$SONDE" run --verbose --collectives one "$ring" > said 2>&1 < /dev/null || fail "$(head -c 500 said)"
grep -q 'sonde: collective operations by the 1 row of .*/one$' said || fail "$(head -c 500 said)"

begin "what programs in Fortran receive is what they receive without a table"
printf 'barrier any any dissemination\nbcast any any binomial\ngather any any binomial\nscatter any any k-ary fanout=3\ngatherv any any linear-in-turn segment=100\nscatterv any any binomial\nallgather any any ring\nalltoall any any bruck\n' > all
printf 'reduce any any binomial\nallreduce any any ring\nreduce_scatter any any ring\nscan any any recursive-doubling\n' >> all
for way in MPIF MPI MPI_F08; do
	mkdir -p $way
	if ! command -v "mpifort.$SONDE_MPI" > /dev/null || ! command -v gfortran > /dev/null; then
		skip_case "there is no mpifort.$SONDE_MPI"
		break
	fi
	run "mpifort.$SONDE_MPI" -cpp -ffree-line-length-none -fallow-argument-mismatch -w -J $way -DUSE_$way "$SONDE_SOURCE/tests/mpi/dropin.F90" -o $way/program
	expect_code 0
	launch 3 $way/program $way/native
	expect_out "-1 calls by the table"
	launch 3 "$SONDE" run --verbose --collectives all $way/program $way/own
	expect_equal "calls by rows, $way" $((1 + 3 * 2 * (3 + 21 * 2 + 1))) "$(awk '$1 == "sonde:" && $4 == "by" { n += $3 } END { print n }' "$err")"
	# One of MPI_BOTTOM; of each of 3 roots and 2 datatypes three barriers, 21 calls of each of two counts, and a gatherv of pairs without data.
	expect_out "$((1 + 3 * 2 * (3 + 21 * 2 + 1))) calls by the table"
	for rank in 0 1 2; do
		expect_same_text $way/native.$rank $way/own.$rank
	done
done

begin "what tune writes is done, with the same results"
if [ -x MPI/program ]; then
	sonde tune -m "$SONDE_SOURCE/examples/ethernet.json" --for sonde -n 3 --sizes 1:64K -o tuned.json
	expect_code 0
	launch 3 "$SONDE" run --collectives tuned.json MPI/program MPI/tuned
	grep -q '^[1-9][0-9]* calls by the table' "$out" || fail "$(cat "$out")"
	for rank in 0 1 2; do
		expect_same_text MPI/native.$rank MPI/tuned.$rank
	done
fi

# The tracer is built without sanitizers and needs ld.so. Preloaded before the other library it puts ld.so before libasan, which then does not start: here libasan goes first. Leaks of the MPI library are not looked for.
asan=$(ldd "$SONDE_BUILD/libsonde-collective-$SONDE_MPI.so" | sed -n 's/.*libasan[^ ]* => \([^ ]*\) .*/\1/p')
first=${asan:+env LD_PRELOAD=$asan:$yielding ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0:detect_leaks=0}

begin "rows are seen at work at their ends and between, each where calls belong to it, and what is slower is taken out"
cat > rows << 'EOF'
bcast 3 1K-64K chain segment=1K
bcast 2- 16-1M binomial
bcast 3 100-2000 linear
reduce 3 8 binomial order=1,2,0
barrier any any dissemination
gatherv 3 0-100 linear-credited segment=64
scatter 2 1K-2K own split=500
allreduce 4 any ring
alltoall any any own
EOF
live 3 tune --verify rows --prune -o left.json --json
expect_code 0
jq -r '.rows[] | "\(.operation) \(.processes) \(.size) \(.ran) \(.segment)"' "$out" > seen
cat > expected << 'EOF'
bcast 2 16 binomial null
bcast 2 256 binomial null
bcast 2 4096 binomial null
bcast 2 65536 binomial null
bcast 2 1048576 binomial null
barrier 2 0 dissemination null
scatter 2 1024 split 500
scatter 2 2048 split 500
bcast 3 1024 chain 1024
bcast 3 16384 chain 1024
bcast 3 65536 chain 1024
bcast 3 16 binomial null
bcast 3 256 binomial null
bcast 3 1048576 binomial null
reduce 3 8 binomial, in an order null
barrier 3 0 dissemination null
gatherv 3 1 linear-credited 64
gatherv 3 16 linear-credited 64
gatherv 3 100 linear-credited 64
EOF
expect_same_text expected seen
expect_equal "rows that are not looked at: one behind another, one for more processes" 2 "$(jq '.summary["not looked at"]' "$out")"
expect_equal "rows without a time" 0 "$(jq '[.rows[] | select(.seconds == null or .own == null)] | length' "$out")"
# Which are slower is not for a test. What is left to the library has a row of its own if one behind would get it.
jq -r '.rows[] | select(.verdict == "worse") | "\(.operation) \(.rule)"' "$out" | sort -u > worse
sed -n 's/^sonde: \(taken out\|cut\): line [0-9]*, \(.*\): slower in .*/\2/p' "$err" | sort > less
sed -n 's/^sonde: taken out: line [0-9]*, \(.*\): slower in .*/\1/p' "$err" | sort > taken
expect_same_text worse less
cp "$out" looked.json
if [ -e left.json ]; then
	jq -r '.rules[] | select(.algorithm != "own" or .split) | "\(.operation) \(if .split then "split" else .algorithm end)"' left.json | sort -u > stays
	printf '%s\n' 'allreduce ring' 'barrier dissemination' 'bcast binomial' 'bcast chain' 'bcast linear' 'gatherv linear-credited' 'reduce binomial' 'scatter split' | grep -vxFf taken > expected
	expect_same_text expected stays
	expect_equal "sizes that are left to a row that was slower there" "[]" "$(jq -c --slurpfile left left.json 'def has($x): . == null or . == $x or (type == "array" and .[0] <= $x and (.[1] == null or $x <= .[1]));
		[.rows[] | select(.verdict == "worse") as $row | $left[0].rules[] | select(.operation == $row.operation and (if .split then "split" else .algorithm end) == $row.rule and (.processes | has($row.processes)) and (.bytes | has($row.size)))]' looked.json)"
	expect_equal "rows that leave to the library what rows behind them would get" "$(grep -c bcast worse)" "$(jq '[.rules[] | select(.operation == "bcast" and .algorithm == "own")] | length' left.json)"
	sonde tune --check left.json
fi

begin "a row that its algorithm cannot follow is not in force"
printf 'bcast 2 32M-32M chain segment=1\n' > much
live 2 tune --verify much
expect_code 3
expect_out "the MPI library's own"
expect_err "another algorithm than the rule's ran in 1 of 1 cases"
live 2 tune --verify others --prune -o unseen.json
expect_code 1
expect_err "nothing was looked at"
expect_no_file unseen.json

begin "a trace has the program's calls, not what became of them, in either order"
if [ -x MPI/program ]; then
	launch 3 "$SONDE" trace -o plain.trace MPI/program MPI/traced
	expect_code 0
	# shellcheck disable=SC2086
	launch 3 $first "$SONDE" trace -o outer.trace "$SONDE" run --collectives all MPI/program MPI/outer
	expect_out "$((1 + 3 * 2 * (3 + 21 * 2 + 1))) calls by the table"
	# shellcheck disable=SC2086
	launch 3 $first "$SONDE" run --collectives all "$SONDE" trace -o inner.trace MPI/program MPI/inner
	expect_out "$((1 + 3 * 2 * (3 + 21 * 2 + 1))) calls by the table"
	for trace in plain outer inner; do
		sonde trace show $trace.trace --by function --csv
		expect_code 0
		cut -d, -f1,2 "$out" | sort > $trace.calls
	done
	grep -q '^MPI_Allreduce,' plain.calls || fail "$(cat plain.calls)"
	expect_same_text plain.calls outer.calls
	expect_same_text plain.calls inner.calls
	expect_same_text MPI/native.1 MPI/outer.1
fi

begin "a table that cannot be read, or a program that cannot be had, is refused"
sonde run --collectives missing "$program"
expect_refusal 1 "missing: cannot be opened"
printf 'bcast any any quick\n' > wrong
sonde run --collectives wrong "$program"
expect_refusal 1 "--collectives wrong: line 1: bcast"
sonde trace -o left.trace "$SONDE" run --collectives wrong "$program"
expect_refusal 1 "--collectives wrong: line 1: bcast"
expect_no_file left.trace
sonde run "$program"
expect_refusal 2 "--collectives TABLE is missing"
sonde run --collectives table
expect_refusal 2 "run: which program?"
sonde run --help
expect_out "usage: sonde run [OPTIONS] --collectives TABLE PROGRAM [ARGUMENTS]"
sonde run --collectives table ./nowhere
expect_refusal 2 "nowhere"

begin "a program of one MPI under the launcher of the other is refused, as by sonde trace"
[ "$SONDE_MPI" = openmpi ] && foreign=HYDI_CONTROL_FD=7 || foreign=OMPI_COMM_WORLD_SIZE=2
run env "$foreign" "$SONDE" run --collectives table "$ring"
expect_refusal 2 "each process would be alone"
finish
