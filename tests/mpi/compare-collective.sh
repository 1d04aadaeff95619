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

begin "that processes took turns on too few CPUs stands in every result, whoever compares and however it is printed"
if command -v taskset > /dev/null; then
	cpus=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
	crowded="3 processes take turns on 1 CPU"
	few="--sizes 1K --patience 0 --reps 3:3 --quiet"
	one_cpu() # arguments
	{
		# shellcheck disable=SC2086
		run taskset -c "${cpus%%[-,]*}" $SONDE_MPIRUN 3 "$SONDE" "$@"
		expect_code 0
	}
	one_cpu measure collective --op bcast --algorithm binomial --timing max $few --run turns
	expect_out "$crowded"
	sed 's/"processes": *2/"processes": 3/' plogp.json > of-three.json
	for form in "" --json; do
		sonde compare of-three.json bcast --run turns $form
		expect_out "$crowded"
		one_cpu compare of-three.json --pairs 0:1 $few $form
		expect_out "$crowded"
		one_cpu compare --models hockney:two-point --ops p2p --eager 4096 --regions switch $few $form
		expect_out "$crowded"
	done
	one_cpu measure thresholds --max-size 20K --tries 5 --gathers 1 --patience 0 --quiet
	expect_out "$crowded"
	sonde compare of-three.json bcast --runs live,turns --json
	expect_equal "crowded, of two runs" "$crowded" "$(json "$out" summary/turns/crowded | sed 's/.*: //')"
	sonde compare plogp.json bcast --run live --json
	[ "$(nproc)" -ge 2 ] && contains "$out" crowded && fail "two processes with a CPU each are said to take turns"
else
	skip_case "there is no taskset"
fi
finish
