# A run has one number for each of its points, wherever it is shown: with noise, a warm-up and timings that go together.
. "$SONDE_SOURCE/tests/sh/lib.sh"

printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 4, "parameters": {"alpha": 10e-6, "beta": 1e-9}}\n' > hockney.json
sizes=6
measured="measure collective --op scatter --algorithm linear --platform synthetic:hockney.json --noise 0.05 --outliers 0.02"
measured="$measured --sizes 1K,2K,4K,8K,16K,32K --reps 100:100 --quiet --csv"

# The numbers of each scatter in the last output, which is CSV, by size: a line each.
numbers() # columns
{
	awk -F , -v wanted="bytes $*" '{ sub(/\r$/, "") }
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; n = split(wanted, name, " "); next }
		!("experiment" in column) || $column["experiment"] == "collective" {
			for (i = 1; i <= n; i++) printf "%s%s", $column[name[i]], i < n ? " " : "\n" }' "$out" | sort -n
}

expect_sizes() # file
{
	expect_equal "lines of numbers in $1" $sizes "$(grep -c . "$1")"
}

for statistic in min mean median; do
	begin "$statistic: what measure printed is what the export, the comparison with a model and that with a run say"
	sonde $measured --statistic $statistic --run $statistic
	expect_code 0
	"$tool" disturb sonde.db $statistic
	sonde $measured --statistic $statistic --run $statistic --resume
	expect_code 0
	numbers seconds low high > $statistic.all
	expect_sizes $statistic.all
	numbers seconds > $statistic.value
	numbers minimum median maximum timings > $statistic.others
	# As many as were asked for are left without the warm-up.
	left=$(head -n 1 $statistic.others | cut -d ' ' -f 5)
	sonde export $statistic
	expect_equal "timings without the warm-up" "$(($(grep -c '^collective,[^,]*,[^,]*,[^,]*,1024,' "$out") - 5))" "$left"
	[ "$left" -ge 100 ] || fail "$left timings are left"

	sonde export $statistic --summary
	expect_code 0
	numbers seconds low high > export.all
	expect_same_text $statistic.all export.all
	numbers min median max n > export.others
	expect_same_text $statistic.others export.others
	numbers $statistic > export.value
	expect_same_text $statistic.value export.value

	sonde compare hockney.json scatter --run $statistic --quiet --csv
	expect_code 0
	numbers measured > compare.value
	expect_same_text $statistic.value compare.value
done

begin "the median of a run is the same whatever the run's own statistic, in a comparison of runs too"
sonde runs compare min mean --csv
expect_code 0
for side in a:min b:mean; do
	numbers median_${side%:*} > compared
	expect_sizes compared
	sonde export ${side#*:} --summary
	numbers median > exported
	expect_same_text exported compared
	sonde runs compare min mean --csv
done

begin "the summary of an export names the run's statistic"
sonde export mean --summary --json
expect_json summary/statistic mean

begin "the timings go together: the interval of the median is wider than that of as many independent ones"
sonde export median --summary
numbers low high lower_quartile upper_quartile > width
expect_sizes width
awk '$3 - $2 <= ($5 - $4) / 2 { narrow = 1 } END { exit narrow }' width || fail "the interval is narrow: $(cat width)"

finish
