# Pooled launches, on a synthetic platform that is a little different each time: numbers are means over the launches, intervals hold what differs between them, by Student's t.
. "$SONDE_SOURCE/tests/sh/lib.sh"

platform() # seconds of an empty message, in microseconds
{
	printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": %se-6, "beta": 2e-9}}\n' "$1" > hockney.json
}

# alpha 10, 10.4, 10.8: round trips of 20, 20.8, 21.6 us, less apart than another state of the machine; the mean of three has a standard error of 0.8 / sqrt(3) us, and t with two degrees of freedom is
# 4.3027 at 95 %.
half_width=1.98729e-6
for alpha in 10 10.4 10.8; do
	platform $alpha
	begin "launch with alpha $alpha"
	sonde measure p2p --platform synthetic:hockney.json --statistic median --sizes 0,1K,1M --patience 0 --launches 3 --json --run launch-$alpha
	expect_code 0
done

begin "measure --launches: the mean over the newest runs of the same measurement, with an interval that holds their spread"
expect_json rows/0/launches 3
expect_near "time of 0 B" 20.8e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_near "lower end" $(awk "BEGIN { print 20.8e-6 - $half_width }") "$(json "$out" rows/0/low)" 1e-4
expect_near "upper end" $(awk "BEGIN { print 20.8e-6 + $half_width }") "$(json "$out" rows/0/high)" 1e-4

begin "too few launches are pooled as far as they go, which is said"
sonde measure p2p --platform synthetic:hockney.json --statistic median --sizes 0,1K,1M --patience 0 --launches 9 --json
expect_code 0
expect_err "sonde: warning: 4 launches are pooled, this one among them: the store has no more of this measurement on this platform"
expect_json rows/0/launches 4
expect_equal "the store" 1 "$(echo "SELECT count(*) FROM notes WHERE severity = 'warning' AND subject = 'measurement' AND text LIKE '4 launches are pooled%';" | "$tool" sql sonde.db)"
sonde runs show --csv
expect_out 'warning,"4 launches are pooled'
contains "$out" 'remark,The machine stayed the same' || fail "the verdict is not a remark"

begin "fit --runs: the parameters of the mean"
sonde fit hockney --method two-point --runs launch-10,launch-10.4,launch-10.8 -o pooled.json --quiet
expect_code 0
expect_near "alpha from runs of measure" 10.4e-6 "$(json pooled.json parameters/alpha)" 1e-9
for alpha in 10 10.4 10.8; do
	platform $alpha
	sonde estimate hockney --method two-point --platform synthetic:hockney.json --statistic median --patience 0 --quiet --run estimate-$alpha
	expect_code 0
done
sonde fit hockney --method two-point --runs estimate-10,estimate-10.4,estimate-10.8 -o pooled.json --quiet
expect_code 0
expect_near alpha 10.4e-6 "$(json pooled.json parameters/alpha)" 1e-9
# Draws of alpha are those of the mean of three: 400 of them find the ends of a t interval of +- 0.99 us within a fifth of it.
low=$(json pooled.json uncertainty/alpha/0 2> /dev/null || json pooled.json uncertainty/alpha/low)
awk -v low="$low" 'BEGIN { exit !(low > 9.2e-6 && low < 9.6e-6) }' || fail "the lower end of alpha is $low"
expect_equal "the runs in the provenance" "estimate-10,estimate-10.4,estimate-10.8" "$(json pooled.json provenance/pooled_runs)"

begin "what cannot be pooled is refused"
sonde fit hockney --runs estimate-10,estimate-10
expect_refusal 1 "is named twice"
sonde fit hockney --runs estimate-10,nobody
expect_refusal 1 "nobody"
sonde fit hockney --runs estimate-10 --run estimate-10.4
expect_refusal 2 "--run and --runs"
sonde fit hockney --runs ,
expect_refusal 2 "separated by commas"
cp hockney.json other.json
sonde estimate hockney --platform synthetic:other.json --quiet --run elsewhere
sonde fit hockney --runs estimate-10,elsewhere
expect_refusal 1 "was measured on another platform"
finish
