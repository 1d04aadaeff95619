# A live run is killed, process 0, process 1 or the launcher, at random moments: the store opens, nothing that it had taken is lost, and --resume completes the run without
# measuring anything twice. SONDE_RESUME_MOMENTS says how many moments (default 3), SONDE_RESUME_SEED which. With more than 3 each resumed run is held against
# three that were not interrupted; that is printed and not asserted, because two launches of one program differ by more than the intervals of either.
. "$SONDE_SOURCE/tests/sh/lib.sh"

moments=${SONDE_RESUME_MOMENTS-3}
seed=${SONDE_RESUME_SEED-1}
measure_with() # repetitions
{
	reps=$1
	measure="measure p2p --sizes 0,1K,64K --reps $reps:$reps --error 0 --patience 0 --quiet"
}
endless=1000000 # a run of so many would take hours: it never ends before it is killed
more=100        # repetitions of each point that are left when it is resumed

gone() # process
{
	if [ -d /proc/self ]; then
		[ ! -r "/proc/$1/stat" ] || case $(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null) in
		Z* | X* | "") ;;
		*) return 1 ;;
		esac
	else
		! kill -0 "$1" 2> /dev/null
	fi
}

# Starts the run, each process by way of a shell that leaves its number behind, and waits until something was stored.
start() # store
{
	rm -f rank.0 rank.1
	line="$measure --store $1, killed"
	$SONDE_MPIRUN 2 $yields sh -c 'echo $$ > "rank.${OMPI_COMM_WORLD_RANK-${PMI_RANK-none}}"; exec "$@"' sh "$SONDE" $measure --store "$1" > "$out" 2> "$err" < /dev/null &
	launcher=$!
	own=$launcher
	i=0
	while [ "$("$tool" commits "$1-wal")" -lt 10 ] && [ $i -lt 12000 ] && ! gone $launcher; do
		sleep 0.05
		i=$((i + 1))
	done
	own="$launcher $(cat rank.0 rank.1 | tr '\n' ' ')"
}

# All processes end within two minutes.
await_end()
{
	i=0
	for process in $own; do
		while ! gone "$process" && [ $i -lt 1200 ]; do
			sleep 0.1
			i=$((i + 1))
		done
		gone "$process" || fail "process $process is still there"
	done
	[ $i -lt 1200 ] || kill -9 $own 2> /dev/null
	code=0
	wait $launcher 2> /dev/null || code=$?
	own=
}

# The lines of an export, sorted, without its header.
timings() # store
{
	sonde export --store "$1"
	expect_code 0
	sed 1d "$out" | sort
}

# Completes the run and holds it against what was there before, in before.csv.
expect_completed() # store
{
	measure_with $((more + $(awk -F , '{ if (++n[$5, $6] > most) most = n[$5, $6] } END { print most + 0 }' before.csv)))
	live 2 $measure --store "$1" --resume
	expect_code 0
	expect_equal "the runs" "1 ended" "$(runs "$1" | wc -l | tr -d ' ') $(runs "$1" | cut -d '|' -f 3)"
	timings "$1" > after.csv
	expect_equal "timings that are lost" 0 "$(comm -23 before.csv after.csv | wc -l | tr -d ' ')"
	for bytes in 1024 65536; do
		n=$(awk -F , -v b=$bytes '$5 == b && $6 == b && $(NF - 2) + $(NF - 1) == 0' after.csv | wc -l | tr -d ' ') # of the machine's main state
		[ "$n" -ge $reps ] || fail "timings of $bytes B: expected $reps, found $n"
	done
	# How many more there are follows from warm-ups and from the machine's states. What the run went on from is said.
	sonde runs show 1 --store "$1"
	expect_out "is resumed: $(wc -l < before.csv | tr -d ' ') timings"
	sonde export --store "$1" --summary --json
	expect_json rows/# 3
}

# Medians by size of a resumed run beside those of three that were not interrupted.
tell_medians() # store
{
	for name in whole-1.db whole-2.db whole-3.db "$1"; do
		"$SONDE" export --store $name --summary 2> /dev/null | tr -d '\r' | awk -F , 'NR > 1 && $5 == $6 { print $5, 1e6 * $11 }'
	done | awk '{ if (++n[$1] == 4) printf "# %d B: median %.3f us, without interruption %.3f to %.3f us\n", $1, $2, low[$1], high[$1]
		if (n[$1] == 1 || $2 < low[$1]) low[$1] = $2
		if (n[$1] == 1 || $2 > high[$1]) high[$1] = $2 }'
}

if [ "$moments" -gt 3 ]; then
	begin "three runs without interruption, to compare with"
	measure_with 4000
	for run in 1 2 3; do
		live 2 $measure --store whole-$run.db
		expect_code 0
	done
fi

# A line per moment: who is killed, and how many seconds after the first timings.
awk -v n="$moments" -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < n; i++) printf "%s %.3f\n", i < 3 ? substr("01m", i + 1, 1) : substr("01m", 1 + int(3 * rand()), 1), 0.5 * rand() }' > plan
number=0
while read -r victim wait <&3; do
	number=$((number + 1))
	store=killed-$number.db
	[ "$victim" = m ] && who="the launcher" || who="process $victim"
	begin "moment $number: $who is killed, $wait s after the first timings"
	measure_with $endless
	start $store
	sleep "$wait"
	[ "$victim" = m ] && kill -9 $launcher || kill -9 "$(cat "rank.$victim")"
	await_end
	taken=$("$tool" commits $store-wal) # before anything opens the store and empties the log
	timings $store > before.csv
	kept=$(cut -d , -f 1-11 before.csv | sort -u | wc -l) # what comes before the number of a timing in its batch
	# Three transactions begin the store and the run; each of the others is a batch. The log is emptied now and then: it tells of the last batches only.
	[ "$kept" -ge $((taken - 3)) ] || fail "the store had taken $taken transactions, and $kept batches are there"
	expect_completed $store
	[ "$moments" -le 3 ] || tell_medians $store
done 3< plan

measure_with $endless
begin "the launcher is asked to end: process 0 ends the run and says how to go on"
start asked.db
kill -TERM $launcher
await_end
timings asked.db > before.csv
[ -s before.csv ] || fail "nothing was kept"
expect_completed asked.db

begin "a run of other processes is not resumed"
measure_with $endless
start bound.db
kill -9 $(cat rank.0 rank.1)
await_end
live 3 $measure --store bound.db --pairs 0:1 --resume
[ $code -ne 0 ] || fail "it was resumed"
expect_err "was measured on another platform"
expect_err "processes: 2 and 3"

finish
