# Traced programs that are killed, or whose disk is full: what the trace has are the calls that the program wrote down itself, up to the last block. SONDE_TRACE_KILLS
# says at how many moments one process is killed, and at as many all are; without it one process is killed at a first moment, and all are at a second.
. "$SONDE_SOURCE/tests/sh/lib.sh"
program=$SONDE_BUILD/tests/sonde_test_trace_log
check=$SONDE_BUILD/tests/sonde_test_trace_log_check
moments=${SONDE_TRACE_KILLS:-2}

gone() # process
{
	case $(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null) in
	Z* | X* | "") return 0 ;;
	esac
	return 1
}

pid_of() # rank
{
	od -An -t u8 -j 8 -N 8 "$1.log" 2> /dev/null | tr -d ' '
}

calls_of() # rank
{
	od -An -t u8 -N 8 "$1.log" 2> /dev/null | tr -d ' '
}

# Starts two processes, and waits until each has made so many calls.
start() # calls
{
	rm -rf trace 0.log 1.log
	# shellcheck disable=SC2086
	$SONDE_MPIRUN 2 $yields "$SONDE" trace -o trace "$program" . > "$out" 2> "$err" < /dev/null &
	launcher=$!
	own=$launcher
	i=0
	while [ $i -lt 30000 ] && ! gone $launcher; do
		[ "$(calls_of 0 || echo 0)" -ge "$1" ] 2> /dev/null && [ "$(calls_of 1 || echo 0)" -ge "$1" ] 2> /dev/null && break
		sleep 0.01
		i=$((i + 1))
	done
	own="$launcher $(pid_of 0) $(pid_of 1)"
}

# Nobody is left within two minutes.
await_end()
{
	i=0
	for process in $own; do
		while ! gone "$process" && [ $i -lt 1200 ]; do
			sleep 0.1
			i=$((i + 1))
		done
		gone "$process" || kill -9 "$process" 2> /dev/null
	done
	wait $launcher 2> /dev/null
	own=
}

expect_kept() # calls
{
	for rank in 0 1; do
		"$check" trace $rank $rank.log > kept || fail "process $rank, killed after $1 calls: $(cat kept)"
		[ -z "${SONDE_TRACE_KILLS-}" ] || echo "# process $rank: $(cat kept)"
	done
}

moment=0
while [ $moment -lt "$moments" ]; do
	# From before the first block is full on.
	calls=$((20000 + moment * 20011 + $$ % 9973 * 10))
	if [ -n "${SONDE_TRACE_KILLS-}" ] || [ $moment -eq 0 ]; then
		begin "one process is killed, $moment"
		start $calls
		kill -9 "$(pid_of $(((moment + $$) % 2)))" 2> /dev/null || fail "there is no process to kill"
		await_end
		expect_kept $calls
	fi
	if [ -z "${SONDE_TRACE_KILLS-}" ] && [ $moment -eq 0 ]; then
		moment=1
		continue
	fi
	begin "all processes are killed, $moment"
	start $calls
	# shellcheck disable=SC2046
	kill -9 $(pid_of 0) $(pid_of 1) 2> /dev/null || fail "there are no processes to kill"
	await_end
	expect_kept $calls
	moment=$((moment + 1))
done
sonde trace show trace
expect_code 0
expect_out "it ended without MPI_Finalize"

# Calls that are said not to be in the trace.
lost_by() # process
{
	sed -n "s/^sonde: process $1: tracing had to stop: .*; \\([0-9]*\\) calls are not in the trace$/\\1/p" "$err"
}

# What is run has a disk of its own for the trace: in namespaces, which need no root where users may have some.
on_full() # size, calls
{
	rm -rf trace 0.log 1.log
	mkdir -p full
	cat > on_full << END
mount -t tmpfs -o size=$1 tmpfs full || exit 99
$SONDE_MPIRUN 2 $yields "$SONDE" trace -o full/trace "$program" . $2
echo \$? > code
cp -r full/trace trace
END
	run unshare --user --map-root-user --mount sh on_full
	expect_code 0
	expect_equal "exit code of the program" 0 "$(cat code)"
}

mkdir -p full
if unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=8k tmpfs full' 2> /dev/null; then
	begin "a program whose trace has no room comes to its end, says that nothing is traced, and leaves no file that has nothing"
	on_full 8k 3000
	expect_err ": nothing is traced: "
	expect_err ": the trace cannot be written: No space left on device"
	expect_equal "files without content" "" "$(find trace -type f -empty)"

	begin "one whose trace fills its disk comes to its end, says how many calls are not in the trace, and all others are"
	on_full 64k 150000
	[ "$(lost_by 0)$(lost_by 1)" ] || fail "nothing is said to be lost"
	expect_err ": the trace cannot be written: No space left on device; "
	for rank in 0 1; do
		lost=$(lost_by $rank)
		"$check" trace $rank $rank.log "${lost:-0}" > kept || fail "process $rank, ${lost:-0} calls lost: $(cat kept)"
	done
	sonde trace show trace
	expect_code 0
else
	begin "a full disk"
	skip_case "no namespace of mounts here"
fi
finish
