# More processes than two: which two are measured is said and makes no difference on a cluster of equal hosts; directions that differ come back as set; what cannot be measured is refused.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
few="--sizes 0,1,1K,32K,256K --reps 3:5"

cluster 64 125MBps 50us
# shellcheck disable=SC2086
for case in "2 0:1" "16 0:15" "8 3:7" "64 63:1"; do
	pair=${case#* }
	succeeds "${case% *} processes, pair $pair" simulate "${case% *}" estimate plogp $few --pairs "$pair" -o "pair.json" > /dev/null
	[ "$pair" = 0:1 ] || succeeds "the note says which two are measured" grep -q "processes ${pair%:*} and ${pair#*:} are measured" notes
	show pair.json > "$pair.csv"
	for bytes in 0 1024 32768; do
		within "o_s($bytes) of $pair" "$(parameter $pair.csv o_s $bytes)" "$(parameter 0:1.csv o_s $bytes)" 0.01
		within "o_r($bytes) of $pair" "$(parameter $pair.csv o_r $bytes)" "$(parameter 0:1.csv o_r $bytes)" 0.01
		within "g($bytes) of $pair" "$(parameter $pair.csv g $bytes)" "$(parameter 0:1.csv g $bytes)" 0.01
	done
	within "L of $pair" "$(parameter $pair.csv L "")" "$(parameter 0:1.csv L "")" 0.01
done

simulate 1 estimate plogp -o refused.json --store refused.db > /dev/null
holds "the exit code for 1 process" "$? == 2"
succeeds "1 process is refused with advice" grep -q "mpirun -n 2" notes
succeeds "nothing was measured with 1 process" test ! -e refused.json -a ! -e refused.db
succeeds "of 3 processes two are measured" simulate 3 estimate plogp --sizes 0,1K -o two.json --store two.db > /dev/null
succeeds "and it is said what they stand for" grep -q "the model of these two stands for all pairs" notes

# 100 us and 125 MB/s out, 300 us and 25 MB/s back. L is half of a round trip whichever way; the gap is the direction's own: 5 us between empty messages, then what a byte costs on the link and
# in the overheads of both sides.
two_hosts 125MBps 100us 25MBps 300us
succeeds "both directions are estimated" simulate 2 estimate plogp --directions both --max-size 32K -o both.json --quiet > /dev/null
show both.json > both.csv
every both.csv g '5e-6 + m * (8e-9 + 3e-9)' 0.01 '0>1'
every both.csv g '5e-6 + m * (40e-9 + 3e-9)' 0.01 '1>0'
for link in '0>1' '1>0'; do
	every both.csv o_s '5e-6 + m * 1e-9' 0.01 "$link"
	every both.csv o_r '3e-6 + m * 2e-9' 0.01 "$link"
	within "L of $link" "$(parameter both.csv L "" "$link")" "$(awk 'BEGIN { print 200e-6 + 8e-6 - 5e-6 }')" 0.01
done
for pair in 0:1 1:0; do
	succeeds "$pair is compared" simulate 2 compare both.json --pairs $pair --json > compare.json
	most=$(awk -F: '/maximum_relative_error/ { print $2 + 0 }' compare.json)
	holds "the largest error of predictions from $pair" "\"$most\" != \"\" && $most <= 0.01"
done

finish_simulated
