# Links of lmo: they serve one message at a time in predictions and on the synthetic platform, and are found by trains.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_links.sh"
exact=1e-9
cp "$SONDE_SOURCE/examples/unlike.json" unlike.json
sed 's/, "port": [^}]*//' unlike.json > links.json # without ports

awk 'BEGIN {
	state = 5
	print "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 8, \"parameters\": {"
	for (i = 0; i < 8; i++)
		for (j = i + 1; j < 8; j++) {
			state = state * 16807 % 2147483647
			alpha = 2e-5 + 1e-4 * state / 2147483647
			state = state * 16807 % 2147483647
			printf "\"%d>%d\": {\"alpha\": %.9g, \"beta\": %.9g}%s\n", i, j, alpha, 8e-9 + 3e-8 * state / 2147483647, i < 6 ? "," : ""
		}
	print "}}"
}' > pairs.json

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

begin "the same holds of a file without ports, whose links are as 1/beta says"
sonde predict links.json p2p --messages 8x64K --from 0 --to 1 --json
expect_code 0
expect_near "the last message" 0.00557056 "$(json "$out" rows/7/takes)" $exact
sonde predict links.json bcast -n 8 -s 1M --json
expect_code 0
awk -v s="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(s >= 0.0891) }' || fail "$(json "$out" rows/0/seconds) s"

begin "ports count in files without calls: several senders fill a slow process"
for file in unlike links; do
	sonde predict $file.json gather --algorithm linear --root 1 -n 8 -s 1M --json
	expect_code 0
	cp "$out" $file.gather
done
awk -v with="$(json unlike.gather rows/0/seconds)" -v without="$(json links.gather rows/0/seconds)" 'BEGIN { exit !(with >= 7 * 1048576 * 85e-9 && without < 0.3 * with) }' ||
	fail "$(json unlike.gather rows/0/seconds) s with ports, $(json links.gather rows/0/seconds) without"

begin "an estimation finds the links, and that one serves its messages in turn"
sonde estimate lmo --platform synthetic:links.json -o found.json --quiet
expect_code 0
for pair in 0-1 0-3 1-2; do
	case $pair in 0-3) expected=8.5e-9 ;; *) expected=85e-9 ;; esac
	expect_near "link $pair" $expected "$(json found.json parameters/$pair/link)" $exact
done
expect_equal "how a link serves" "in turn" "$(json found.json provenance/link)"
sonde predict found.json p2p --messages 8x64K --from 0 --to 1 --json
expect_near "a message of a row" 0.00557056 "$(json "$out" rows/7/takes)" $exact

begin "where ports take as long, they are found in place of the links"
sonde estimate lmo --platform synthetic:unlike.json -o ports.json --quiet
expect_code 0
expect_near "port of process 0" 8.5e-9 "$(json ports.json parameters/0/port)" $exact
expect_near "port of process 1" 85e-9 "$(json ports.json parameters/1/port)" $exact
expect_equal "link 0-1" 0 "$(json ports.json parameters/0-1/link)"
sonde predict ports.json p2p --messages 8x64K --from 0 --to 1 --json
expect_near "a message of a row" 0.00557056 "$(json "$out" rows/7/takes)" $exact

begin "under hockney of each pair ports wait for the link: estimated there, lmo predicts what a bcast in segments takes"
sonde estimate lmo --platform synthetic:pairs.json -o of-pairs.json --quiet
expect_code 0
expect_equal "how a link serves" "with ports" "$(json of-pairs.json provenance/link)"
for algorithm in pipeline chain binomial linear; do
	for model in pairs of-pairs; do
		sonde predict $model.json bcast --algorithm $algorithm $([ $algorithm = linear ] || echo --segment 16K) -n 8 -s 1M --json
		expect_code 0
		cp "$out" $model.bcast
	done
	expect_near "$algorithm" "$(json pairs.bcast rows/0/seconds)" "$(json of-pairs.bcast rows/0/seconds)" 0.01
done

begin "loggp's gap sees the link"
sonde estimate loggp --pairs 0:1 --platform synthetic:unlike.json --json -o loggp.json
expect_code 0
expect_near G 85e-9 "$(json loggp.json parameters/G)" 0.01

begin "how much longer a program takes with each parameter counts the link, as a simulation with a longer one does"
awk 'BEGIN {
	print "num_ranks 2"
	for (r = 0; r < 2; r++) {
		printf "rank %d {\n", r
		for (i = 0; i < 8; i++)
			printf "l%d: %s 65536b %s %d tag %d\n", i, r ? "recv" : "send", r ? "from" : "to", 1 - r, i
		print "}"
	}
}' > row.goal
sed 's/"inverse_beta": 85e-9/&, "link": 85e-9/' links.json > own.json
sonde simulate row.goal -m own.json --in-turn --sensitivity --json
expect_code 0
expect_near "with seven messages that wait for the link" 0.038993920 "$(row=0; while [ "$(json "$out" rows/$row/parameter)" != link ]; do row=$((row + 1)); done; json "$out" rows/$row/derivative)" 1e-6

begin "what a file may say of links is one of four words"
sed 's/"processes"/"provenance": {"link": "both"}, &/' unlike.json > word.json
sonde predict word.json p2p -s 1K
expect_refusal 1 "\"in turn\", \"fair\" or \"parallel\", or \"with ports\", is expected"

for seed in 3 7; do # bench/lmo_random.sh synthetic has more
	begin "on platform $seed, drawn at random with a rate for each pair, lmo is off by 3 % on average at most, and by 8 in one of 20"
	random_links $seed
	read -r mean most near count which <<-END
		$(off_links 1K,1M)
	END
	awk -v mean="$mean" -v near="$near" -v count="$count" 'BEGIN { exit !(mean <= 3 && near >= 95 && count > 80) }' || fail "$mean % on average, $near % of $count within 8 %; $most % for $which"
done
finish
