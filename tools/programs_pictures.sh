#!/bin/sh
# Makes the pictures of doc/programs.md anew: what the example sweep does on a simulated cluster, and what is predicted.
#
# - doc/recorded.svg: four processes, as they were traced
# - doc/simulated.svg: the same as PLogP predicts it, with the critical path
#
# Needs a build with SMPI (build-smpi/ or the folder given). Nothing varies: the pictures are the same each time.
set -eu
cd "$(dirname "$0")/.."
SONDE_SOURCE=$PWD
SONDE_BUILD=$PWD/${1-build-smpi}
SONDE=$SONDE_BUILD/sonde
. tests/sh/smpi.sh
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 4 125MBps 20us
mkdir sweep.trace
# shellcheck disable=SC2086
SONDE_TRACE_DIR=$place/sweep.trace smpirun -np 4 -platform platform.xml -hostfile hosts $exact $options \
	-wrapper "env LD_PRELOAD=$SONDE_BUILD/libsonde-trace-smpi.so" "$SONDE_BUILD/tests/sonde_example_sweep" 40 4 1 200
simulate 4 estimate plogp --pairs 0:1 --store estimate.db --quiet -o plogp.json
for plot in recorded simulated; do
	simulate 1 report --trace sweep.trace -m plogp.json --plot $plot -o "$SONDE_SOURCE/doc/$plot.svg"
done
simulate 1 simulate sweep.trace -m plogp.json
