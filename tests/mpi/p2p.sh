# sonde measure p2p on a live platform: every operation in every pattern, datatypes at either end, cold data, pairs at the same time. Each message's content is checked where it arrives.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1
quick="--patience 0 --reps 2:2 --quiet"

measured() # number of rows expected, processes, arguments
{
	rows=$1
	shift
	processes=$1
	shift
	# shellcheck disable=SC2086
	live "$processes" measure p2p $quick --json "$@"
	expect_code 0
	expect_json rows/# "$rows"
	expect_measured "a message" "$(json "$out" rows/0/seconds)"
}

for operation in send ssend isend persistent sendrecv put put-lock get get-lock; do
	begin "$operation: round trips and head-to-head"
	measured 4 2 --op $operation --sizes 0,1,1000,20000
	measured 2 2 --op $operation --pattern head-to-head --sizes 1,20000
	[ $operation = sendrecv ] || measured 2 2 --op $operation --pattern oneway --count 5 --sizes 0,1000
done

for type in vector indexed subarray; do
	begin "$type at either side or at both ($(several nc cn nn)), also where blocks do not come out even"
	for layout in $(several nc cn nn); do
		measured 5 2 --layout $layout --type $type --block 100 --stride 3 --sizes 0,1,100,1000,1050
	done
	measured 2 2 --layout cn --type $type --op isend --sizes 7,1000
	measured 2 2 --layout nc --type $type --op put --sizes 7,1000
	measured 2 2 --layout nn --type $type --op get-lock --sizes 7,1000
done

begin "data out of cache, single calls, other processes"
measured 1 2 --cold both --sizes 1K
measured 2 2 --cold sender --layout nc --op isend --sizes 1K,64K
measured 2 2 --cold both --pattern head-to-head --sizes 1K,300K
measured 1 2 --path send --layout nc --sizes 1K
measured 1 2 --path receive --cold receiver --sizes 1K
measured 1 3 --pairs 0:2 --others busy --sizes 1K

begin "what processes have of their CPUs meanwhile is kept and told, of those that take part"
live 3 measure p2p $quick --pairs 0:2 --sizes 0,1K --run loads --store loads.db --json
expect_code 0
for which in least most; do
	awk -v load="$(json "$out" summary/cpu_load/$which)" 'BEGIN { exit !(load > 0) }' || fail "the $which load is none"
done
case $(json "$out" summary/cpu_load/least_process)$(json "$out" summary/cpu_load/most_process) in
02 | 20 | 00 | 22) ;;
*) fail "a load of a process that was not timed" ;;
esac
sonde runs show loads --store loads.db --csv
for process in 0 2; do
	expect_out "CPU load of process $process,"
done
grep -q "CPU load of process 1," "$out" && fail "a load of a process that was not timed"
sonde report -o page.html --store loads.db
expect_code 0
contains page.html "of the time that they were timed." || fail "the page says nothing of CPUs"

begin "pairs at the same time, and all pairs"
measured 2 4 --pattern bisection --sizes 1K
measured 2 5 --pattern bisection --partners far --sizes 1K
measured 4 4 --pattern bisection --partners 3:0,1:2 --sizes 1K,2K --layout nn
measured 3 3 --pairs all --sizes 1K
measured 6 4 --pairs all --parallel --sizes 1K --op isend
measured 3 3 --pairs all --side-by-side --sizes 1K
awk -v t="$(json "$out" rows/0/parallel)" 'BEGIN { exit !(t > 0) }' || fail "no time beside others"

begin "variants in turns: a row for each, all in one run"
measured 8 2 --op send,isend --cold none,both --sizes 0,1K --run turns --store turns.db
expect_json rows/0/op send
expect_json rows/1/cold both
expect_json rows/3/op isend
measured 6 2 --layout cc,nc,nn --block 100 --sizes 1,1050
measured 4 4 --pattern bisection --op send,isend --sizes 1K
sonde report --store turns.db --plot roundtrips -o turns.svg
expect_code 0
for curve in "0 to 1, send" "send, cold both" "0 to 1, isend" "isend, cold both"; do
	grep -q "$curve" turns.svg || fail "$curve is not drawn"
done

begin "a message to each of two receivers: of one triplet, of all, in parallel"
measured 2 3 --pattern one-to-two --sizes 0,1K
expect_json rows/0/and_to 2
measured 3 3 --pattern one-to-two --triplets all --sizes 1K --op isend
measured 2 4 --pattern one-to-two --triplets 3:0:1,2:3:0 --sizes 1K
expect_json rows/1/to 0
expect_json rows/1/and_to 3
measured 3 6 --pattern one-to-two --triplets 0:1:2,3:4:5,1:0:2 --parallel --sizes 100

begin "of more than two processes the first two are measured, and that is said"
live 3 measure p2p --patience 0 --reps 2:2 --sizes 1K --json
expect_code 0
expect_err "processes 0 and 1 are measured; 1 other is there (--pairs says which two)"
expect_json rows/# 1

begin "what makes no sense is refused before anything is measured"
while IFS='|' read -r processes arguments text; do
	# shellcheck disable=SC2086
	live "$processes" measure p2p $arguments --store refused.db
	[ $code -ne 0 ] || fail "$arguments was not refused"
	expect_err "$text"
	expect_silence out
done << 'END'
2|--op sendrecv --pattern oneway|sendrecv goes both ways
2|--op isend --path send|single calls are timed of MPI_Send
2|--parallel|goes with --pairs all only
2|--partners far|goes with --pattern bisection only
4|--pattern bisection --partners 0:1,1:2|one pair only
4|--pattern bisection --partners 0:9|processes of 0 to 3
4|--pattern bisection --others busy|the others send messages themselves
4|--pattern bisection --pairs 0:1|a bisection has the pairs
4|--pattern bisection --op send,put|windows of several pairs at the same time
4|--pairs all --parallel --op get-lock|windows of several pairs at the same time
2|--pattern one-to-two|a sender and two receivers are three processes
3|--pattern one-to-two --op ssend|a one-to-two is sent by MPI_Send or MPI_Isend
3|--pattern one-to-two --cold both|a one-to-two is of contiguous data in cache
3|--pattern one-to-two --layout nn|a one-to-two is of contiguous data in cache
3|--pattern one-to-two --pairs 0:1|a one-to-two has the processes that --triplets says
3|--pattern one-to-two --triplets 0:1:3|three different processes of 0 to 2
2|--triplets all|they go with --pattern one-to-two only
2|--op send,put --path send|single calls are timed of MPI_Send
2|--op send,send|send is there twice
2|--op send,ssend,isend --cold none,both --layout cc,nn|12 variants: at most 8
END
finish
