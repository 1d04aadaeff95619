#!/usr/bin/env bash
# Runs all fuzz targets in turn, one process at a time, for so many hours or until they have had so many inputs:
#
#     bench/fuzz.sh [HOURS]           default: 1
#     bench/fuzz.sh --inputs 1e7
#
# BUILD names the folder of a build with clang (default build-clang), ONLY a pattern of targets. Each turn of a target is SLICE seconds
# (default 60, and less where the hours are few) and begins with what earlier turns found. Prints each turn, then how many inputs each target
# has had, and how many all together; exit code 1 if an input failed. tests/fuzz/README.md says what fails, and what is done then.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build-clang} slice=${SLICE:-60} hours=1 inputs=
case ${1-} in
--inputs) inputs=$(awk -v n="$2" 'BEGIN { printf "%.0f", n }') ;;
?*) hours=$1 ;;
esac
targets=()
for file in "$build"/tests/fuzz/fuzz_*; do
	[ -f "$file" ] && [ -x "$file" ] && [[ $(basename "$file") =~ ${ONLY-} ]] && targets+=("${file##*/fuzz_}")
done
if [ ${#targets[@]} -eq 0 ]; then
	echo "No fuzz targets in $build: cmake --preset clang && cmake --build $build"
	exit 2
fi
end=$(awk -v now="$SECONDS" -v hours="$hours" 'BEGIN { printf "%.0f", now + 3600 * hours }')
most=$(((end - SECONDS) / ${#targets[@]}))
[ -n "$inputs" ] || [ "$slice" -le "$most" ] || slice=$((most > 0 ? most : 1))

declare -A had failed
total=0
is_over()
{
	[ -n "$inputs" ] && [ "$total" -ge "$inputs" ] || { [ -z "$inputs" ] && [ "$SECONDS" -ge "$end" ]; }
}

while ! is_over; do
	for target in "${targets[@]}"; do
		status=0
		SONDE_FUZZ_SECONDS=$slice tests/fuzz/run.sh "$build/tests/fuzz/fuzz_$target" "tests/fuzz/corpus/$target" > "$build/tests/fuzz/said" 2>&1 || status=$?
		n=$(awk '/^stat::number_of_executed_units:/ { n = $2 } END { print n + 0 }' "$build/tests/fuzz/fuzz_$target.work/log")
		had[$target]=$((${had[$target]-0} + n))
		total=$((total + n))
		if [ $status -ne 0 ]; then
			failed[$target]=$((${failed[$target]-0} + 1))
			tail -n 40 "$build/tests/fuzz/said"
		fi
		printf '%-16s %10d inputs, all together %11d%s\n' "$target" "$n" "$total" "$([ $status -eq 0 ] || echo ' FAILED')"
		is_over && break
	done
done
echo
for target in "${targets[@]}"; do
	printf '%-16s %10d inputs, %d failed, %d kept of %d\n' "$target" "${had[$target]-0}" "${failed[$target]-0}" \
		"$(find "$build/tests/fuzz/fuzz_$target.work/found" -type f 2> /dev/null | wc -l)" "$(find "tests/fuzz/corpus/$target" -type f | wc -l)"
done
echo "$total inputs of ${#targets[@]} targets in $SECONDS s, ${#failed[@]} targets failed"
[ ${#failed[@]} -eq 0 ]
