# sonde inside a simulated application: the budget holds to a hundredth, and what is measured is what the cluster was told.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
program=$SONDE_BUILD/tests/sonde_test_embed
models=$SONDE_BUILD/tests/sonde_test_embed_models
measure=$SONDE_BUILD/tests/sonde_test_embed_measure

cluster 4 1GBps 1us
for processes in 2 3 4; do
	# shellcheck disable=SC2086
	timeout 250 smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact "$program" simulated > result 2> notes
	cat result
	succeeds "an application of $processes processes" grep -q "^$processes processes, 0 failures" result
	# shellcheck disable=SC2086
	timeout 250 smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact "$models" simulated > result 2> notes
	cat result
	succeeds "models of $processes processes" grep -q "^$processes processes, 0 failures" result
	# shellcheck disable=SC2086
	timeout 250 smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact "$measure" simulated > result 2> notes
	cat result
	succeeds "measurements of $processes processes" grep -q "^$processes processes, 0 failures" result
	# shellcheck disable=SC2086
	timeout 250 smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact "$SONDE_BUILD/tests/sonde_test_embed_own" simulated > result 2> notes
	cat result
	succeeds "what an application of $processes processes brings along" grep -q "^$processes processes, 0 failures" result
done

finish_simulated
