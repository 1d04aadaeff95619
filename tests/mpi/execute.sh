# Every algorithm, executed by sonde, leaves in memory what the MPI library's own operation leaves, byte for byte: all roots, counts from 0 on, datatypes with gaps, operations that do not commute, in place.
. "$SONDE_SOURCE/tests/sh/lib.sh"
program=$SONDE_BUILD/tests/sonde_test_execute
export OMPI_MCA_rmaps_base_oversubscribe=1
patience=4

# Processes without a CPU of their own wait for each other's turns: of many only a part of the combinations, and of fewer where they do not yield (MPICH).
case $SONDE_MPI in
mpich) most=2 numbers="1 2 $(seeds 5 3)" ;; # what sanitizers find of three processes they find of five, which have a remainder too
*) most=3 numbers="1 3 4" ;; # MPICH has 2 and 5
esac
[ -z "${SONDE_TEST_ALL-}" ] || numbers="1 2 3 4 5"
for processes in $numbers; do
	scope=$([ $processes -gt $most ] && echo quick || echo all)
	begin "$processes processes, $scope"
	launch $processes "$program" $scope
	expect_code 0
	expect_out "$processes processes, "
	expect_out " 0 failures"
	expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
	sed 's/^/# /' "$out"
done
finish
