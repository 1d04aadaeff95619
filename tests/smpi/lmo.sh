# LMO on 16 simulated hosts of 7 kinds: parallel rounds against one experiment after the other, predictions of linear scatter and gather and of binomial scatter, eager and rendezvous.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
options=$lmo_options
unlike_cluster 16

estimated() # file, options of estimate…: the simulated seconds
{
	file=$1
	shift
	simulate 16 estimate "$@" --reps 2:2 -o "$file" > printed || return 1
	spent < printed
}

serial=$(estimated serial.json lmo --switch 65535)
parallel=$(estimated parallel.json lmo --switch 65535 --parallel)
echo "one after the other: $serial s, in rounds: $parallel s of simulated time"

# on_parts RUN KIND…: the simulated seconds of these kinds of experiments.
on_parts()
{
	run=$1
	shift
	simulate 1 runs show "$run" --csv | tr "\",\r" "   " | awk -v kinds=" $* " '$1 == "part:" && index(kinds, " " $2 " ") { s += $3 } END { print s + 0 }'
}

# Eight pairs at a time, of unlike hosts, so that a round waits for its slowest. Of one-to-twos hardly two go together here: most are among the same five hosts.
pairs="roundtrip train overlap receive-expected"
# shellcheck disable=SC2086
holds "between pairs rounds are three times cheaper" "$(on_parts run-1 $pairs) >= 3 * $(on_parts run-2 $pairs) && $(on_parts run-2 $pairs) > 0"
holds "one-to-twos take no longer in rounds" "$(on_parts run-2 one-to-two) <= $(on_parts run-1 one-to-two) && $(on_parts run-2 one-to-two) > 0"
holds "rounds are twice as quick in all" "\"$parallel\" != \"\" && $parallel + 0 > 0 && $parallel * 2 <= $serial"

# The same parameters within 2 %: 16 times, times per byte and ports of processes, their three calls at four sizes, 120 times, times per byte and own rates of links, the platform's switch and what is beyond it. The line of rendezvous messages is held against the other at the two sizes that were measured,
# half as much again as the switch and four times as much: its constant alone is far outside of these. Of a call beyond the switch nothing is left but what whole messages of a millisecond differ by: o_s below a microsecond is held to a microsecond. A call that costs nothing is what the simulated clock rounds to, below 1e-12 s.
for file in serial parallel; do
	show $file.json | columns parameter link seconds seconds_per_byte value | awk '
		$1 == "rendezvous_alpha" { alpha[$2] = $3; next }
		$1 == "rendezvous_beta" { print "98302", $2, alpha[$2] + 98302 * $3; print "262140", $2, alpha[$2] + 262140 * $3; next }
		{ print $1, $2, $3 }' > $file.parameters
done
checks=$((checks + 1))
if ! paste -d' ' serial.parameters parallel.parameters | awk 'function seconds(x) { return x > -1e-12 && x < 1e-12 ? 0 : x }
	{ $3 = seconds($3); $6 = seconds($6); n++; off = $1 == "o_s" && $3 < 1e-6 && $3 > -1e-6 ? ($6 - $3) / 5e-5 : $3 == 0 ? $6 : $6 / $3 - 1; if ($1 != $4 || $2 != $5 || off > 0.02 || off < -0.02) { print "not ok:", $0; bad = 1 } }
	END { if (n != 842) print "not ok:", n, "parameters"; exit bad || n != 842 }'; then
	failures=$((failures + 1))
fi

# Predictions: at most 10 % off on average for each operation in each regime, and less than those of hockney with parameters of each pair; linear and binomial scatter in the right order where they differ by a tenth.
succeeds "operations are measured" timings 1K,2K,6K,16K,48K,64K,100K,200K
heterogeneous=$(estimated hockney.json hockney --heterogeneous --parallel)
echo "hockney of each pair: $heterogeneous s of simulated time"
predictions parallel.json lmo
predictions hockney.json hockney --eager 65535
for name in $operations; do
	for regime in eager rendezvous; do
		lmo=$(mean_error lmo.$name $regime)
		hockney=$(mean_error hockney.$name $regime)
		echo "$name, $regime: lmo is $lmo % off, hockney of each pair $hockney %"
		holds "$name, $regime, by lmo" "\"$lmo\" != \"\" && \"$hockney\" != \"\" && $lmo + 0 <= 10 && $lmo + 0 < $hockney + 0"
	done
done
read -r differ right <<-END
	$(ranking lmo)
END
echo "linear and binomial scatter differ by more than a tenth at $differ sizes; $right of them are ranked right"
holds "the ranking" "$differ >= 4 && $right == $differ"

# Clusters that nobody chose, and nothing said about them: neither the switch nor how ports serve. In 2102 calls hide the ports of all processes but one.
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
for cluster in 11:6 2102:7; do
	seed=${cluster%:*}
	hosts=${cluster#*:}
	random_cluster "$seed" "$hosts" unlike
	succeeds "the estimate of random cluster $seed" simulate "$hosts" estimate lmo --quiet -o lmo.json > printed
	succeeds "timings of random cluster $seed" held_out "$hosts" 1K,3000,9K,40K,200K
	for name in $all_operations; do
		read -r mean most at <<-END
			$(off random.$name)
		END
		echo "random cluster $seed, $name: $mean % off on average, $most % at most, at $at bytes"
		holds "random cluster $seed, $name" "$mean <= 5 && $most <= 15"
	done
done

checks=$((checks + 1))
if simulate 2 estimate lmo > /dev/null || ! grep -q "at least 3 processes" notes; then
	echo "not ok: two processes are not refused with the reason"
	failures=$((failures + 1))
fi
finish_simulated
