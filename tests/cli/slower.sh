# Whether launches are slower than others by more than a limit: launches as units. On synthetic platforms, whose times are known; the launches of one differ by their noise.
. "$SONDE_SOURCE/tests/sh/lib.sh"
platform() # name, alpha
{
	echo "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, \"parameters\": {\"alpha\": $2, \"beta\": 2e-9}}" > "$1.json"
}

seed=0
measure() # platform, name of the runs, how many launches
{
	i=1
	while [ $i -le "$3" ]; do
		seed=$((seed + 1))
		"$SONDE" measure p2p --platform "synthetic:$1.json" --sizes 0,100,1K --noise 0.05 --statistic median --reps 20:20 --seed $seed --run "$2-$i" --quiet > /dev/null || fail "a launch of $1 failed"
		i=$((i + 1))
	done
}
platform usual 10e-6
platform more 11.5e-6
platform little 10.3e-6
measure usual before 5
measure usual again 5
measure more after 5
measure little nearly 5

begin "groups of launches: what is 15 % slower is an alarm, with exit code 3, and the sentence says which side"
sonde runs compare 'before-*' 'after-*' --fail-if-slower 5%
expect_code 3
expect_out "after-* is slower than before-* by more than 5 % at"
expect_err "after-* is slower than before-* by more than 5 % at"
sonde runs compare 'before-*' 'after-*' --fail-if-slower 0.05 --json
expect_code 3
expect_json rows/0/alarm yes
expect_near "0 B are slower by 15 %" 0.15 "$(json "$out" rows/0/slower)" 0.1
expect_json summary/alarms 3
expect_json summary/points 3
expect_near "the limit" 0.05 "$(json "$out" summary/limit)" 0

begin "quicker, as quick and slower by 3 % are none"
for pair in "after-* before-*" "before-* again-*" "before-* nearly-*"; do
	set -f
	sonde runs compare $pair --fail-if-slower 5% --json
	set +f
	expect_code 0
	expect_json summary/alarms 0
done

begin "a baseline by name, a list of runs, and without --fail-if-slower no exit code"
sonde runs compare after-1,after-2,after-3 --baseline before-1,before-2,before-3 --json
expect_code 0
expect_json rows/0/launches_b 3
expect_json summary/spread_from "of the launches compared"

begin "one launch a side: how launches differ is what those of the store do, and that is said"
sonde runs compare before-1 after-1 --fail-if-slower 5%
expect_code 3
expect_out "intervals are widened by what 10 launches of the store do"

begin "where there are no others it is assumed, which shows nothing of 10 %, and that is said"
platform some 11e-6
measure some once 1
cp sonde.db alone.db
sonde runs delete before-2 before-3 before-4 before-5 again-1 again-2 again-3 again-4 again-5 --store alone.db --quiet
sonde runs compare before-1 once-1 --fail-if-slower 5% --store alone.db
expect_code 0
expect_out "3 % are assumed"
expect_out " % would not have been seen (roundtrip of "

begin "what is slower than all that was known is an alarm each time, not the first time alone"
machine() # alpha, name of the runs, how many launches: all of one platform
{
	platform machine "$1"
	measure machine "$2" "$3"
}
machine 27e-6 busy 3
machine 10e-6 base 5
machine 14e-6 slow 2
sonde runs compare 'base-*' 'slow-*' --fail-if-slower 5%
expect_code 3
machine 14e-6 later 2
sonde runs compare 'base-*' 'later-*' --fail-if-slower 5%
expect_code 3
expect_out "later-* is slower than base-* by more than 5 % at"

begin "where no state is common others tell the spread within states"
sonde runs compare base-1 later-1 --fail-if-slower 5% --json
expect_code 3
expect_out "intervals are widened by what 8 launches of the store do"

begin "a state that older launches have been in is the machine's"
machine 10e-6 newest 2
sonde runs compare 'newest-*' 'later-*' --fail-if-slower 5%
expect_code 1
expect_err "was in another state of the machine than newest-* each time, one that other launches know"

begin "one run against one is judged alike, with and without a limit, and what is left out is counted"
sonde runs compare newest-1 later-1
expect_code 0
expect_out "cannot be told: in another state of the machine b is slower by"
expect_out "later-1 was in another state of the machine than newest-1 each time"
sonde measure p2p --platform synthetic:usual.json --reps 5:5 --sizes 0,1K,64K,1M --run more-sizes --quiet
sonde measure p2p --platform synthetic:usual.json --reps 5:5 --sizes 0,1K --run less-sizes --quiet
for limit in "" "--fail-if-slower 5%"; do
	sonde runs compare less-sizes more-sizes $limit
	expect_out "is not shown to be slower than less-sizes by more than 5 %"
	expect_out "2 more points, which not all launches have"
done

begin "what cannot be compared is refused"
sonde runs compare before-1 --fail-if-slower 5%
expect_refusal 2 "or one and --baseline"
sonde runs compare before-1 after-1 --fail-if-slower 5
expect_refusal 2 "as 5% or 0.05"
sonde runs compare 'before-*' before-1
expect_refusal 1 "named twice"
sonde runs compare 'before-*' 'never-*'
expect_refusal 1 "no run that has ended has a name like 'never-*'"
finish
