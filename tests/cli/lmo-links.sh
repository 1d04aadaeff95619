# Links of lmo: they serve one message at a time in predictions and on the synthetic platform, and are found by trains.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_links.sh"
exact=1e-9
cp "$SONDE_SOURCE/examples/unlike.json" unlike.json

begin "a stream of messages goes no quicker than its link of 85 ns for each byte"
sonde bandwidth --pairs 0:1 --sizes 1M --platform synthetic:unlike.json --json
expect_code 0
awk -v b="$(json "$out" rows/0/bandwidth)" 'BEGIN { exit !(b > 11.7e6 && b <= 11.8e6) }' || fail "$(json "$out" rows/0/bandwidth) B/s"

begin "messages in a row come at the rate of the link, whether ports are fair or serve in turn"
for ports in "" --in-turn; do
	sonde predict unlike.json p2p --messages 8x64K --from 0 --to 1 $ports --json
	expect_code 0
	for row in 1 4 7; do
		expect_near "message $row $ports" 0.00557056 "$(json "$out" "rows/$row/takes")" $exact
	done
done

begin "no algorithm of a bcast is quicker than the link that each slow process gets its data by"
sonde predict unlike.json bcast -n 8 -s 1M --json
expect_code 0
awk -v s="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(s >= 0.0891) }' || fail "$(json "$out" rows/0/seconds) s"

begin "ports count in files without calls"
sed 's/"t": 1e-9/&, "port": 6e-9/' unlike.json > ports.json
sonde predict ports.json scatter --algorithm linear -n 8 -s 1M --json
expect_code 0
ports=$(json "$out" rows/0/seconds)
sonde predict unlike.json scatter --algorithm linear -n 8 -s 1M --json
awk -v with="$ports" -v without="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(with > without && with >= 7 * 1048576 * 6e-9) }' || fail "$ports s with ports, $(json "$out" rows/0/seconds) without"

begin "an estimation finds the links, and that one serves its messages in turn"
sonde estimate lmo --platform synthetic:unlike.json -o found.json --quiet
expect_code 0
for pair in 0-1 0-3 1-2; do
	expect_near "link $pair" "$(json unlike.json parameters/$pair/inverse_beta)" "$(json found.json parameters/$pair/link)" $exact
done
expect_equal "how a link serves" "in turn" "$(json found.json provenance/link)"
sonde predict found.json p2p --messages 8x64K --from 0 --to 1 --json
expect_near "a message of a row" 0.00557056 "$(json "$out" rows/7/takes)" $exact

begin "loggp's gap sees the link"
sonde estimate loggp --pairs 0:1 --platform synthetic:unlike.json --json -o loggp.json
expect_code 0
expect_near G 85e-9 "$(json loggp.json parameters/G)" 0.01

begin "what a file may say of links is one of three words"
sed 's/"processes"/"provenance": {"link": "both"}, &/' unlike.json > word.json
sonde predict word.json p2p -s 1K
expect_refusal 1 "\"in turn\", \"fair\" or \"parallel\" is expected"

for seed in 3 7; do # bench/lmo_random.sh synthetic has more
	begin "on platform $seed, drawn at random with a rate for each pair, lmo is off by 3 % on average at most, and by 8 in one of 20"
	random_links $seed
	read -r mean most near count which <<-END
		$(off_links 1K,1M)
	END
	awk -v mean="$mean" -v near="$near" -v count="$count" 'BEGIN { exit !(mean <= 3 && near >= 95 && count > 80) }' || fail "$mean % on average, $near % of $count within 8 %; $most % for $which"
done
finish
