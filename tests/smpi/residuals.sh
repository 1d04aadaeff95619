# The residuals that an estimation prints are the errors that compare finds at fresh sizes, on simulated clusters, though most round trips of the estimation have empty answers and those of compare both kinds. Nothing varies there:
# they differ by which sizes are drawn, by a quarter at most.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
. "$SONDE_SOURCE/tests/sh/residuals.sh"

estimated() { simulate 2 estimate all --quiet -o models > estimated.txt; }
compared() { simulate 2 compare "models/$1.json" --quiet > compared.txt; }

for seed in 2201 2202; do
	random_cluster $seed 2 alike
	rm -f sonde.db
	succeeds "cluster $seed: models are estimated" estimated
	for model in hockney logp loggp plogp; do
		succeeds "cluster $seed: $model is compared" compared $model
		residual=$(residual_of $model estimated.txt)
		fresh=$(error_at_fresh_sizes compared.txt)
		echo "$seed $model: $residual and $fresh %"
		holds "cluster $seed, $model" "\"$residual\" != \"\" && \"$fresh\" != \"\""
		holds "cluster $seed, $model" "(${residual:-0} <= 1.25 * ${fresh:-0} && ${fresh:-0} <= 1.25 * ${residual:-0}) || (${residual:-0} < ${fresh:-0} + 0.1 && ${fresh:-0} < ${residual:-0} + 0.1)"
	done
done
finish_simulated
