# Every command of the feature table runs on a live platform, and its values are what its arguments say: tests/sh/features.awk.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/features.sh"
feature_rows > rows
begin "the table has its rows"
[ "$(grep -c . rows)" -ge 40 ] || fail "only $(grep -c . rows) rows were found"
export OMPI_MCA_rmaps_base_oversubscribe=1
while IFS='|' read -r many arguments mark; do
	case $arguments in
	*--reps* | stress*) ;;
	*) arguments="$arguments --reps 3:5" ;;
	esac
	case $arguments in
	stress*) ;;
	*) arguments="$arguments --patience 0" ;;
	esac
	begin "$arguments, $many processes"
	# shellcheck disable=SC2086,SC2046
	live "$many" $(with_json "$arguments")
	expect_code 0
	cp "$out" table.json
	: > points.csv
	run=$(run_of table.json)
	if [ -n "$run" ]; then
		sonde export "$run" --summary --csv
		expect_code 0
		cp "$out" points.csv
	fi
	cp table.json "$out"
	off=$(values_off "$many" "$arguments" table.json points.csv)
	[ -z "$off" ] || fail "$off"
done < rows
finish
