# Rule files drawn at random: what is said of them, and what the library then does, in processes that are ended after a bound.
. "$SONDE_SOURCE/tests/sh/lib.sh"
case $SONDE_MPI in openmpi) forms="classic version-2 json" here=classic ;; mpich) forms=mpich here=mpich ;; *) skip_test "rules are Open MPI's and MPICH's" ;; esac
seed=${SONDE_RULES_SEED-11}
files=4 # each of which is begun again behind every call that ends the program
[ -z "${SONDE_TEST_ALL-}" ] || files=8

for form in $forms; do
	begin "files drawn from the grammar of $form: no rule is taken that is said never to be used; broken ones are read and checked"
	run "$SONDE_BUILD/tests/sonde_test_drawn" $form "$seed" 0 400
	expect_code 0
	sed 's/^/# /' "$out"
done

begin "calls with some of them do what was said"
run sh "$SONDE_SOURCE/tests/mpi/drawn/run.sh" "$seed" 0 $files 10 "$SONDE_BUILD/tests" $here $SONDE_MPIRUN 4 $yields
expect_code 0
sed 's/^/# /' "$out"
finish
