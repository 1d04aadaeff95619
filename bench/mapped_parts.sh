# What benches of mapped trees have in common, sourced after tests/sh/lmo.sh. The bench has set $hosts and $predicting, the sonde that predicts, and has a function measured OPERATION BYTES OPTIONS…: seconds, and the ends of
# their interval, by the library's own operation or as the options say.

# The link of each node, drawn at random, uniform in the logarithm: from the slowest, in Mbit/s, to eight times that.
mapped_rates() # seed, nodes, slowest
{
	awk -v seed="$1" -v n="$2" -v slowest="$3" 'BEGIN {
		state = seed * 7919 + 1
		for (i = -20; i < n; i++) {
			state = state * 16807 % 2147483647
			if (i >= 0)
				printf "%d %dkbit\n", i + 1, 1000 * slowest * exp(log(8) * state / 2147483647)
		}
	}'
}

mapped_head()
{
	printf '%-5s %-9s %8s %-20s %10s %10s %8s %9s %9s  %s\n' seed operation bytes algorithm native mapped promised measured off order
	: > rows
}

# What the library's own operation takes by lmo.json, seconds, from best.csv: that of tune, or of the quickest algorithm in its own order, than which it is no more than 2 % slower where tune has no row. Counts make it linear.
mapped_own() # operation, bytes
{
	case $1 in
	scatterv | gatherv) columns algorithm plain < best.csv | awk '$1 == "linear" { print $2 }' ;;
	*)
		"$predicting" tune --for sonde -m lmo.json -n "$hosts" --only "$1" --sizes "$2" --quiet --csv > tuned.csv
		{
			columns unchanged < tuned.csv | grep -E '^[0-9.e-]+$' || columns seconds plain < best.csv | awk '{ t = $2 > $1 ? $2 : $1 } NR == 1 || t < least { least = t } END { print least }'
		} | head -n 1
		;;
	esac
}

# A row, to the file rows too: what predict --order best chooses by lmo.json, by which part that is quicker than the library's own as it was measured or, with $own = model, as the model has it (promised), and what was measured.
mapped_row() # seed, operation, bytes
{
	# shellcheck disable=SC2086
	"$predicting" predict lmo.json "$2" -n "$hosts" -s "$3" --order best ${PORTS-} --quiet --csv > best.csv
	order=$(tr -d '\r' < best.csv | sed -n '2s/.*,"\(.*\)"$/\1/p; 2s/.*,//p' | head -n 1)
	segment=$(columns segment < best.csv | head -n 1)
	echo "$1 $2 $3 $(columns algorithm < best.csv | head -n 1)${segment:+/$segment}" > row
	columns seconds < best.csv | head -n 1 > promised
	set -- "$2" "$3" --algorithm "$(columns algorithm < best.csv | head -n 1)"
	[ -z "$segment" ] || set -- "$@" --segment "$segment"
	[ "$order" = own ] || set -- "$@" --order "$order"
	measured "$1" "$2" > native
	measured "$@" > mapped
	if [ "${own-}" = model ]; then mapped_own "$1" "$2"; else cut -d ' ' -f 1 native; fi > own
	echo "$(cat row native mapped promised own | tr '\n' ' ')$order" | tee -a rows | awk '{
		printf "%-5s %-9s %8s %-20s %10.1f %10.1f %7.1f%% %8.1f%% %8.1f%%  %s\n", $1, $2, $3, $4, 1e6 * $5, 1e6 * $8, 100 * (1 - $11 / $12), 100 * (1 - $8 / $5), 100 * ($11 / $8 - 1), $13 }'
}

# In the end. Slower is: beyond the intervals, and by more than 0.1 %.
mapped_sum()
{
	awk '{
		n++
		off = $11 / $8 - 1
		off = off < 0 ? -off : off
		if (off > 0.1)
			wrong++
		worst = off > worst ? off : worst
		if ($8 > 1.001 * $5 && $9 > $7)
			slower++
		if ($11 <= 0.75 * $12) {
			promised++
			if ($8 <= 0.8 * $5)
				kept++
		}
		log_sum += log($8 / $5)
	}
	END {
		printf "%d calls: slower than native: %d; promised a quarter or more: %d, of which at least a fifth was measured: %d; predicted within 10 %%: %d, the worst %.1f %% off; mapped over native, geometric mean: %.3f\n", n, slower, promised, kept, n - wrong, 100 * worst, exp(log_sum / n) }' rows
}
