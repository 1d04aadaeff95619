# Two processes on each of two nodes: estimate makes a model of either kind of pair, predictions by both take what the operations take, and a trace of the examples is simulated by both.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cat > platform.xml << END
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="20us" loopback_bw="1GBps" loopback_lat="2us"/></platform>
END
printf 'n0\nn0\nn1\nn1\n' > hosts

succeeds "both models are estimated" simulate 4 estimate plogp --store estimate.db -o plogp.json --json > estimated
succeeds "they are told apart" grep -q "processes 0 and 1 stand for all pairs of one node" notes
succeeds "they are told apart" grep -q "processes 0 and 2 stand for all pairs of different nodes" notes
succeeds "the result names both" sh -c 'grep -q "\"place\": \"intra\"" estimated && grep -q "\"place\": \"inter\"" estimated'
succeeds "a model says which pairs it is of" sh -c 'grep -q "\"place\": *\"intra\"" plogp-intra.json && grep -q "\"place\": *\"inter\"" plogp-inter.json'
succeeds "there is no third" test ! -e plogp.json
show plogp-intra.json > intra.csv
show plogp-inter.json > inter.csv
within "L within a node" "$(parameter intra.csv L "")" "$(awk -v inter="$(parameter inter.csv L "")" 'BEGIN { print inter - 2 * 20e-6 + 2e-6 }')" 0.05

succeeds "several models go to two directories" simulate 4 estimate hockney,logp --quiet -o models > several
succeeds "those of a node" test -s models-intra/hockney.json -a -s models-intra/logp.json
succeeds "those between nodes" test -s models-inter/hockney.json -a -s models-inter/logp.json
succeeds "a pair that is named is one model" simulate 4 estimate hockney --pairs 0:3 --quiet -o one.json > one
succeeds "in its own file" test -s one.json

# takes NAME ARGUMENTS…: the example is traced, and takes what it took, by both models; by one it does not.
takes()
{
	name=$1
	shift
	rm -rf "$name.trace" && mkdir "$name.trace"
	# shellcheck disable=SC2086
	SONDE_TRACE_DIR=$place/$name.trace timeout 100 smpirun -np 4 -platform platform.xml -hostfile hosts $exact $options \
		-wrapper "env LD_PRELOAD=$SONDE_BUILD/libsonde-trace-smpi.so" "$SONDE_BUILD/tests/sonde_example_$name" "$@" > program.out 2> notes
	simulate 1 simulate "$name.trace" --intra plogp-intra.json --inter plogp-inter.json --placement hosts --json > both.json
	simulate 1 simulate "$name.trace" -m plogp-inter.json --json > one.json
	both=$(sed -n 's/.*"difference": \([-0-9.e]*\).*/\1/p' both.json | tail -n 1)
	one=$(sed -n 's/.*"difference": \([-0-9.e]*\).*/\1/p' one.json | tail -n 1)
	echo "$name: by both models off by $both, by that between nodes by $one"
	holds "$name takes what it took by both" "${both:-1} < 0.02 && ${both:-1} > -0.02"
	holds "$name does not by one" "${one:-0} > 0.03 || ${one:-0} < -0.03"
}

takes stencil 1000 10 50 100
takes fft 128 10 500
finish_simulated
