# More processes than two: which two are measured is said and makes no difference on a cluster of equal hosts; directions that differ come back as set; what cannot be measured is refused.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
few="--sizes 0,1,1K,32K,256K --reps 3:5"

cluster 64 125MBps 50us
# shellcheck disable=SC2086
for case in "2 0:1" "16 0:15" "8 3:7" "64 63:1"; do
	pair=${case#* }
	succeeds "${case% *} processes, pair $pair" simulate "${case% *}" estimate plogp $few --pairs "$pair" -o "pair.json" > /dev/null
	[ "$pair" = 0:1 ] || succeeds "the remark says which two are measured" grep -q "processes ${pair%:*} and ${pair#*:} are measured" remarks
	show pair.json > "$pair.csv"
	for bytes in 0 1024 32768; do
		within "o_s($bytes) of $pair" "$(parameter $pair.csv o_s $bytes)" "$(parameter 0:1.csv o_s $bytes)" 0.01
		within "o_r($bytes) of $pair" "$(parameter $pair.csv o_r $bytes)" "$(parameter 0:1.csv o_r $bytes)" 0.01
		within "g($bytes) of $pair" "$(parameter $pair.csv g $bytes)" "$(parameter 0:1.csv g $bytes)" 0.01
	done
	within "L of $pair" "$(parameter $pair.csv L "")" "$(parameter 0:1.csv L "")" 0.01
done

for processes in 1 3; do
	simulate $processes estimate plogp -o refused.json --store refused.db > /dev/null
	holds "the exit code for $processes processes" "$? == 2"
	succeeds "$processes processes are refused with advice" grep -q "mpirun -n 2" remarks
	succeeds "nothing was measured with $processes processes" test ! -e refused.json -a ! -e refused.db
done

# 100 us and 125 MB/s out, 300 us and 25 MB/s back. L is half of a round trip whichever way; g(m) - g(0) is the direction's own.
two_hosts 125MBps 100us 25MBps 300us
# shellcheck disable=SC2086
succeeds "both directions are estimated" simulate 2 estimate plogp $few --directions both -o both.json --quiet > /dev/null
show both.json > both.csv
for bytes in 1024 32768; do
	within "g($bytes) - g(0) out" "$(awk "BEGIN { print $(parameter both.csv g $bytes '0>1') - $(parameter both.csv g 0 '0>1') }")" "$(awk "BEGIN { print $bytes * (8e-9 + 3e-9) }")" 0.01
	within "g($bytes) - g(0) back" "$(awk "BEGIN { print $(parameter both.csv g $bytes '1>0') - $(parameter both.csv g 0 '1>0') }")" "$(awk "BEGIN { print $bytes * (40e-9 + 3e-9) }")" 0.01
done
within "L out" "$(parameter both.csv L "" '0>1')" "$(parameter both.csv L "" '1>0')" 1e-6
within "L" "$(parameter both.csv L "" '0>1')" "$(awk 'BEGIN { print 200e-6 + 8e-6 - 5e-6 }')" 0.01

finish_simulated
