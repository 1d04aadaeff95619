# A run that is killed keeps what it had measured: every timing that the store had taken is there, a model can be fitted to them or the fit says what is
# missing, and the store serves the next run. Nobody waits for the dead. A process that stood still is named.
. "$SONDE_SOURCE/tests/sh/lib.sh"

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

# Starts a run that would take hours, each process by way of a shell that leaves its number behind; then waits until the store has taken some timings.
start() # run, arguments
{
	name=$1
	shift
	rm -f rank.0 rank.1
	line="$* --run $name, killed"
	$SONDE_MPIRUN 2 $yields sh -c 'echo $$ > "rank.${OMPI_COMM_WORLD_RANK-${PMI_RANK-none}}"; exec "$@"' sh "$SONDE" "$@" --reps 1000000 --error 0 --patience 0 --run "$name" \
		> "$out" 2> "$err" < /dev/null &
	launcher=$!
	own=$launcher
	taken=0
	i=0
	while [ "$taken" -lt 50 ] && [ $i -lt 6000 ] && ! gone $launcher; do
		sleep 0.1
		taken=$("$tool" commits sonde.db-wal)
		i=$((i + 1))
	done
	own="$launcher $(cat rank.0 rank.1 | tr '\n' ' ')"
	[ "$taken" -gt 0 ] || fail "nothing was measured within ten minutes"
}

# All processes end within two minutes of the deed; what the launcher returns goes to $code.
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

# A launcher whose processes die tells it; one that is asked to end may call that a success.
expect_failure()
{
	[ $code -ne 0 ] || fail "the run is said to have succeeded"
}

# The log held begin and settings of the run too, and the transaction under way; all others were batches of timings.
expect_kept()
{
	contains "$out" "hockney" && fail "there is a result"
	expect_no_file new.json
	expect_equal "the run" "$name|killed" "$(runs sonde.db | tail -n 1 | cut -d '|' -f 1,3)"
	batches=$(runs sonde.db | tail -n 1 | cut -d '|' -f 4)
	[ "$batches" -ge $((taken - 5)) ] || fail "the store had taken $taken transactions, and $batches batches of timings are there"
	[ "$batches" -gt 0 ] || fail "no timings are there"
}

# Three sizes are measured in turn, so that there are timings of each after 50 batches.
begin "process 0 and 1 are killed: the model can be fitted to what there is"
start both-killed estimate hockney --sizes 0,1K,64K -o new.json
kill -9 $(cat rank.0 rank.1)
await_end
expect_failure
expect_kept
sonde fit hockney --run both-killed -o fitted.json
expect_code 0
expect_file fitted.json
expect_whole fitted.json

begin "the process that answers is killed: the other one does not wait for it"
start one-killed estimate hockney --sizes 0,1K,64K -o new.json
kill -9 "$(cat rank.1)"
await_end
expect_failure
expect_kept
sonde fit hockney --run one-killed -o fitted.json
expect_code 0

begin "the launcher is killed"
start launcher-killed estimate hockney --sizes 0,1K,64K -o new.json
kill -9 $launcher
await_end
expect_kept
sonde fit hockney --run launcher-killed -o fitted.json
expect_code 0

begin "the launcher is asked to end"
start terminated estimate hockney --sizes 0,1K,64K -o new.json
kill -TERM $launcher
await_end
expect_kept
sonde fit hockney --run terminated -o fitted.json
expect_code 0

begin "a run is killed before all that a model needs was measured: the fit says what is missing"
start early estimate plogp --budget none --sizes 0,1K,64K -o new.json
kill -9 $(cat rank.0 rank.1)
await_end
expect_failure
expect_kept
sonde fit plogp --run early
expect_refusal 1 " was measured, and the model needs it"

begin "a process that stands still for a while is named, in what is searched for before an estimation and among collective operations too"
for words in "estimate plogp --budget 8s" "measure collective --op bcast --sizes 1K,1M --reps 1000000:1000000 --budget 5s"; do
	rm -f rank.0 rank.1 still.db*
	line=$words
	# shellcheck disable=SC2086
	$SONDE_MPIRUN 2 $yields sh -c 'echo $$ > "rank.${OMPI_COMM_WORLD_RANK-${PMI_RANK-none}}"; exec "$@"' sh "$SONDE" $words --store still.db > "$out" 2> "$err" < /dev/null &
	launcher=$!
	own=$launcher
	for i in $(seq 1200); do
		[ "$("$tool" commits still.db-wal)" -lt 4 ] || break
		sleep 0.05
	done
	own="$launcher $(cat rank.0 rank.1 | tr '\n' ' ')"
	kill -STOP "$(cat rank.1)"
	sleep 2
	kill -CONT "$(cat rank.1)"
	await_end
	expect_code 0
	grep -E "upset: the worst took |between timings: the longest took " "$err" | grep -qE "took (1\.[5-9]|[2-9])[0-9.]* s" || fail "a stop of 2 s is not named: $(cat "$err")"
done

begin "the store serves the next run, and is as small as a file can be"
live 2 estimate hockney --sizes 0,1K $quick --quiet --run next -o next.json
expect_code 0
expect_equal "the runs" "both-killed|killed one-killed|killed launcher-killed|killed terminated|killed early|killed next|ended " \
	"$(runs sonde.db | cut -d '|' -f 1,3 | tr '\n' ' ')"
expect_no_file sonde.db-wal
expect_no_file sonde.db-shm

finish
