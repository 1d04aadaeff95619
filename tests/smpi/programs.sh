# Traced programs are simulated under a model of the same cluster, and take what they took: computation is a pause of a given length, so that the simulated cluster is an exact reference. Eager messages
# are on their way before their receive is posted, as in real libraries.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 16 125MBps 20us
model=plogp

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

# takes_what_it_took PROCESSES NAME PART ARGUMENTS…: under $model. The part that it is off is added to the file off.
takes_what_it_took()
{
	n=$1 name=$2 part=$3
	shift 3
	succeeds "$name among $n is traced" traced_program "$n" "$name" "$@"
	simulate 1 simulate "$name.trace" -m $model.json --json > simulated.json
	off=$(sed -n 's/.*"difference": \([-0-9.e]*\).*/\1/p' simulated.json | tail -n 1)
	holds "$name among $n takes what it took under $model: off by ${off:-nothing}" "${off:-1} < $part && ${off:-1} > -$part"
	echo "${off:-1}" >> off
}

succeeds "plogp is estimated" simulate 4 estimate plogp --pairs 0:1 --store estimate.db --quiet -o plogp.json > estimated
for count in 2 4 8; do
	takes_what_it_took $count stencil 0.02 1000 10 50 100
	takes_what_it_took $count cg 0.02 2000 20 300
	takes_what_it_took $count sweep 0.02 50 10 5 200
	takes_what_it_took $count fft 0.02 128 10 500
	takes_what_it_took $count master 0.02 60 500 300
done

# SMPI moves messages that wait for their receiver by itself, and its handshake takes no time: found so, by what it does. cg and sweep with messages of 2 KB to 300 KB, eager and beyond, are then off by
# 5 % at most and 2 % on average.
succeeds "loggpo is estimated" simulate 4 estimate loggpo --pairs 0:1 --store estimate.db --quiet -o loggpo.json > estimated
show loggpo.json > loggpo.csv
succeeds "progress is independent" awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) value = $i == "value" ? i : value } $1 == "S_cp" { n++; sum += $value } END { exit !(n > 0 && sum == 0) }' loggpo.csv
for parameter in L_control O_control; do
	holds "$parameter is nothing: $(parameter loggpo.csv $parameter "")" "\"$(parameter loggpo.csv $parameter "")\" != \"\" && $(parameter loggpo.csv $parameter "") + 0 == 0"
done
model=loggpo
: > off
for doubles in 256 4096 8190 20000 38400; do
	takes_what_it_took 4 cg 0.05 $doubles 10 300
	takes_what_it_took 4 sweep 0.05 $doubles 4 3 200
done
takes_what_it_took 16 cg 0.05 20000 6 300
takes_what_it_took 16 sweep 0.05 20000 4 2 200
mean=$(awk '{ sum += $1 < 0 ? -$1 : $1 } END { print sum / NR }' off)
holds "cg and sweep are off by $mean on average" "$mean < 0.02"
finish_simulated
