# Collective operations are predicted as they take on a simulated cluster of half-duplex links: PLogP is estimated there, with the longest eager message and what ports do with two messages at a time and both ways, and the file alone predicts what
# executed algorithms are timed to take. bench/collectives.sh does it for all algorithms and sizes.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/predicted.sh"
options="$platform_options --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9"
cluster 16 125MBps 50us SHARED

succeeds "plogp is estimated" estimate_platform plogp.json
succeeds "the longest eager message is found to the byte" grep -q '"eager_bytes": 65535' plogp.json
succeeds "links are shared fairly, and seen to be" grep -q '"ports": "fair"' plogp.json
succeeds "links are half duplex, and seen to be" grep -q '"duplex_factor": \(2\.0\|1\.99\|2,\)' plogp.json
succeeds "operations are measured and predicted" measure_and_predict plogp.json 16 4K,128K scatter/linear gather/linear bcast/binomial allgather/ring alltoall/linear
succeeds "mean errors up to 0.5 %, the largest up to 1 %" print_errors 0.5 1
finish_simulated
