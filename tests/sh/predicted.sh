# What bench/collectives.sh and tests/smpi/predict.sh share: collective operations on a simulated cluster, measured and predicted. Sourced after tests/sh/smpi.sh.

# Bandwidths as the platform has them, and messages below 64 KiB eager.
platform_options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/async-small-thresh:65536"

# estimate_platform MODEL.json: PLogP by saturation, both sides of the change of protocol among its sizes.
estimate_platform()
{
	simulate 3 estimate plogp --method saturation --pairs 0:1 --sizes 0,256,1K,4K,16K,32K,65535,64K,128K,256K --reps 3:5 --patience 0 --store estimate.db --quiet -o "$1" > estimated
}

# measure_and_predict MODEL.json PROCESSES SIZES OPERATION/ALGORITHM…: a line each in both.csv, operation/algorithm,bytes,measured,predicted. Bytes are those of each process; pipelines have segments of 8 KiB.
# With $series so many operations in a row, and times are of all.
measure_and_predict()
{
	model=$1 n=$2 sizes=$3
	shift 3
	: > both.csv
	for pair in "$@"; do
		operation=${pair%/*} algorithm=${pair#*/}
		segment=
		[ "$algorithm" != pipeline ] || segment="--segment 8K"
		[ -z "${series-}" ] || segment="$segment --series $series"
		# shellcheck disable=SC2086
		simulate "$n" measure collective --op "$operation" --algorithm "$algorithm" $segment --timing global --sizes "$sizes" --reps 3:5 --patience 0 --store measured.db --csv --quiet > measured.csv || return 1
		# shellcheck disable=SC2086
		simulate 1 predict "$model" "$operation" --algorithm "$algorithm" $segment -n "$n" --sizes "$sizes" --csv --quiet > predicted.csv || return 1
		awk -F, -v pair="$pair" '
			{ sub(/\r$/, "") }
			FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
			FILENAME == "measured.csv" { measured[$column["bytes"]] = $column["seconds"]; next }
			$column["bytes"] in measured { printf "%s,%s,%.9g,%.9g\n", pair, $column["bytes"], measured[$column["bytes"]], $column["seconds"] }' measured.csv predicted.csv >> both.csv
	done
}

# print_errors MEAN MOST: the table of both.csv, and for eager and rendezvous messages the mean and the largest error; false beyond so many percent.
print_errors()
{
	awk -F, -v mean="$1" -v limit="$2" '
		BEGIN { printf "%-30s %8s %14s %14s %8s\n", "operation/algorithm", "bytes", "measured us", "predicted us", "error %" }
		{
			error = $4 / $3 - 1
			printf "%-30s %8d %14.1f %14.1f %8.2f\n", $1, $2, 1e6 * $3, 1e6 * $4, 100 * error
			if (error < 0)
				error = -error
			regime = $2 < 65536 ? "eager" : "rendezvous"
			n[regime]++
			sum[regime] += error
			if (error > most[regime])
				most[regime] = error
		}
		END {
			for (regime in n) {
				printf "%s: mean error %.2f %%, largest %.2f %%, of %d predictions\n", regime, 100 * sum[regime] / n[regime], 100 * most[regime], n[regime]
				if (100 * sum[regime] / n[regime] > mean || 100 * most[regime] > limit)
					bad = 1
			}
			exit bad || !("eager" in n) || !("rendezvous" in n)
		}' both.csv
}
