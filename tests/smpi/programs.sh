# Traced programs are simulated under a model of the same cluster, and take what they took: computation is a pause of a given length, so that the simulated cluster is an exact reference. Eager messages
# are on their way before their receive is posted, as in real libraries.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 8 125MBps 20us

# traced_program PROCESSES NAME ARGUMENTS…: a trace in NAME.trace.
traced_program()
{
	processes=$1 name=$2
	shift 2
	rm -rf "$name.trace" && mkdir "$name.trace"
	# shellcheck disable=SC2086
	SONDE_TRACE_DIR=$place/$name.trace timeout 100 smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact $options \
		-wrapper "env LD_PRELOAD=$SONDE_BUILD/libsonde-trace-smpi.so" "$SONDE_BUILD/tests/sonde_example_$name" "$@" > program.out 2> notes && grep -q "the result is right" program.out
}

# takes_what_it_took PROCESSES NAME PART ARGUMENTS…
takes_what_it_took()
{
	n=$1 name=$2 part=$3
	shift 3
	succeeds "$name among $n is traced" traced_program "$n" "$name" "$@"
	simulate 1 simulate "$name.trace" -m plogp.json --json > simulated.json
	off=$(sed -n 's/.*"difference": \([-0-9.e]*\).*/\1/p' simulated.json | tail -n 1)
	holds "$name among $n takes what it took: off by ${off:-nothing}" "${off:-1} < $part && ${off:-1} > -$part"
}

succeeds "plogp is estimated" simulate 4 estimate plogp --pairs 0:1 --store estimate.db --quiet -o plogp.json > estimated
for count in 2 4 8; do
	takes_what_it_took $count stencil 0.02 1000 10 50 100
	takes_what_it_took $count cg 0.02 2000 20 300
	takes_what_it_took $count sweep 0.02 50 10 5 200
	takes_what_it_took $count fft 0.02 128 10 500
	takes_what_it_took $count master 0.02 60 500 300
done
finish_simulated
