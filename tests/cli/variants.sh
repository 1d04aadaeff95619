# Variants of messages in turns, one-to-twos, and gathers and scatters in parts, on synthetic platforms whose times are known; and what such a platform refuses.
. "$SONDE_SOURCE/tests/sh/lib.sh"
cat > lmo.json << 'END'
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 4, "parameters": {
"0": {"C": 10e-6, "t": 1e-9}, "1": {"C": 20e-6, "t": 2e-9}, "2": {"C": 30e-6, "t": 3e-9}, "3": {"C": 15e-6, "t": 5e-9},
"0-1": {"L": 20e-6, "inverse_beta": 8e-9}, "0-2": {"L": 25e-6, "inverse_beta": 9e-9}, "0-3": {"L": 40e-6, "inverse_beta": 10e-9},
"1-2": {"L": 20e-6, "inverse_beta": 8e-9}, "1-3": {"L": 20e-6, "inverse_beta": 8e-9}, "2-3": {"L": 20e-6, "inverse_beta": 8e-9},
"any": {"S": 65536, "M1": 4096, "M2": 65536, "escalation_probability": {"bytes": [4096, 65535], "value": [0.2, 0.5]},
"escalation_q10": {"bytes": [4096, 65535], "seconds": [0.1, 0.15]}, "escalation_q50": {"bytes": [4096, 65535], "seconds": [0.2, 0.2]},
"escalation_q90": {"bytes": [4096, 65535], "seconds": [0.25, 0.25]}}}}
END
synthetic="--platform synthetic:lmo.json --store v.db"

begin "variants are rows of one table, each beside the first of its size"
sonde measure p2p --platform synthetic:"$SONDE_SOURCE/examples/das-p3pc.json" --store v.db --layout cc,nn --sizes 1K,4K --run layouts --json
expect_code 0
expect_json rows/# 4
expect_json rows/0/layout cc
expect_json rows/1/layout nn
expect_json rows/0/of_first 1
expect_near "nn as a part of cc" "$(json "$out" rows/3/of_first)" "$(awk "BEGIN { print $(json "$out" rows/3/seconds) / $(json "$out" rows/2/seconds) }")" 1e-5
roundtrip=$(json "$out" rows/3/seconds)
sonde predict "$SONDE_SOURCE/examples/das-p3pc.json" p2p --paths --layout nn -s 4K --json
expect_near "there and back by the model" "$(awk "BEGIN { print 2 * $(json "$out" rows/0/full) }")" "$roundtrip" 1e-5

begin "they are timed in turns: each round has all of them"
sonde measure p2p $synthetic --op send,isend --sizes 0,1K,4K --reps 20:20 --noise 0.1 --run turns --quiet
expect_code 0
sonde export turns --csv --store v.db
expect_code 0
# Batches by their time: how often the next one is of the other calls.
tr -d '\r' < "$out" | awk -F, 'NR > 1 && $5 == 1024 { print $13, /isend/ }' | sort -g | awk '{ n[$2]++; changes += NR > 1 && $2 != last; last = $2 } END { print n[0], n[1], changes }' > turns
read -r sends isends changes < turns
expect_equal "timings of each" "20 20" "$sends $isends"
[ "$changes" -ge 8 ] || fail "only $changes changes between them"

begin "a list is another measurement than each of its values"
sonde runs list --store v.db --json
expect_out "measure p2p send,isend roundtrip"
sonde measure p2p $synthetic --op send,isend --sizes 0,1K,4K --reps 20:20 --noise 0.1 --launches 2 --json --quiet
expect_json rows/0/launches 2
sonde measure p2p $synthetic --op send --sizes 0,1K,4K --reps 20:20 --noise 0.1 --launches 2 --json --quiet
expect_equal "launches pooled" 0 "$(grep -c launches "$out")"

begin "all variants are in one picture"
sonde report --store v.db --run turns --plot roundtrips -o turns.svg
expect_code 0
grep -q "turns: roundtrip, 0 to 1, isend" turns.svg || fail "isend is not drawn"
grep -q "turns: roundtrip, 0 to 1, send" turns.svg || fail "send is not drawn"
sonde latency $synthetic --op send,isend --sizes 1K --json --quiet
expect_json rows/1/op isend

