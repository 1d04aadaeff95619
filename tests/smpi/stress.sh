# sonde stress on simulated clusters: all operations are there, all pairs are visited, nothing is found where nothing is wrong.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

options=
cluster 4 125MBps 50us
for processes in 2 3 4; do
	succeeds "$processes processes" simulate $processes stress --max-size 5000 --csv > result.csv
	holds "operations with $processes processes" "$(tr -d '\r' < result.csv | awk -F, 'NR > 1 && $2 > 0 && $3 > 0 { n++ } END { print n + 0 }') == 14"
	succeeds "$processes processes, twice" simulate $processes stress --max-size 70 --rounds 2 --json > result.json
	holds "pairs of $processes processes" "$(awk -F: '/"pairs"/ { print $2 + 0 }' result.json) == $((processes * (processes - 1)))"
	holds "rounds of $processes processes" "$(awk -F: '/"rounds"/ { print $2 + 0 }' result.json) == 2"
	holds "faults of $processes processes" "$(awk -F: '/"faults"/ { print $2 + 0 }' result.json) == 0"
done

# Messages that meet before they are sent take another way than those that are sent off at once.
options="--cfg=smpi/async-small-thresh:100 --cfg=smpi/send-is-detached-thresh:100"
succeeds "a rendezvous from 100 bytes on" simulate 2 stress --max-size 70000 > /dev/null

simulate 1 stress > /dev/null
holds "the exit code for one process" "$? == 2"
succeeds "one process is refused with advice" grep -q "mpirun -n 2" notes

finish_simulated
