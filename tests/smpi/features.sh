# Every command of the feature table that is said to run under SMPI does, and gives a result.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/features.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 4 125MBps 50us
feature_rows | grep '|✓$' > rows
holds "rows said to run" "$(grep -c . rows) >= 30"
while IFS='|' read -r processes arguments mark; do
	# shellcheck disable=SC2086
	succeeds "$arguments, $processes processes" simulate "$processes" $arguments > result
	succeeds "$arguments has a result" test -s result
done < rows
finish_simulated
