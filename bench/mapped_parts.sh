# What benches of mapped trees have in common, sourced after tests/sh/lmo.sh. The bench has set $hosts and $predicting, the sonde that predicts, and has a function measured OPERATION BYTES OPTIONS…: seconds, and the ends of
# their interval, by the library's own operation or as the options say.

mapped_head()
{
	printf '%-5s %-9s %8s %-20s %10s %10s %8s %9s %9s  %s\n' seed operation bytes algorithm native mapped promised measured off order
	: > rows
}

# A row, to the file rows too: what predict --order best chooses by lmo.json, what it promises, and what was measured.
mapped_row() # seed, operation, bytes
{
	"$predicting" predict lmo.json "$2" -n "$hosts" -s "$3" --order best --quiet --csv > best.csv
	order=$(tr -d '\r' < best.csv | sed -n '2s/.*,"\(.*\)"$/\1/p; 2s/.*,//p' | head -n 1)
	segment=$(columns segment < best.csv | head -n 1)
	echo "$1 $2 $3 $(columns algorithm < best.csv | head -n 1)${segment:+/$segment}" > row
	columns seconds < best.csv | head -n 1 > promised
	set -- "$2" "$3" --algorithm "$(columns algorithm < best.csv | head -n 1)"
	[ -z "$segment" ] || set -- "$@" --segment "$segment"
	[ "$order" = own ] || set -- "$@" --order "$order"
	measured "$1" "$2" > native
	measured "$@" > mapped
	echo "$(cat row native mapped promised | tr '\n' ' ')$order" | tee -a rows | awk '{
		printf "%-5s %-9s %8s %-20s %10.1f %10.1f %7.1f%% %8.1f%% %8.1f%%  %s\n", $1, $2, $3, $4, 1e6 * $5, 1e6 * $8, 100 * (1 - $11 / $5), 100 * (1 - $8 / $5), 100 * ($11 / $8 - 1), $12 }'
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
		if ($11 <= 0.75 * $5) {
			promised++
			if ($8 <= 0.8 * $5)
				kept++
		}
		log_sum += log($8 / $5)
	}
	END {
		printf "%d calls: slower than native: %d; promised a quarter or more: %d, of which at least a fifth was measured: %d; predicted within 10 %%: %d, the worst %.1f %% off; mapped over native, geometric mean: %.3f\n", n, slower, promised, kept, n - wrong, 100 * worst, exp(log_sum / n) }' rows
}
