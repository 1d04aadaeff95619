# sonde compare MODEL.json ... OPERATION: stored timings of a collective operation against what models predict of the same algorithm.
. "$SONDE_SOURCE/tests/sh/lib.sh"

printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10e-6, "beta": 1e-9}}\n' > hockney.json
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 10e-6, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-9}}\n' > loggp.json
"$SONDE_BUILD/tests/sonde_test_store" collective sonde.db << 'END'
scatter linear 0 0 1000 77e-6
scatter binomial 0 0 1000 142e-6
scatter - 0 0 1000 50e-6
bcast chain 500 3 1000 100e-6
gather - 0 0 1000 50e-6
END
"$SONDE_BUILD/tests/sonde_test_store" collective sonde.db << 'END'
scatter linear 0 0 1000 70e-6
END

begin "a run: each algorithm against each model, by hand 77 and 71 us of hockney, 37.993 us of loggp"
sonde compare hockney.json loggp.json scatter --run run-1 --json
expect_code 0
expect_json rows/# 6
for cell in model:hockney operation:scatter algorithm:linear processes:8 bytes:1000 timing:global run:run-1; do
	expect_json "rows/1/${cell%:*}" "${cell#*:}"
done
expect_near "measured" 77e-6 "$(json "$out" rows/1/measured)" 1e-12
expect_near "predicted" 77e-6 "$(json "$out" rows/1/predicted)" 1e-12
awk -v e="$(json "$out" rows/1/relative_error)" 'BEGIN { exit !(e < 1e-12 && e > -1e-12) }' || fail "the error of what is as predicted is $(json "$out" rows/1/relative_error)"
expect_json rows/0/algorithm binomial
expect_near "binomial" 71e-6 "$(json "$out" rows/0/predicted)" 1e-12
expect_near "half as long" 0.5 "$(awk -v e="$(json "$out" rows/0/relative_error)" 'BEGIN { print -e }')" 1e-9
expect_near "mean" 0.25 "$(json "$out" summary/hockney/mean_relative_error)" 1e-9
expect_near "most" 0.5 "$(json "$out" summary/hockney/maximum_relative_error)" 1e-9
expect_json rows/4/model loggp
expect_near "loggp" 37.993e-6 "$(json "$out" rows/4/predicted)" 1e-12

begin "the library's own operation is there without a prediction, and said to be"
expect_json rows/2/algorithm native
expect_json rows/2/predicted null
expect_near "measured" 50e-6 "$(json "$out" rows/2/measured)" 1e-12
expect_err "(native) the algorithm is not known"

begin "--closed-form: the literature's formulas stand beside the simulated schedules, each with its relation and its errors"
sonde compare hockney.json loggp.json scatter --run run-1 --closed-form --json
expect_code 0
expect_json rows/# 11
for cell in 0:binomial:simulated:null 1:binomial:"closed form": 2:linear:simulated:null 3:linear:sequential:exact 4:linear:parallel:"lower bound" 5:native:null:null; do
	IFS=: read -r row algorithm form relation <<< "$cell"
	expect_json "rows/$row/algorithm" "$algorithm"
	expect_json "rows/$row/form" "$form"
	[ -z "$relation" ] || expect_json "rows/$row/relation" "$relation"
done
expect_near "sequential" 77e-6 "$(json "$out" rows/3/predicted)" 1e-12
expect_near "parallel" 11e-6 "$(json "$out" rows/4/predicted)" 1e-12
expect_near "measured" 77e-6 "$(json "$out" rows/4/measured)" 1e-12
expect_near "the error of the parallel form" 0.857142857 "$(json "$out" "summary/hockney, parallel/mean_relative_error")" 1e-6
awk -v e="$(json "$out" "summary/hockney, sequential/mean_relative_error")" 'BEGIN { exit !(e < 1e-12) }' || fail "the sequential form is exact"
for model in hockney loggp; do
	sonde compare $model.json scatter --run run-1 --closed-form --json
	cp "$out" formulas.json
	sonde predict $model.json scatter --algorithm linear -n 8 -s 1000 --closed-form --json
	for row in 3 4; do
		[ $model = hockney ] || [ $row = 3 ] || continue
		expect_near "as predict has it" "$(json "$out" rows/$((row - 3))/seconds)" "$(json formulas.json rows/$row/predicted)" 1e-12
	done
done
sonde compare loggp.json gather --closed-form
expect_code 1
sonde compare hockney.json --closed-form
expect_refusal 2 "--closed-form"
sonde compare --models hockney --closed-form
expect_refusal 2 "--closed-form"

begin "the newest run that has it, or several"
sonde compare hockney.json scatter --json
expect_code 0
expect_json rows/# 1
expect_json rows/0/run run-2
expect_near "measured" 70e-6 "$(json "$out" rows/0/measured)" 1e-12
expect_near "10 %" 0.1 "$(json "$out" summary/hockney/mean_relative_error)" 1e-9
expect_silence err
sonde compare hockney.json scatter --runs run-1,run-2 --json
expect_json rows/# 4
sonde compare hockney.json bcast --json
expect_json rows/0/run run-1
expect_json rows/0/root 3
expect_json rows/0/segment 500
sonde predict hockney.json bcast --algorithm chain -n 8 -s 1000 --segment 500 --root 3 --json
predicted=$(json "$out" rows/0/seconds)
sonde compare hockney.json bcast --json
expect_near "with its root and segment" "$predicted" "$(json "$out" rows/0/predicted)" 1e-12
sonde compare hockney.json scatter --run run-2 --parallel --json
expect_near "ports are used as is said" 11e-6 "$(json "$out" rows/0/predicted)" 1e-12

begin "refused: what is not there, or means something else"
sonde compare hockney.json gather
expect_refusal 1 "only the MPI library's own gather, of which the algorithm is not known"
sonde compare hockney.json alltoall
expect_refusal 1 "has no timings of alltoall"
sonde compare hockney.json bcast --run run-2
expect_refusal 1 "run 'run-2' of sonde.db has no timings of bcast"
sonde compare hockney.json bcast --run run-7
expect_refusal 1 "run-7"
sonde compare hockney.json bcast --store nowhere.db
expect_refusal 1 "nowhere.db"
sonde compare hockney.json scatter --sizes 1K
expect_refusal 2 "stored timings of scatter have the sizes that were measured"
sonde compare hockney.json scatter --run run-1 --runs run-2
expect_refusal 2 "either which run, or which ones"
sonde compare hockney.json scatter --fair --parallel
expect_refusal 2 "give one of them"
sonde compare hockney.json --runs run-1 --platform synthetic:hockney.json
expect_refusal 2 "go with a collective operation"
sonde compare bcast
expect_code 1

finish
