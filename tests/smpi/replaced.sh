# Programs on simulated clusters are run under tables of algorithms: each call that a table is for is done by it, and what is received is what it is without (tests/smpi/replaced.c). A row's order changes what calls take in simulated time.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
library=$SONDE_BUILD/libsonde-collective-smpi.so
program=$SONDE_BUILD/tests/sonde_test_replaced
options=
cluster 8 1GBps 10us

under() # table, processes, command
{
	table=$PWD/$1
	processes=$2
	shift 2
	SONDE_COLLECTIVES=$table timeout 100 smpirun -wrapper "env LD_PRELOAD=$library" -np "$processes" -platform platform.xml -hostfile hosts $exact "$@" > said 2> notes
}

# What the program counts calls by: the table's rows. Blocks of lists may all be empty only where messages go by pairs; barriers have none.
counted_rows() # table
{
	awk '{
		from = $1 == "barrier" || $4 ~ /^linear/ && $1 ~ /v$/ ? 0 : 1
		to = 1e9
		if ($3 != "any") {
			split($3, range, "-")
			from = range[1] > 0 ? 1024 * range[1] : from # of K
			to = range[2] ? 1024 * range[2] : to
		}
		root = -1
		if (match($0, /order=[0-9]+/))
			root = substr($0, RSTART + 6, RLENGTH - 6)
		printf "%s,%d,%d,%d,%d\n", $1, $2, from, to, root
	}' "$1"
}

# All calls that the table is for, and no others, are done by it.
same_results() # table
{
	for processes in 1 2 3 5 8; do
		# shellcheck disable=SC2046
		under "$1" $processes "$program" $(counted_rows "$1") && grep -q '^[1-9][0-9]* calls by the table' said || return 1
	done
}

cat > trees <<-END
	barrier any any dissemination
	bcast any any chain segment=1K fanout=2
	gather any any binomial
	gatherv any any binomial
	scatter any any binomial
	scatterv any any k-ary fanout=2
	allgather any any ring
	alltoall any any pairwise
	reduce any any binomial segment=4K
	allreduce any any ring
	reduce_scatter any any ring
	scan any any recursive-doubling
END
cat > pairs <<-END
	bcast 5 any binomial order=0,2,1,4,3
	bcast any any linear
	gather any 1K- own split=1K
	gatherv any any linear-credited segment=1000
	scatter 8 any binomial order=0,7-1
	scatterv any any linear
	allgather any any bruck
	alltoall any any bruck
	reduce any any linear
	allreduce any 0-1K recursive-doubling
END
succeeds "what trees bring is what the library brings" same_results trees
succeeds "so is what comes by pairs, split calls and orders" same_results pairs
printf 'bcast any any binomial\n' > one
SONDE_VERBOSE=1
export SONDE_VERBOSE
# shellcheck disable=SC2046
succeeds "a table of one row is for broadcasts" under one 4 "$program" $(counted_rows one)
unset SONDE_VERBOSE
holds "the first process alone says what is done" "$(grep -c 'collective operations by the 1 row of' notes) == 1"

# The command's way; the command is that of another build, since that for SMPI runs under smpirun alone.
for other in "$SONDE_SOURCE/build/sonde" "$SONDE_SOURCE/build-mpich/sonde" none; do
	[ ! -x "$other" ] || break
done
if [ "$other" = none ]; then
	echo "skipped: no other build of the command in $SONDE_SOURCE/build and build-mpich"
else
	# shellcheck disable=SC2046
	SONDE_TRACE_LIBRARIES=$SONDE_BUILD timeout 100 smpirun -wrapper "$other run --collectives $PWD/one" -np 4 -platform platform.xml -hostfile hosts $exact "$program" $(counted_rows one) > said 2> notes
	holds "smpirun -wrapper 'sonde run --collectives TABLE': all broadcasts are by the table" "$? == 0 && $(grep -c '^24 calls by the table' said) == 1"
fi

# n5 has by far the slowest link. A tree in which it passes on the message of half of all processes is slower than one in which it is a leaf.
unlike_cluster 8
seconds_in() # order
{
	echo "bcast 8 any binomial order=$1" > ordered
	# shellcheck disable=SC2046
	under ordered 8 "$program" $(counted_rows ordered) && sed -n 's/^3 calls by the table in \(.*\) s$/\1/p' said
}
leaf=$(seconds_in 0,1,2,3,5,4,6,7)
inner=$(seconds_in 0,5,1,2,3,4,6,7)
holds "the process on the slowest link is better a leaf of a broadcast" "0 < ${leaf:-0} && ${leaf:-0} + 0.0005 < ${inner:-0}"
finish_simulated
