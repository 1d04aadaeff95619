# Models as platforms of SimGrid: what SMPI takes on the platform that sonde writes is what sonde predicts, of messages and of collective operations, within 1 %. doc/interoperation.md says what is further off.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/exchange.sh"
exact="--cfg=smpi/simulate-computation:no --log=root.thres:critical"

options=
write_models
for model in hockney loggp plogp; do
	succeeds "$model is written as a platform" export_platform $model.json 8
	succeeds "messages under $model are measured" measure_messages $model.json 0,1,100,1K,10K,65535,100K,1M
	succeeds "messages under $model: errors up to 1 %" print_errors 1 1
done
write_hard_models
for model in overheads overlap falling; do
	succeeds "$model is written as a platform" export_platform $model.json 2
	succeeds "messages under $model are measured" measure_messages $model.json 0,1,100,1500,4K,4097,12K,16K,20000,65535,64K,1M
	succeeds "messages under $model: errors up to 1 %" print_errors 1 1
done
succeeds "plogp is written as a platform" export_platform plogp.json 8
succeeds "operations are measured and predicted" measure_and_predict plogp.json 8 1K,32K,128K bcast/binomial scatter/binomial scatter/linear gather/linear allgather/ring
succeeds "operations: errors up to 1 %" print_errors 1 1
# Not scatters: SMPI keeps the sender of a message that waits until it has come, the model until it has left.
sed 's/"ports": "fair"/"ports": "in turn"/' plogp.json > turn.json
succeeds "plogp with ports in turn is written as a platform" export_platform turn.json 8
succeeds "operations by ports in turn are measured and predicted" measure_and_predict turn.json 8 1K,32K,128K bcast/binomial gather/linear allgather/ring
succeeds "operations by ports in turn: errors up to 1 %" print_errors 1 1
sed 's/"ports": "fair"/"ports": "parallel"/' plogp.json > parallel.json
succeeds "plogp with parallel ports is written as a platform" export_platform parallel.json 8
succeeds "operations by parallel ports are measured and predicted" measure_and_predict parallel.json 8 1K,32K,1M gather/linear-nonblocking allgather/ring
succeeds "operations by parallel ports: errors up to 1 %" print_errors 1 1
finish_simulated
