# sonde measure p2p on a simulated cluster: a head-to-head exchange takes as long as half a round trip where the two ways are apart, and persistent requests go through all patterns.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 2 125MBps 50us

# seconds BYTES ARGUMENTS…: of a message, as sonde measure p2p finds it.
seconds()
{
	bytes=$1
	shift
	simulate 2 measure p2p --sizes "$bytes" --patience 0 --reps 2:2 --csv "$@" | awk -F, 'NR == 2 { print $2 }'
}

# Nothing varies; 0.1 % is beyond all rounding.
for operation in send persistent; do
	for bytes in 0 1000 65536; do
		trip=$(seconds $bytes --op $operation)
		within "$operation, head-to-head, $bytes bytes" "$(seconds $bytes --op $operation --pattern head-to-head)" "$(awk "BEGIN { print 0.5 * $trip }")" 0.001
	done
done

# Two calls of isend are charged before either is waited for: the receiver's overhead, 3 us + 2 ns/byte, may come on top.
for bytes in 0 1000 65536; do
	trip=$(seconds $bytes --op isend)
	exchange=$(seconds $bytes --op isend --pattern head-to-head)
	holds "isend, head-to-head, $bytes bytes: $exchange" "$exchange > 0.4999 * $trip && $exchange < 0.5001 * $trip + 3e-6 + 2e-9 * $bytes"
done

# Eager messages of 1000 bytes follow each other, more of them than there are requests: each costs its transfer (1000 bytes at 125 MB/s), with at most both overheads.
first=$(seconds 1000 --op persistent --pattern oneway --count 300)
second=$(seconds 1000 --op persistent --pattern oneway --count 600)
holds "300 more persistent messages take longer by at least their transfer" "$second - $first >= 300 * 7.999e-6"
holds "and by no more than that and both overheads" "$second - $first < 300 * (8e-6 + 6e-6 + 5e-6)"

for pattern in roundtrip head-to-head oneway; do
	simulate 2 measure p2p --op persistent --layout nn --pattern $pattern --sizes 1000 --store refused.db > said && code=0 || code=$?
	holds "persistent requests of derived datatypes are refused, $pattern" "$code != 0"
	succeeds "the refusal says what can be had" grep -q "persistent requests of contiguous data only" notes
	succeeds "nothing was measured" test ! -e refused.db
done
finish_simulated
