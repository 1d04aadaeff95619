# What the tables of src/algorithm/decision say is what the libraries do: the messages of each process on small communicators, and for Open MPI the algorithm for thousands of processes.
. "$SONDE_SOURCE/tests/sh/lib.sh"
program=$SONDE_BUILD/tests/sonde_test_decided
export OMPI_MCA_rmaps_base_oversubscribe=1

compared() # what is written to standard output: some comparisons, and no failure; of a fifth at most there is only the nearest algorithm
{
	expect_code 0
	expect_equal "what differs" "" "$(grep '^not ok' "$out")"
	expect_out " 0 failures"
	grep -q '^[1-9][0-9]* compared' "$out" || fail "nothing was compared"
	awk '/ compared, / { exit !(4 * $3 <= $1) }' "$out" || fail "too many have only a nearest algorithm"
	sed 's/^/# /' "$out"
}

case $SONDE_MPI in
openmpi)
	begin "up to 5 processes send what the tables say"
	launch 5 "$program" openmpi one 600000 2
	compared
	begin "9 processes do"
	launch 9 "$program" openmpi one 33000 8 2
	compared
	begin "17 processes do"
	launch 17 "$program" openmpi one 5000 16 8
	compared

	begin "for thousands of processes the library calls the algorithms that the tables have"
	tuned=$(ompi_info --path pkglibdir --parsable 2> /dev/null | sed 's/.*://')/mca_coll_tuned.so
	[ -e "$tuned" ] || tuned=$(find "$(ompi_info --path libdir --parsable | sed 's/.*://')" -name mca_coll_tuned.so | head -n 1)
	launch 1 "$SONDE_BUILD/tests/sonde_test_decided_numbers" "$tuned"
	compared
	;;
mpich)
	begin "up to 4 processes send what the tables say"
	launch 4 "$program" mpich one 17000 2 4
	compared
	begin "8 and 9 processes do"
	launch 9 "$program" mpich one 13000 8 128
	compared
	begin "processes of two nodes, dealt to them in turn, do"
	export MPIR_CVAR_NUM_CLIQUES=2
	launch 5 "$program" mpich 2 5000 5 16
	compared
	begin "processes of two nodes, one after the other, do"
	export MPIR_CVAR_CLIQUES_BY_BLOCK=1
	launch 6 "$program" mpich -3 5000 4 64
	compared
	unset MPIR_CVAR_NUM_CLIQUES MPIR_CVAR_CLIQUES_BY_BLOCK
	begin "processes with a node each do"
	MPIR_CVAR_NOLOCAL=1
	export MPIR_CVAR_NOLOCAL
	launch 3 "$program" mpich each 5000 3 64
	compared
	;;
esac
finish
