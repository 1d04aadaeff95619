# What measure collective --algorithm keeps of a live run, sonde compare holds models against, without MPI.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp plogp.json

begin "two processes, all algorithms of bcast: a row each, the same measured times"
live 2 measure collective --op bcast --algorithm all --timing max --sizes 1K,16K --patience 0 --reps 3:3 --quiet --run live --json
expect_code 0
rows=$(json "$out" rows/#)
live 2 measure collective --op bcast --algorithm binomial --timing max --sizes 1000 --patience 0 --reps 3:3 --quiet --run one --json
first=$(json "$out" rows/0/seconds)
sonde compare plogp.json bcast --run one --json
expect_code 0
expect_near "the same measured time" "$first" "$(json "$out" rows/0/measured)" 1e-9
awk -v p="$(json "$out" rows/0/predicted)" -v m="$(json "$out" rows/0/measured)" -v e="$(json "$out" rows/0/relative_error)" 'BEGIN { d = p / m - 1 - e; exit !(p > 0 && d < 1e-9 && d > -1e-9) }' || fail "the relative error is not predicted / measured - 1"
sonde compare plogp.json bcast --run live --json
expect_code 0
expect_json rows/# "$rows"
expect_json rows/0/processes 2
expect_json rows/0/timing max
expect_json rows/0/run live
finish
