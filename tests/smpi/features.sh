# Every command of the feature table that is said to run under SMPI does, and its values are what its arguments and the platform say: tests/sh/features.awk.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/features.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 4 125MBps 50us
feature_rows | grep '|✓$' > rows
holds "rows said to run" "$(grep -c . rows) >= 30"
while IFS='|' read -r many arguments mark; do
	# shellcheck disable=SC2086,SC2046
	succeeds "$arguments, $many processes" simulate "$many" $(with_json "$arguments") > table.json
	run=$(run_of table.json)
	: > points.csv
	[ -z "$run" ] || succeeds "$arguments is in the store" simulate 1 export "$run" --summary --csv > points.csv
	values_off "$many" "$arguments" table.json points.csv -v exact=1 > notes
	succeeds "values of $arguments, $many processes" test ! -s notes
done < rows
finish_simulated
