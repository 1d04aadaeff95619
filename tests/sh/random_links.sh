# Synthetic platforms of lmo drawn at random with a rate for each pair, and how far models that are estimated there are off. Sourced after tests/sh/lmo.sh, with SONDE, the command, set.

# random_links SEED: truth.json of 4 to 12 processes; sets processes. All is uniform in the logarithm: 1 to 40 us and up to 4 ns/B of a process, 5 to 100 us and, between 0.5 and 10 times of 1 to 30 ns/B, a rate of each
# pair. Of every third seed processes have ports, too, of 1 to 3 times these; of others the link takes 0.4 to 1 times of 1/beta.
random_links()
{
	processes=$((4 + $1 % 9))
	awk -v seed="$1" -v n=$processes '
		function draw() { state = state * 16807 % 2147483647; return state / 2147483647 }
		function scaled(low, high) { return exp(log(low) + (log(high) - log(low)) * draw()) }
		function larger(a, b) { return a > b ? a : b }
		BEGIN {
			state = seed * 7919 + 1
			for (i = 0; i < 20; i++)
				draw()
			base = scaled(1e-9, 3e-8)
			kind = seed % 3
			printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": %d, \"parameters\": {\n", n
			for (i = 0; i < n; i++) {
				printf "\"%d\": {\"C\": %.9g, \"t\": %.9g", i, scaled(1e-6, 4e-5), scaled(1e-10, base < 4e-9 ? base : 4e-9)
				port[i] = kind == 1 ? base * scaled(1, 3) : 0
				if (kind == 1)
					printf ", \"port\": %.9g", port[i]
				print "},"
			}
			for (i = 0; i < n; i++)
				for (j = i + 1; j < n; j++) {
					link = base * scaled(0.5, 10)
					printf "\"%d-%d\": {\"L\": %.9g, \"inverse_beta\": %.9g", i, j, scaled(5e-6, 1e-4), larger(link, larger(port[i], port[j]))
					if (kind > 0)
						printf ", \"link\": %.9g", kind == 2 ? link * (0.4 + 0.6 * draw()) : link
					printf "}%s\n", i < n - 2 ? "," : ""
				}
			print "}}"
		}' > truth.json
}

# summary_links FILE: of lines OPERATION SEGMENT ALGORITHM BYTES MEASURED PREDICTED: how far predictions are off in percent, on average and at most, how many percent are off by at most 8, how many there are, and of what the
# largest is.
summary_links()
{
	awk '
		{
			off = 100 * ($6 / $5 - 1)
			off = off < 0 ? -off : off
			sum += off
			near += off <= 8
			if (off >= most) {
				most = off
				which = $1 "/" $3 " of " $4 " B, segments of " $2
			}
		}
		END { printf "%.3f %.2f %.2f %d %s\n", sum / NR, most, 100 * near / NR, NR, which }' "$1"
}

# off_links SIZES: estimates lmo on truth.json by default, and predicts all algorithms of four operations by both, in one piece and in segments of 16 KiB; prints the summary of off, which has all
# of them. False if a command failed.
off_links()
{
	"$SONDE" estimate lmo --platform synthetic:truth.json --quiet --store links.db -o estimated.json > printed 2> notes || return 1
	: > off
	for operation in bcast scatter gather allgather; do
		for segment in none 16K; do
			case $operation in scatter | allgather) [ $segment = none ] || continue ;; esac
			for model in truth estimated; do
				"$SONDE" predict $model.json $operation --algorithm all -n "$processes" --sizes "$1" --segment $segment --csv --quiet > table.csv 2> notes || return 1
				columns algorithm bytes seconds < table.csv > $model.times
			done
			awk -v operation=$operation -v segment=$segment 'NR == FNR { measured[$1, $2] = $3; next } { print operation, segment, $1, $2, measured[$1, $2], $3 }' truth.times estimated.times >> off
		done
	done
	summary_links off
}
