# sonde compare --models on live processes: estimates, measurements at other sizes, errors and verdict. How far models are off on a machine that others use too is not asserted.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1
quick="--patience 0 --reps 2:3 --quiet --store contest.db"

# expect_rows N: so many, with errors that are numbers and times above 0.
expect_rows()
{
	expect_json rows/# "$1"
	i=0
	while [ $i -lt "$1" ]; do
		awk -v mean="$(json "$out" rows/$i/mean_relative_error)" -v most="$(json "$out" rows/$i/maximum_relative_error)" 'BEGIN { exit !(mean + 0 > 0 && most + 0 >= mean + 0 && mean < 1e6) }' || fail "row $i has no errors"
		i=$((i + 1))
	done
}

begin "three processes, the switch said: two sizes below it, one above"
# shellcheck disable=SC2086
live 3 compare --models hockney:two-point,het-hockney:two-point,lmo --ops p2p,scatter,gather:linear --sizes 100,3000,50000 --eager 4096 --regions switch --json $quick
expect_code 0
expect_rows 24
[ "$(json "$out" rows/0/points)" -gt 0 ] || fail "no points" # of 6 those that are not uncertain, after two or three timings each
expect_json rows/0/region eager
expect_json rows/23/region rendezvous
expect_json rows/23/operation gather
expect_json rows/23/points 1
expect_json summary/eager/to 4096
# 46 that lmo is fitted to, and at most 24 round trips that residuals are made of: on a machine of several states there may be time for fewer.
experiments=$(json "$out" summary/lmo/experiments)
points=$("$SONDE" export run-3 --summary --store contest.db --csv | tr -d '\r' | tee points.csv | sed 1d | wc -l | tr -d ' ')
expect_equal "experiments of lmo" "$points" "$experiments"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["experiment"] == "roundtrip" && $at["bytes"] >= 8 && ($at["reply_bytes"] == 1 || $at["reply_bytes"] == $at["bytes"] - 1) { checks++; next }
	{ fitted++ } END { exit !(fitted == 46 && checks <= 24) }' points.csv || fail "$experiments experiments of lmo are not 46 and at most 24 of residuals"
case $(json "$out" summary/rendezvous/believe) in
hockney:two-point | het-hockney:two-point | lmo) ;;
*) fail "no model is to be believed" ;;
esac
expect_runs contest.db 4

begin "two processes: the switch is found out, and sizes are drawn"
# shellcheck disable=SC2086
live 2 compare --models hockney:two-point,loggp:saturation --ops p2p,gather:linear --count 3 --max-train 100 --points --json $quick
expect_code 0
expect_json rows/# 12
expect_json rows/0/operation p2p
expect_json rows/11/model loggp:saturation
awk -v s="$(json "$out" summary/switch/seconds)" 'BEGIN { exit !(s > 0) }' || fail "finding the switch took no time"

begin "refused: lmo of two processes, before anything is measured"
live 2 compare --models hockney,lmo --patience 0 --quiet --store none.db
expect_refusal 1 "lmo needs at least 3 processes"
[ ! -e none.db ] || fail "a store was made although nothing was measured"
finish
