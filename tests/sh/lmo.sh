# What the test and the benchmark of LMO share, beside smpi.sh: 16 unlike hosts, linear scatter and gather and binomial scatter, and how well models predict them. Predictions are by schedule and simulation with the switch to
# rendezvous known: the largest eager message has 65535 bytes.

lmo_options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536 --cfg=smpi/send-is-detached-thresh:65536"
operations="scatter-linear gather-linear scatter-binomial"

# timings SIZES: measures the operations by global timing; OPERATION.measured has lines of bytes and seconds.
timings()
{
	for name in $operations; do
		simulate 16 measure collective --op "${name%-*}" --algorithm "${name#*-}" --timing global --sizes "$1" --reps 2:2 --csv --quiet > table.csv || return 1
		columns bytes seconds < table.csv > $name.measured
	done
	awk '{ sizes = sizes (NR > 1 ? "," : "") $1 } END { print sizes }' scatter-linear.measured > sizes
}

# columns NAME…: of a CSV table, those with these names, separated by spaces, but for the heading.
columns()
{
	tr -d '\r' | awk -F, -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next } { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }'
}

# predictions MODEL.json LABEL OPTIONS…: LABEL.OPERATION has lines of bytes, seconds measured and seconds predicted; none where the model has no such form.
predictions()
{
	predictor=$1
	label=$2
	shift 2
	for name in $operations; do
		simulate 1 predict "$predictor" "${name%-*}" --algorithm "${name#*-}" -n 16 -s "$(cat sizes)" --csv --quiet "$@" > table.csv || :
		columns bytes seconds < table.csv | awk '!seen[$1]++' > predicted
		awk 'NR == FNR { measured[$1] = $2; next } { print $1, measured[$1], $2 }' $name.measured predicted > "$label.$name"
	done
}

# mean_error FILE eager|rendezvous: of the sizes of a regime, relative, in percent; empty without predictions.
mean_error()
{
	awk -v regime="$2" '(regime == "eager") == ($1 <= 65535) { off = $3 / $2 - 1; sum += off < 0 ? -off : off; n++ } END { if (n) printf "%.2f", 100 * sum / n }' "$1"
}

# ranking LABEL: at how many sizes linear and binomial scatter differ by more than 10 %, and at how many of these the predictions are in the measured order.
ranking()
{
	paste -d' ' "$1.scatter-linear" "$1.scatter-binomial" |
		awk '{ ratio = $2 / $5 } ratio > 1.1 || ratio < 1 / 1.1 { n++; right += (ratio > 1) == ($3 > $6) } END { print n + 0, right + 0 }'
}

# spent: the simulated seconds of an estimation, from what it printed.
spent()
{
	awk '$1 == "seconds" && NF == 2 { s = $2 } $1 == "searching" && NF == 2 { t = $2 } END { if (s != "") print s - t }' # the switch and ports are looked for in any case
}

all_operations="scatter-linear gather-linear scatter-binomial gather-binomial"

# held_out HOSTS SIZES: measures all operations on a cluster of so many hosts and predicts them by lmo.json; random.OPERATION has lines of bytes, seconds measured and seconds predicted.
held_out()
{
	for name in $all_operations; do
		simulate "$1" measure collective --op "${name%-*}" --algorithm "${name#*-}" --timing global --sizes "$2" --reps 2:2 --csv --quiet > table.csv || return 1
		columns bytes seconds < table.csv > measured
		simulate 1 predict lmo.json "${name%-*}" --algorithm "${name#*-}" -n "$1" -s "$2" --csv --quiet > table.csv || return 1
		columns bytes seconds < table.csv | awk 'NR == FNR { measured[$1] = $2; next } !seen[$1]++ { print $1, measured[$1], $2 }' measured - > "random.$name"
	done
}

# off FILE: by how many percent predictions are off on average and at most, and at which size that is.
off()
{
	awk '{ off = 100 * ($3 / $2 - 1); off = off < 0 ? -off : off; sum += off } off >= most { most = off; at = $1 } END { print sum / NR, most, at }' "$1"
}
