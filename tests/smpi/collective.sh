# Timing methods of collective operations on 16 simulated processes (O'Flynn, thesis, 2009, Table 3.1): the longest time of any process and the root's with a confirming barrier against
# global timing, which is exact there, since the clock is one. What each costs in simulated time is printed.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 16 125MBps 50us

seconds() # csv, bytes
{
	awk -F, -v bytes="$2" 'FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next } $column["bytes"] == bytes { print $column["seconds"] }' "$1"
}

cost() # store: simulated seconds spent on the operation itself
{
	sqlite3 "$1" "SELECT seconds FROM parts WHERE name = 'collective'" 2> /dev/null || echo "not known: no sqlite3;"
}

for operation in scatter gather bcast reduce; do
	for timing in global max root; do
		succeeds "$operation, $timing timing" simulate 16 measure collective --op $operation --timing $timing --sizes 1K,32K,100K --reps 3:5 --csv --quiet --store $operation-$timing.db > $operation-$timing.csv
	done
	# The barriers that begin max and root timing let processes go up to a latency apart, 100 us: 2.5 % of the shortest of the larger ones, and as much again by the last way, which the root does not
	# see. Of 1 KiB these latencies, one at either end, are as long as the operation.
	for bytes in 1024 32768 102400; do
		global=$(seconds $operation-global.csv $bytes)
		for timing in max root; do
			value=$(seconds $operation-$timing.csv $bytes)
			echo "$operation of $bytes bytes: $timing $value s, global $global s"
			if [ $bytes = 1024 ]; then
				holds "$operation of $bytes bytes by $timing timing" "$value - $global < 2.5 * 100e-6 && $global - $value < 2.5 * 100e-6"
			else
				holds "$operation of $bytes bytes by $timing timing" "($value - $global) / $global < 0.06 && ($global - $value) / $global < 0.06"
			fi
		done
	done
	for timing in global max root; do
		spent=$(cost $operation-$timing.db)
		[ $timing != global ] || whole=$spent
		awk -v o=$operation -v t=$timing -v s="$spent" -v g="$whole" 'BEGIN { if (s + 0 > 0) printf "%s, %s timing: %.3f s of simulated time, global timing costs %.1f times as much\n", o, t, s, g / s; else print o ", " t " timing: " s }'
	done
done

# A broadcast by an acknowledgement of each receiver ends when the last one has it, though all is of the root's clock: within 1 us, a hundredth of the latency by which barriers let processes go apart. By
# these the others are off by more than half of it for 1 KiB. From another root, and by algorithms whose root is done long before, it is the same.
for timing in max root; do
	holds "bcast of 1024 bytes by $timing timing is off" "$(seconds bcast-global.csv 1024) - $(seconds bcast-$timing.csv 1024) > 50e-6"
done
acknowledged()
{
	simulate 16 measure collective --op bcast --timing "$1" --algorithm "$2" --root "$3" --sizes 1K,32K --reps 3:3 --csv --quiet --store acknowledged.db
}
for algorithm in native binomial chain; do
	for root in 0 5; do
		succeeds "bcast by $algorithm from $root, global timing" acknowledged global $algorithm $root > global.csv
		succeeds "bcast by $algorithm from $root, acknowledged timing" acknowledged acknowledged $algorithm $root > acknowledged.csv
		for bytes in 1024 32768; do
			global=$(seconds global.csv $bytes)
			value=$(seconds acknowledged.csv $bytes)
			echo "bcast of $bytes bytes by $algorithm from $root: acknowledged $value s, global $global s"
			holds "bcast of $bytes bytes by $algorithm from $root by acknowledged timing" "$value - $global < 1e-6 && $global - $value < 1e-6"
		done
	done
done

# A root that comes late by a millisecond, when all others have posted what they receive, makes a broadcast later by just that. The last leaf of a linear broadcast that is late by more than the whole
# takes delays the end to what it does by itself: it takes in a message that is there, by 3 us and 2 ns a byte.
# The clock is read once more for a delay, which takes 10 ns there.
by=global
once()
{
	simulate 16 measure collective --op bcast --algorithm linear --timing $by --sizes 1K --reps 3:5 --csv --quiet --store late.db "$@"
}
succeeds "a linear broadcast" once > once.csv
succeeds "a linear broadcast of a late root" once --arrival late-root:1ms > late.csv
awk 'BEGIN { for (i = 0; i < 15; i++) print "0us"; print "10ms" }' > leaf
succeeds "a linear broadcast with a late leaf" once --arrival leaf > leaf.csv
at_once=$(seconds once.csv 1024)
late=$(seconds late.csv 1024)
leaf=$(seconds leaf.csv 1024)
echo "linear broadcast of 1 KiB: $at_once s, of a late root $late s, with a late leaf $leaf s"
holds "a root that is late by 1 ms" "$late - $at_once - 1e-3 < 1.5e-8 && $at_once + 1e-3 - $late < 1.5e-8"
# By the longest time of any process, too, but for what lies between two of them that leave a barrier.
by=max
succeeds "a linear broadcast, max timing" once > once-max.csv
succeeds "a linear broadcast of a late root, max timing" once --arrival late-root:1ms > late-max.csv
at_once_max=$(seconds once-max.csv 1024)
late_max=$(seconds late-max.csv 1024)
holds "a root that is late by 1 ms, by max timing" "$late_max - $at_once_max - 1e-3 < 2.5 * 100e-6 && $at_once_max + 1e-3 - $late_max < 2.5 * 100e-6"
holds "a leaf that is late by 10 ms" "$leaf - 10e-3 - (3e-6 + 2e-9 * 1024) < 1.5e-8 && 10e-3 + (3e-6 + 2e-9 * 1024) - $leaf < 1.5e-8"
finish_simulated
