# Global timing on clusters drawn at random: no time is below what latency allows, and each is that until the simulated end of the operation within 0.1 %, as an independent program observes it.
# bench/global_timing.sh does the same on more of them.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"

while read -r seed hosts kind; do
	random_cluster "$seed" "$hosts" "$kind"
	succeeds "operations on platform $seed are timed and observed" observed "$hosts" "bcast gather" 700,90K
	succeeds "platform $seed: timings, below their least time, off by more than 0.1 %, the largest deviation in %" hold_observed
	holds "platform $seed: all algorithms were timed" "$(awk '!seen[$1, $2]++' measured | grep -c .) >= 14 && $(grep -c . measured) == $(grep -c . ends)"
	checks=$((checks + 1))
	if grep -q "agreed time" notes timed.notes; then
		echo "not ok: a beginning was late where the clock is exact"
		failures=$((failures + 1))
	fi
done << END
1 5 alike
2 7 unlike
3 8 alike
END
finish_simulated
