# measure protocols on live processes: the eager limit that the MPI library was told is found, to the byte; what two processes cannot tell is said, with what is assumed in its place.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1
unset OMPI_MCA_mpi_yield_when_idle # this test runs alone
protocols() # number of processes
{
	live "$1" measure protocols --json --quiet --patience 0
	expect_code 0
}

# expect_holds FACT CONDITION: an awk condition on its number, x; or it is not known, and said why.
expect_holds()
{
	case $(fact "$1" value) in
	"not known") [ "$(fact "$1" seen)" != null ] || fail "$1 is not known, and it is not said why" ;;
	*) awk -v x="$(fact "$1" number)" "BEGIN { exit !($2) }" || fail "$1 is $(fact "$1" number), not $2" ;;
	esac
}

begin "two processes: what is found is plausible, and of ports it is said what is assumed"
protocols 2
for way in eager_bytes eager_bytes_back; do
	expect_holds $way "x >= 0 && x == int(x)"
	[ "$(fact $way seen)" != null ] || fail "what $way follows from is not said"
done
for call in isend_short_seconds wait_short_seconds isend_long_seconds wait_long_seconds; do
	awk -v x="$(fact $call number)" -v took="$took" 'BEGIN { exit !(x >= 0 && x < took + 0) }' || fail "$call is $(fact $call number)"
done
expect_holds duplex_factor "x >= 1 && x <= 2"
for port in ports ports_in port_seconds; do
	expect_equal "$port" "not known" "$(fact $port value)"
	case $(fact $port seen) in
	"three processes"*" are needed to find out, and there are two: "*" assumed"*) ;;
	*) fail "of $port it is not said what is assumed" ;;
	esac
done

begin "three processes find out how ports serve, or say why not"
protocols 3
for port in ports ports_in; do
	case $(fact $port value) in
	"in turn" | fair | parallel) ;;
	*) expect_holds $port 0 ;;
	esac
	case $(fact $port seen) in
	null | "three processes are needed"*) fail "what $port follows from is not said" ;;
	esac
done

# Messages from UCX_RNDV_THRESH bytes on are asked for; the limit of Open MPI's TCP transport is one with its header of 56 bytes.
limited() # what the library is told
{
	case $SONDE_MPI in
	mpich)
		UCX_RNDV_THRESH=$1
		export UCX_RNDV_THRESH
		expected=$(($1 - 1))
		;;
	openmpi)
		OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_btl_tcp_eager_limit=$1
		export OMPI_MCA_pml OMPI_MCA_btl OMPI_MCA_btl_tcp_if_include OMPI_MCA_btl_tcp_eager_limit
		expected=$(($1 - 56))
		;;
	esac
	# A process that is kept from its CPU seems to wait, or not to. What decides it is that, and not the limit, is found differently each time: a search that is wrong never finds this byte.
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		protocols 2
		found="$(fact eager_bytes number | sed 's/\.0*$//') $(fact eager_bytes_back number | sed 's/\.0*$//')"
		[ "$found" != "$expected $expected" ] || break
	done
	expect_equal "the eager limit of both ways, in ten searches" "$expected $expected" "$found"
}

seed=$(date +%N | sed 's/^0*//')
limits=$(awk -v seed="${seed:-1}" 'BEGIN { srand(seed); print 500 + int(3000 * rand()), 4000 + int(50000 * rand()) }')
begin "the eager limit is the one that the library was told, to the byte: $limits B"
if [ "$SONDE_MPI" = mpich ] && ! ldd "$SONDE" | grep -q libucp; then
	skip_case "this MPICH does not use UCX"
else
	for limit in $limits; do
		limited "$limit"
	done
fi
finish
