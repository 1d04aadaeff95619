# What estimations and comparisons print of how far a model is off, in percent; nothing if they do not.

# residual_of MODEL FILE: the mean of the residuals, in the table of an estimation.
residual_of()
{
	awk -v model="$1" '$1 == "residuals" && (NF == 1 || $3 == model) { inside = 1 } inside && $1 == "mean" { print $2; exit }' "$2"
}

# error_at_fresh_sizes FILE: the mean error, in the table of a comparison with one model.
error_at_fresh_sizes()
{
	awk '$1 == "mean_relative_error" { print $2 }' "$1"
}