begin "one-to-two: 4 C_i + 2 m t_i + the longer of 2 (L_ix + C_x) + m (1/beta_ix + t_x)"
sonde measure p2p $synthetic --pattern one-to-two --triplets all --sizes 0,1K --json --quiet
expect_code 0
expect_json rows/# 24
awk 'BEGIN {
	split("10 20 30 15", C, " "); split("1 2 3 5", t, " ")
	L[12] = 20; L[13] = 25; L[14] = 40; L[23] = L[24] = L[34] = 20; b[12] = 8; b[13] = 9; b[14] = 10; b[23] = b[24] = b[34] = 8
	for (m = 0; m <= 1024; m += 1024)
		for (i = 1; i <= 4; i++)
			for (j = 1; j <= 4; j++)
				for (k = j + 1; k <= 4; k++)
					if (i != j && i != k)
						printf "%d:%d:%d:%d %.9g\n", i - 1, j - 1, k - 1, m, 4 * C[i] + 2e-3 * m * t[i] + (far(i, j) > far(i, k) ? far(i, j) : far(i, k))
}
function far(i, x,   l) { l = i < x ? 10 * i + x : 10 * x + i; return 2 * (L[l] + C[x]) + 1e-3 * m * (b[l] + t[x]) }' > wanted
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23; do
	row="$(json "$out" rows/$i/from):$(json "$out" rows/$i/to):$(json "$out" rows/$i/and_to):$(json "$out" rows/$i/bytes)"
	expect_near "$row" "$(sed -n "s/^$row //p" wanted)" "$(awk "BEGIN { print 1e6 * $(json "$out" rows/$i/seconds) }")" 1e-5
done

begin "a model follows from those that were measured"
sonde measure p2p $synthetic --pattern one-to-two --triplets all --parallel --sizes 0,16K --run two --quiet
expect_code 0
sonde runs show two --store v.db
expect_out "one-to-two"

for operation in gather scatter gatherv scatterv; do
	begin "$operation in parts: measured as predicted, by the algorithm and by the library's own"
	sonde predict lmo.json $operation -n 4 --algorithm split --segment 4000 -s 2K,4001,40K --csv --quiet
	sed 's/\r//' "$out" | cut -d, -f4,5 > predicted
	for algorithm in split native:split; do
		sonde measure collective $synthetic --op $operation --algorithm $algorithm --segment 4000 --sizes 2K,4001,40K --csv --quiet
		expect_code 0
		sed 's/\r//' "$out" | cut -d, -f2,3 > measured
		awk -F, 'NR == FNR { t[$1] = $2; next } FNR > 1 { off = $2 / t[$1] - 1; if (off > 1e-6 || off < -1e-6) { print $1 " B: " $2 " s, predicted " t[$1]; exit 1 } n++ } END { exit n != 3 }' predicted measured > off || fail "$algorithm: $(cat off)"
	done
done

begin "the best part of a gather is the longest that does not escalate"
sonde predict lmo.json gather -n 4 --algorithm split --segment best -s 2K,16K,40K,64K --json
expect_code 0
expect_json rows/0/segments 1
expect_json rows/1/segment 4095
expect_json rows/1/segments 5
expect_json rows/2/segments 11
expect_near "no escalation is left" "$(json "$out" rows/2/seconds)" "$(json "$out" rows/2/expected)" 1e-9
expect_json rows/3/segments 1
sonde predict lmo.json gather -n 4 --algorithm split --segment 4096 -s 40K --json
awk -v p="$(json "$out" rows/0/escalation)" 'BEGIN { exit !(p > 0) }' || fail "parts of M1 do not escalate"

begin "scatters in parts have no barriers, gathers one before each part"
sonde schedule scatter --algorithm split --segment 1K -n 4 -s 3K
expect_equal "messages of a scatter" 9 "$(grep -c 'send' "$out")"
sonde schedule gather --algorithm split --segment 1K -n 4 -s 3K
expect_equal "messages of a gather, with 2 of each process in a barrier" 33 "$(grep -c 'send' "$out")"
sonde schedule gather --algorithm split --segment 3K -n 4 -s 3K
expect_equal "messages in one part" 3 "$(grep -c 'send' "$out")"

begin "what a synthetic platform's model says nothing of is refused, and nothing is kept"
while IFS='|' read -r arguments text; do
	# shellcheck disable=SC2086
	sonde measure $arguments --platform synthetic:lmo.json --store refused.db --quiet
	expect_refusal 1 "$text"
	expect_no_file refused.db
done << 'END'
p2p --cold both|has no caches
p2p --cold none,sender --op isend|has no caches
p2p --op ssend|knows the calls send and isend, not ssend
p2p --op send,put-lock|not put-lock
p2p --layout cn|takes the same in every layout
p2p --layout cc,nn --pattern head-to-head|takes the same in every layout
p2p --others busy|do not disturb each other
p2p --pattern one-to-two --cold receiver|has no caches
collective --op scatter --layout nc|have contiguous data
collective --op scatter --algorithm native:binomial|no MPI library that could be told to take binomial
END
sonde measure p2p --platform synthetic:"$SONDE_SOURCE/examples/das-p3pc.json" --layout nn --op isend --store refused.db
expect_refusal 1 "roundtrip by isend"
sonde measure collective $synthetic --op gather --algorithm native:split --sizes 1K
expect_refusal 2 "--segment says how long parts are"

begin "of several processes the first two are measured"
sonde measure overlap $synthetic --sizes 1K --json
expect_code 0
expect_err "processes 0 and 1 are measured; 2 others are there (--pairs says which two)"
finish
