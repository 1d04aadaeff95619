# Every algorithm, executed on 11 simulated processes, which are threads of one: what it leaves in memory is what SMPI's own operation leaves. Of other numbers algorithm/roots checks the schedules, and mpi/execute executes small ones.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
cluster 16 125MBps 50us

processes=11
timeout 250 smpirun -np $processes -platform platform.xml -hostfile hosts $exact "$SONDE_BUILD/tests/sonde_test_execute" quick > out 2> notes
code=$?
grep -E '^not ok|processes, ' out
holds "$processes processes: the exit code" "$code == 0"
succeeds "$processes processes: everything was compared" grep -q "^$processes processes, .* 0 failures" out
finish_simulated
