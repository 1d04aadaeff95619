# An estimation on a simulated cluster is killed at several moments and resumed: the model is that of a run which was not interrupted.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
cluster 2 125MBps 50us
options="--cfg=smpi/async-small-thresh:65536 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6"
estimate="estimate hockney --sizes 0,1K,8K,64K --reps 600:600 --quiet"

# The simulator itself, which smpirun starts: the process that has the store open.
simulator() # store
{
	for process in /proc/[0-9]*; do
		case $(readlink "$process"/fd/* 2> /dev/null) in
		*"$place/$1"*) echo "${process#/proc/}" ;;
		esac
	done
}

log_size() # store
{
	stat -c %s "$1-wal" 2> /dev/null || echo 0
}

[ -d /proc/self/fd ] || {
	echo "skipped: finding the simulator's process needs /proc"
	exit 77
}
succeeds "an estimation without interruption" simulate 2 $estimate --store whole.db -o whole.json > /dev/null
show whole.json > whole.csv
number=0
for most in 60000 150000 350000; do
	number=$((number + 1))
	store=killed-$number.db
	simulate 2 $estimate --store "$store" > /dev/null &
	launcher=$!
	i=0
	while [ "$(log_size "$store")" -lt $most ] && [ $i -lt 2000 ] && kill -0 $launcher 2> /dev/null; do
		sleep 0.01
		i=$((i + 1))
	done
	kill -9 $(simulator "$store")
	wait $launcher 2> /dev/null
	simulate 1 runs list --store "$store" --csv > list.csv
	holds "the run that was killed at $most bytes of log" "$(grep -c interrupted list.csv) == 1"
	simulate 1 export --store "$store" > before.csv
	succeeds "the rest of the run that was killed at $most bytes of log" simulate 2 $estimate --store "$store" --resume -o resumed.json > /dev/null
	simulate 1 export --store "$store" > after.csv
	holds "the timings kept" "$(wc -l < before.csv) > 100 && $(wc -l < before.csv) < $(wc -l < after.csv)"
	sort before.csv > before.sorted
	sort after.csv > after.sorted
	holds "the timings lost" "$(comm -23 before.sorted after.sorted | wc -l) == 0"
	show resumed.json > resumed.csv
	# Times are differences of a clock that starts anew: they agree to its rounding.
	within "alpha" "$(parameter resumed.csv alpha "")" "$(parameter whole.csv alpha "")" 1e-6
	within "beta" "$(parameter resumed.csv beta "")" "$(parameter whole.csv beta "")" 1e-6
done
finish_simulated
