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
		$SONDE_MPIRUN $1 "$SONDE" run --collectives table "$program" $turn $seed $2 > said 2>&1 < /dev/null ||
			fail "$1 processes, algorithms number $turn, seed $seed: $(head -c 500 said)"
		grep -q "^$2 calls.*, [1-9][0-9]* by the table" said || fail "$1 processes, turn $turn, seed $seed: $(head -c 500 said)"
	done
}

begin "whatever algorithms do them, collective operations have the library's results"
run_all 4 150 "0 1 2 3 4 5 6 7 8 9 10 11 12"
run_all 5 60 "0 3 6 9"
run_all 3 60 "1 4 7 10"
run_all 1 60 "2"

begin "where tables differ nothing is done by them, and one process says it"
$SONDE_MPIRUN 3 "$SONDE" run --collectives table "$program" -1 1 30 > said 2>&1 < /dev/null || fail "$(head -c 500 said)"
[ "$(grep -c 'not all processes have the same table' said)" -eq 1 ] || fail "$(head -c 500 said)"

begin "the first process says what is done, if it is asked to"
$SONDE_MPIRUN 2 "$SONDE" run --verbose --collectives table sh -c "exec $program 0 1 10" > said 2>&1 < /dev/null
[ "$(grep -c 'sonde: collective operations by the ' said)" -eq 1 ] || fail "$(head -c 500 said)"

begin "a table that cannot be read, or a program that cannot be had, is refused"
sonde run --collectives missing "$program"
expect_refusal 1 "missing: cannot be opened"
printf 'bcast any any quick\n' > wrong
sonde run --collectives wrong "$program"
expect_refusal 2 "bcast"
sonde run "$program"
expect_refusal 2 "--collectives TABLE is missing"
sonde run --collectives table
expect_refusal 2 "run: which program?"
sonde run --collectives table ./nowhere
expect_refusal 2 "nowhere"
finish
