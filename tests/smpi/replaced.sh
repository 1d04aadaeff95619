# Programs on simulated clusters are run under tables of algorithms: what is received is what it is without (tests/smpi/replaced.c), and rows with an order change what calls take in simulated time.
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

# By a table of one algorithm for each operation: every call of it.
same_results() # table
{
	for processes in 1 2 3 5 8; do
		under "$1" $processes "$program" && grep -q '^[1-9][0-9]* calls by the table$' said || return 1
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
	bcast any any linear
	bcast 5 any binomial order=0,2,1,4,3
	gather any 1K- own split=1K
	gatherv any any linear-in-turn segment=1000
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
SONDE_VERBOSE=1 under one 4 "$program"
holds "the first process alone says what is done" "$(grep -c 'collective operations by the 1 row of' notes) == 1"
finish_simulated
