# Every command of the feature table runs on a live platform as it stands, and gives a result.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/features.sh"
feature_rows > rows
begin "the table has its rows"
[ "$(grep -c . rows)" -ge 40 ] || fail "only $(grep -c . rows) rows were found"
export OMPI_MCA_rmaps_base_oversubscribe=1
while IFS='|' read -r processes arguments mark; do
	case $arguments in
	*--reps* | stress*) ;;
	*) arguments="$arguments --reps 3:5" ;;
	esac
	case $arguments in
	stress*) ;;
	*) arguments="$arguments --patience 0" ;;
	esac
	begin "$arguments, $processes processes"
	# shellcheck disable=SC2086
	live "$processes" $arguments
	expect_code 0
	[ -s "$out" ] || fail "there is no result"
done < rows
finish
