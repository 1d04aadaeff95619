#!/bin/sh
# Predicted against measured times of collective operations on a simulated cluster (SMPI): bench/collectives.sh BUILD_SMPI [PROCESSES]
# 125 MB/s and 50 us a link; eager below 64 KiB, rendezvous from there on, overheads that grow with the message. PLogP is estimated by saturation there, each algorithm executed
# and timed globally, and predicted from the model file alone. Fails beyond a mean error of 5 % or a largest one of 15 % in either regime.
# 16 processes take about a minute, 64 about five on one core.
build=${1:?usage: bench/collectives.sh BUILD_SMPI [PROCESSES]}
ranks=${2:-16}
root=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(cd "$build" && pwd)/sonde
. "$root/tests/sh/smpi.sh"
. "$root/tests/sh/predicted.sh"
limit=600 # s, for each run
code=0
cluster "$ranks" 125MBps 50us
send=0:5e-6:1e-9
receive=0:3e-6:2e-9
options="$platform_options --cfg=smpi/os:$send --cfg=smpi/ois:$send --cfg=smpi/or:$receive"
echo "$ranks processes, overheads of sending $send, of receiving $receive (from bytes:s:s per byte)"
rm -f ./*.db
if ! estimate_platform plogp.json; then
	cat notes
	exit 1
fi
grep -E '"(ports|eager_bytes)"' plogp.json
measure_and_predict plogp.json "$ranks" 256,1K,4K,16K,32K,64K,128K,256K scatter/linear scatter/binomial gather/linear gather/binomial bcast/chain bcast/pipeline bcast/binomial allgather/ring \
	alltoall/pairwise allreduce/ring allreduce/recursive-doubling || { cat notes; exit 1; }
print_errors 5 15 || code=1
exit $code
