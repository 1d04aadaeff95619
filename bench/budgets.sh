#!/bin/sh
# What a budget gives: estimations on random networks of the synthetic platform, within 3, 10 and 60 s of simulated time. Of each the time, as a part of the budget, and
# the mean error of predicted round trips at fresh sizes: sizes log-uniform from 1 B to what takes half a second. Networks: latency log-uniform from 1 us to 10 ms, 10 GB/s
# to 125 kB/s and a noise of 2 %.
#
# bench/budgets.sh SONDE DRAWS [SEED]: the seed is printed; without one the clock's.
set -eu
sonde=$1
draws=$2
seed=${3:-$(date +%s)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo "# seed $seed"
draw() # number; a line "latency, s; time per byte, s; sizes"
{
	awk -v seed=$(((seed * 1000 + $1) % 2147483647)) 'BEGIN {
		srand(seed)
		rand()
		a = 10 ^ (-6 + 4 * rand())
		b = 10 ^ (-10 + 4.9 * rand())
		most = 0.5 / b < 4194304 ? 0.5 / b : 4194304
		for (i = 0; i < 8; i++)
			sizes = sizes (i ? "," : "") int(exp(log(most) * rand()))
		printf "%.4g %.4g %s\n", a, b, sizes
	}'
}

field() # name; of the JSON on standard input
{
	tr -d '\n ' | sed 's/.*"'"$1"'":\([-0-9.e]*\).*/\1/'
}

i=0
while [ $i -lt "$draws" ]; do
	i=$((i + 1))
	read -r latency per_byte sizes << END
$(draw $i)
END
	echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": '"$latency"', "beta": '"$per_byte"'}}' > network.json
	for budget in 3 10 60; do
		for model in hockney plogp loggp; do
			rm -f budget.db
			network="--platform synthetic:network.json --noise 0.02 --seed $i"
			if "$sonde" estimate $model $network --budget ${budget}s --store budget.db --json --quiet -o model.json > estimated 2> said; then
				"$sonde" compare model.json $network --sizes "$sizes" --reps 5:5 --store compared.db --json --quiet > compared
				echo "$model $budget $latency $per_byte part $(field seconds < estimated | awk -v b=$budget '{ printf "%.3f", $1 / b }') error $(field mean_relative_error < compared | awk '{ printf "%.2f %%", 100 * $1 }')"
			else
				echo "$model $budget $latency $per_byte none: $(tail -n 1 said)"
			fi
		done
	done
done
