# Can a model be trusted: residuals at sizes that it was not fitted to, beside errors at fresh sizes; what it was measured on; the run that it names. On synthetic platforms.
. "$SONDE_SOURCE/tests/sh/lib.sh"
# A platform with a jump and a bend.
cat > bent.json << 'END'
{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 10e-6,
 "o_s": {"bytes": [0, 4194304], "seconds": [1e-6, 1e-6]}, "o_r": {"bytes": [0, 4194304], "seconds": [1e-6, 1e-6]},
 "g": {"bytes": [0, 4096, 4097, 65536, 1048576, 4194304], "seconds": [3e-6, 7e-6, 15e-6, 75e-6, 700e-6, 2500e-6]}}}
END
synthetic="--platform synthetic:bent.json --noise 0.02"

for model in hockney loggp plogp; do
	begin "residuals of $model are about its errors at fresh sizes, and predict repeats them"
	sonde estimate $model $synthetic -o $model.json --json
	expect_code 0
	mean=$(json "$out" summary/residuals/mean)
	worst=$(json "$out" summary/residuals/worst)
	sonde compare $model.json $synthetic --seed 7 --json
	fresh=$(json "$out" summary/$model/mean_relative_error)
	expect_equal "$mean and $fresh are alike" yes "$(awk -v r="$mean" -v c="$fresh" 'BEGIN { d = r - c; print (((r <= 1.5 * c && c <= 1.5 * r) || (d < 0.005 && d > -0.005)) ? "yes" : "no") }')"
	expect_equal "the worst is not below the mean" yes "$(awk -v m="$mean" -v w="$worst" 'BEGIN { print ((w >= m) ? "yes" : "no") }')"
	sonde predict $model.json p2p -s 1K --json
	expect_near "repeated" "$mean" "$(json "$out" summary/residuals/mean)" 1e-9
	expect_json summary/hosts synthetic
done

begin "where the model misses more than noise that is said, beside the bandwidth"
sonde estimate hockney $synthetic --run again
expect_code 0
expect_out "more than the intervals, which hold the noise"
grep -q "beta.*MB/s" "$out" || fail "there is no bandwidth"

begin "where there was no time for sizes beside those of the fit that is said"
sonde estimate hockney --method two-point $synthetic --budget 20ms --run hasty
expect_code 0
expect_err "hockney has no residuals: the budget left no time for round trips beside those of its fit"

begin "an interval that is far wider than the others hides no misfit, and a worst one is told where the mean is within noise"
residual() # mean, worst
{
	cat > wide.json <<-END
		{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2,
		 "parameters": {"L": 10e-6, "o_s": {"bytes": [0, 4096], "seconds": [1e-6, 1e-6]}, "o_r": {"bytes": [0, 4096], "seconds": [1e-6, 1e-6]}, "g": {"bytes": [0, 4096], "seconds": [3e-6, 7e-6]}},
		 "uncertainty": {"L": [9.9e-6, 10.1e-6],
		  "o_s": {"low": [0.1e-6, 0.99e-6], "high": [9e-6, 1.01e-6]}, "o_r": {"low": [0.99e-6, 0.99e-6], "high": [1.01e-6, 1.01e-6]}, "g": {"low": [2.97e-6, 6.93e-6], "high": [3.03e-6, 7.07e-6]}},
		 "provenance": {"residual": $1, "residual_worst": $2, "residual_bytes": 512, "residual_sizes": 20}}
	END
	sonde predict wide.json p2p -s 1K
	expect_code 0
}
residual 0.2 3.34
expect_out "misfit    more than the intervals"
residual 0.008 0.4
expect_out "misfit    at worst far more than the intervals"
residual 0.008 0.03
expect_out "worst"
grep -q misfit "$out" && fail "a misfit within noise"

begin "several models of one run have theirs each"
sonde estimate hockney,plogp $synthetic -o . --json --run several
expect_code 0
for model in hockney plogp; do
	[ "$(json "$out" "summary/residuals of $model/sizes")" -ge 4 ] || fail "$model has no residuals"
done

begin "the report repeats residuals, names the run of each model, and says that the platform is synthetic"
sonde report hockney.json plogp.json -o r.html
expect_code 0
grep -q "off at sizes that it was not fitted to" r.html || fail "there are no residuals in the report"
grep -q "on a synthetic platform" r.html || fail "the title does not say it"
expect_equal "the model of the last estimation names its run" 9 "$(grep -o '"run_number": *[0-9]*' hockney.json | grep -o '[0-9]*$')"

begin "another number of processes, other processes and other hosts than the model's are told"
sed 's/"processes": 2/"processes": 4/' bent.json > four.json
sonde compare hockney.json --platform synthetic:four.json --pairs 2:3 --patience 0
expect_err "was measured among 2 processes, and is held against messages among 4"
expect_err "was measured between processes 0 and 1, and is held against those between 2 and 3"
sed 's/"hosts": *"synthetic"/"hosts": "a and b"/' hockney.json > elsewhere.json
sonde compare elsewhere.json $synthetic
expect_err "was measured on a and b, and is held against messages on synthetic"
sonde predict hockney.json bcast --algorithm binomial -n 16 -s 1K
expect_err "was measured among 2 processes, and is used for 16"
sonde predict hockney.json bcast --algorithm binomial -n 2 -s 1K
expect_silence err
sed 's/"processes": *2/"processes": 4/' hockney.json > of-four.json
for n in 2 2:64 1,2; do
	sonde predict of-four.json bcast --algorithm binomial -n $n -s 1K
	expect_err "was measured among 4 processes, and is used for 2"
done
sonde predict of-four.json bcast --algorithm binomial -n 2:64 -s 1K
expect_err "was measured among 4 processes, and is used for 64: links that they share are not part of it"
for n in 4 1 1,4; do # of one process there is no message
	sonde predict of-four.json bcast --algorithm binomial -n $n -s 1K
	expect_silence err
done
finish
