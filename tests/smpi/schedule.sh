# A schedule that is carried out on a simulated cluster takes what its links say, to the rounding; and a traced program's pattern takes what the program took.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/async-small-thresh:65536"
cluster 4 125MBps 50us

# Two links, and 16 bytes that SMPI adds to each message.
cat > hockney.json <<'END'
{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 100.128e-6, "beta": 8e-9}}
END
cat > two.goal <<'END'
num_ranks 2
rank 0 {
	a: calc 300000
	b: send 1000b to 1
	b requires a
	c: recv 2000b from 1
	c irequires b
}
rank 1 {
	a: recv 1000b from 0
	b: calc 200000
	b requires a
	c: send 2000b to 0
	c requires b
}
END
simulate 2 measure schedule two.goal -m hockney.json --reps 3 --csv > two.csv
column() # process, number
{
	awk -F , -v process="$1" -v n="$2" '$1 == process { print $n }' two.csv
}
within "process 0" "$(column 0 2)" "$(awk 'BEGIN { print 300e-6 + 108.128e-6 + 200e-6 + 116.128e-6 }')" 1e-9
within "process 1" "$(column 1 2)" "$(awk 'BEGIN { print 300e-6 + 108.128e-6 + 200e-6 }')" 1e-9
for process in 0 1; do
	holds "the residual of process $process: $(column $process 6) s" "$(column $process 6) < 1e-12 && $(column $process 6) > -1e-12"
	holds "nothing varies at process $process" "$(column $process 4) - $(column $process 3) < 1e-12"
done

# The program's own run, from when the first process left MPI_Init on.
mkdir cg.trace
# shellcheck disable=SC2086
succeeds "cg is traced" env SONDE_TRACE_DIR="$place/cg.trace" timeout 100 smpirun -np 4 -platform platform.xml -hostfile hosts $exact $options \
	-wrapper "env LD_PRELOAD=$SONDE_BUILD/libsonde-trace-smpi.so" "$SONDE_BUILD/tests/sonde_example_cg" 200 10 300
succeeds "its trace becomes a schedule" simulate 1 trace export cg.trace --format goal -o cg.goal
simulate 1 simulate cg.trace -m hockney.json --json > recorded.json
recorded=$(sed -n 's/.*"recorded": \([-0-9.e]*\).*/\1/p' recorded.json | tail -n 1)
simulate 4 measure schedule cg.goal --reps 3 --json > cg.json
within "the pattern of cg takes what cg took" "$(sed -n 's/.*"seconds": \([-0-9.e]*\).*/\1/p' cg.json | tail -n 1)" "$recorded" 0.02
finish_simulated
