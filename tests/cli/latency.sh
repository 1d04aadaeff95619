# sonde latency and sonde bandwidth on a synthetic platform, where the times are known.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json # L 10 us, and by the gap T(0) = 13 us, T(1K) = 15 us
synthetic="--platform synthetic:model.json --store l.db"

begin "latency is half a round trip, with the whole beside it, by the median"
sonde latency $synthetic -s 0,1k --json
expect_code 0
expect_near "half of the round trip of 1 KiB" 15e-6 "$(json "$out" rows/1/time)" 1e-12
expect_near "seconds is the same" 15e-6 "$(json "$out" rows/1/seconds)" 1e-12
expect_near "the round trip" 30e-6 "$(json "$out" rows/1/roundtrip)" 1e-12
expect_near "bandwidth" 68266666.67 "$(json "$out" rows/1/bandwidth)" 1e-6
expect_json summary/statistic median

begin "for people the units stand in the heading, and no row is left out where the output is no terminal"
sonde latency $synthetic -s 0:64K:1K
expect_code 0
expect_equal "heading" "bytes time low high minimum roundtrip timings" "$(awk '/^bytes/ { $1 = $1; print }' "$out")"
expect_out "K is 1024 B"
expect_equal "rows" 65 "$(grep -c '^ *[0-9]*K\{0,1\}  .*\.' "$out")"

begin "the minimum stands beside the median where they differ"
sonde latency $synthetic --noise 0.2 --reps 30:30 -s 1K --json
expect_equal "T(1K) <= minimum < median" yes "$(echo "$(json "$out" rows/0/minimum) $(json "$out" rows/0/time)" |
	awk '{ print (($1 >= 14.9999e-6 && $1 < $2) ? "yes" : "no, " $0) }')"

begin "bandwidth is that of windows of 64 messages, one way: L + g of the last behind 63 gaps, and the acknowledgement"
sonde bandwidth $synthetic -s 1K --json
expect_code 0
window=$(awk 'BEGIN { print 15e-6 + 63 * 5e-6 + 13e-6 }')
expect_near "bytes by time" "$(awk "BEGIN { print 65536 / $window }")" "$(json "$out" rows/0/bandwidth)" 1e-6
expect_near "time of a message" "$(awk "BEGIN { print $window / 64 }")" "$(json "$out" rows/0/time)" 1e-6
sonde runs list --store l.db --json
expect_json rows/3/purpose "measure p2p isend oneway of 64"

begin "both ways, by another window, in MB/s"
sonde bandwidth $synthetic -s 1K --both-ways --window 8
expect_code 0
expect_out "MB/s: 10^6 B/s"
expect_out "8 messages at once both ways"
expect_equal "16 messages of 1 KiB in T + 7 gaps" 327.68 "$(awk '$1 == "1K" { print $2 }' "$out")"

begin "what is not measured so is refused"
sonde bandwidth $synthetic --window 1
expect_refusal 2 "--window"
sonde measure p2p $synthetic --pattern head-to-head --op ssend --count 4
expect_refusal 2 "--op isend --pattern head-to-head"

begin "the report and --plot draw the bandwidth"
sonde report --store l.db -o r.html model.json
expect_code 0
grep -q "Bandwidth by message size" r.html || fail "the report has no figure of it"
sonde report --store l.db --plot bandwidth -o b.svg
expect_code 0
grep -q "isend" b.svg || fail "the windows are not drawn"
finish
