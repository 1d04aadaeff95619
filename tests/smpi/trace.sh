# Programs on simulated clusters are traced: each process has a trace of its own calls, and the structure of a stencil does not grow with its processes.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
tracer=$SONDE_BUILD/libsonde-trace-smpi.so
dump=$SONDE_BUILD/tests/sonde_test_traced_dump
options=
cluster 64 1GBps 1us

traced() # processes, command
{
	processes=$1
	shift
	rm -rf trace
	mkdir trace
	# shellcheck disable=SC2086
	SONDE_TRACE_DIR=$PWD/trace timeout 100 smpirun -wrapper "env LD_PRELOAD=$tracer" -np "$processes" -platform platform.xml -hostfile hosts $exact "$@" 2> notes
}

same_calls() # processes
{
	rank=0
	while [ $rank -lt "$1" ]; do
		# shellcheck disable=SC2086
		smpirun -np 1 -platform platform.xml -hostfile hosts $exact "$dump" trace $rank > "found.$rank" 2>> notes
		cmp "$rank.calls" "found.$rank" >> notes 2>&1 || return 1
		rank=$((rank + 1))
	done
}

# "calls messages bytes" of all processes, of what the programs wrote and of what the trace says; messages to nobody do not count.
written()
{
	cat ./*.calls | awk '
		/^MPI_/ { calls++ }
		/^MPI_Isend/ { split($3, part, ":"); if (part[1] != "send=-2") { messages++; bytes += part[3] } }
		END { print calls + 0, messages + 0, bytes + 0 }'
}

shown()
{
	simulate 1 trace show trace --csv | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ calls += $at["calls"]; messages += $at["messages"]; bytes += $at["bytes"] }
		END { print calls + 0, messages + 0, bytes + 0 }'
}

succeeds "a program of 4 processes" traced 4 "$SONDE_BUILD/tests/sonde_test_traced" . mepwci
succeeds "its calls" same_calls 4
for processes in 4 16 64; do
	rm -f ./*.calls
	succeeds "a stencil of $processes processes" traced "$processes" "$SONDE_BUILD/tests/sonde_test_stencil" . 100
	# All processes with the same neighbours have the same structure: those of 16 stand for those of 64.
	[ "$processes" -gt 16 ] || succeeds "the calls of a stencil of $processes processes" same_calls "$processes"
	succeeds "calls, messages and bytes of a stencil of $processes processes" [ "$(shown)" = "$(written)" ]
	holds "bytes of the structure of a stencil of $processes processes" "$(cat trace/*.structure | wc -c) < 4096"
done
finish_simulated
