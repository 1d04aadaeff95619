# sonde measure collective and overlap on a live platform: every operation, timed in every way, with results checked at every process; wrong results are found.
. "$SONDE_SOURCE/tests/sh/lib.sh"
corrupt=$SONDE_BUILD/tests/libsonde_test_corrupt.so
export OMPI_MCA_rmaps_base_oversubscribe=1
quick="--patience 0 --reps 2:2 --quiet"

# Whether it was measured by global timing: where too many processes want the CPUs they may never begin together, and that is said.
measured_globally() # processes, arguments
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	live "$processes" measure collective "$@" --timing global $quick --json
	[ $code -ne 1 ] || ! contains "$err" "the machine is too busy for global timing" || return 1
	expect_code 0
}

for operation in bcast scatter scatterv gather gatherv reduce allreduce allgather alltoall reduce_scatter scan exscan; do
	begin "$operation of $(several 2 3) processes"
	for processes in $(several 2 3); do
		live $processes measure collective --op $operation --timing max --sizes 0,1,1000,20000 $quick --json
		expect_code 0
		expect_json rows/# 4
	done
	measured_globally 3 --op $operation --sizes 100 && expect_measured "$operation" "$(json "$out" rows/0/seconds)"
done

begin "a barrier, and root timing at a root that is not process 0"
live 3 measure collective --op barrier --timing max $quick --json
expect_code 0
expect_json rows/# 1
live 3 measure collective --op gather --timing root --root 2 --sizes 1000 --patience 0 --reps 2:2 --json
expect_code 0
expect_json rows/# 1
expect_err "root timing: the barrier that confirms the end took"

begin "acknowledged timing, also from a root that is not process 0; of a bcast alone"
for root in 0 2; do
	live 3 measure collective --op bcast --timing acknowledged --root $root --sizes 0,1000,20000 --patience 0 --reps 2:2 --json
	expect_code 0
	expect_json rows/# 3
	expect_err "acknowledged timing: 3 broadcasts for each timing; the acknowledgement of who was last took"
done
live 3 measure collective --op bcast --algorithm chain --segment 1000 --timing acknowledged --sizes 20000 $quick --json
expect_code 0
live 3 measure collective --op reduce --timing acknowledged --sizes 1 $quick
expect_refusal 2 "acknowledged timing tells when each receiver of a bcast is done"

begin "an algorithm that the library is told to take"
live 3 measure collective --op bcast --algorithm native:binomial --timing max --sizes 1,1000 $quick --json
expect_code 0
expect_json rows/0/algorithm native:binomial
live 3 measure collective --op reduce_scatterv --timing max --sizes 1000 $quick --json
expect_code 0
live 3 measure collective --op bcast --algorithm native:nothing --timing max --sizes 1 $quick
expect_code 1
expect_err 'has no algorithm "nothing"'

begin "blocks that are not contiguous, at the root or elsewhere, with a root that is not process 0"
for operation in $(several scatter gather gatherv scatterv); do
	for type in $(several vector subarray indexed); do
		live 3 measure collective --op $operation --timing max --root 1 --layout cc,cn,nc,nn --type $type --block 100 --stride 3 --sizes 0,1,100,1050,20000 $quick --json
		expect_code 0
		expect_json rows/# 20
		expect_json rows/3/layout nn
		expect_measured "$operation" "$(json "$out" rows/19/seconds)"
	done
done
live 2 measure collective --op bcast --layout nn --sizes 1K $quick
expect_refusal 1 "layouts are those of scatter, scatterv, gather and gatherv by the MPI library"
live 2 measure collective --op scatter --algorithm linear --layout nn --sizes 1K $quick
expect_refusal 1 "scatter by linear has contiguous data"

begin "gathers and scatters in parts, by sonde's algorithm and by the library's own"
for operation in scatter gather scatterv gatherv; do
	for algorithm in split native:split; do
		live 3 measure collective --op $operation --algorithm $algorithm --segment 1000 --timing max --sizes 0,999,1000,1001,20000 $quick --json
		expect_code 0
		expect_json rows/# 5
		expect_json rows/0/algorithm $algorithm
	done
done
live 2 measure collective --op gather --algorithm native:split --sizes 1K $quick
expect_refusal 2 "--segment says how long parts are"
live 2 measure collective --op bcast --algorithm native:split --segment 1K --sizes 1K $quick
expect_refusal 1 "gather, gatherv, scatter and scatterv are done in parts"

begin "a root that comes late is waited for: from the common beginning on its 50 ms are in the time"
# By the longest time of any process they are in it if another one leaves the barrier at once, which smpi/collective sees to.
live 3 measure collective --op bcast --arrival late-root:50ms --timing max --sizes 1000 $quick --json
expect_code 0
expect_json summary/arrival late-root:0.05
expect_measured "a broadcast of a late root" "$(json "$out" rows/0/seconds)"
if measured_globally 3 --op bcast --arrival late-root:50ms --sizes 1000; then
	awk -v t="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(t > 0.049) }' || fail "global timing gives $(json "$out" rows/0/seconds) s" # clocks of one host are the same to less than that
fi
live 3 measure collective --op bcast --arrival late --sizes 1 $quick
expect_refusal 2 "nor a file that can be read"

begin "a wrong result is an error that says which operation, where and at which byte"
settings="CORRUPT_RANK=1 CORRUPT_BYTES=1000 CORRUPT_AFTER=0"
run $SONDE_MPIRUN 3 $(preloading "$corrupt") $settings "$SONDE" measure collective --op bcast --root 1 --sizes 1000 $quick
expect_code 1
expect_err "bcast of 1000 bytes, root 1: the result at process"
expect_err "is wrong at byte 999"
run $SONDE_MPIRUN 3 $(preloading "$corrupt") $settings "$SONDE" measure collective --op alltoall --sizes 1000 $quick
expect_code 1
expect_err "alltoall of 1000 bytes"
expect_err "the result at process 1 is wrong at byte 1000"

begin "where processes cannot begin together global timing is refused, and nothing is kept in its place; max timing does without"
late=$(preloading "$SONDE_BUILD/tests/libsonde_test_late.so")
run $SONDE_MPIRUN 2 $late "$SONDE" measure collective --op bcast --sizes 1000 $quick --store late.db
expect_refusal 1 "the machine is too busy for global timing"
expect_equal "observations that were kept" 0 "$(runs late.db | awk -F'|' '{ n += $5 } END { print n + 0 }')"
run $SONDE_MPIRUN 2 $late "$SONDE" measure collective --op bcast --timing max --sizes 1000 $quick --store late.db
expect_code 0

begin "a clock that jumps between beginnings is read anew, whichever process has it, and that of process 0 is named"
while read -r process jump; do
	rm -f jumped.db
	run $SONDE_MPIRUN 2 $(preloading "$SONDE_BUILD/tests/libsonde_test_clock_jump.so") sh -c '[ "${OMPI_COMM_WORLD_RANK-${PMI_RANK-none}}" != '$process' ] || export CLOCK_JUMP='$jump' CLOCK_JUMP_AFTER=2; exec "$@"' sh "$SONDE" \
		measure collective --op allreduce --sizes 1000 --reps 1000000:1000000 --budget 4s --patience 0 --store jumped.db --json
	expect_code 0
	[ $process = 1 ] || expect_err "the clock that times are taken by jumped: meanwhile it went ${jump#-} s "
	# Beginnings that wait for another clock would each take as long as it jumped: one or two are under way when it does.
	upset=$(sed -n 's/.*warning: \([0-9]*\) of [0-9]* timings w[a-z]* upset.*/\1/p' "$err")
	[ "${upset:-0}" -le 2 ] || fail "$upset timings are upset"
done << END
0 10
0 -0.4
1 0.4
1 -0.3
END

begin "overlap of computation with a message, at either side"
for side in sender receiver; do
	live 2 measure overlap --side $side --sizes 1K,64K $quick --json
	expect_code 0
	expect_json rows/# 14
	# A sender that is kept from its CPU begins late, and finds a part of the receiver's computation done: smpi/embed has that side's times.
	[ $side = sender ] || continue
	for row in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do
		compute=$(json "$out" "rows/$row/compute")
		whole=$(json "$out" "rows/$row/seconds")
		awk -v c="$compute" -v w="$whole" 'BEGIN { exit !(w >= 0.999 * c) }' || fail "row $row: the whole took $whole s, the computation in it $compute s"
	done
done

begin "amounts of computation as they are given"
live 2 measure overlap --sizes 16K --parts 0.5,3 --patience 0 --reps 5:5 --quiet --json
expect_code 0
expect_json rows/# 2
expect_near "six times as much" "$(json "$out" rows/0/compute | awk '{ print 6 * $1 }')" "$(json "$out" rows/1/compute)" 1e-5
for parts in "" 0,,1 -1 1,x 1, 2000; do
	live 2 measure overlap --sizes 16K --parts "$parts" --store refused.db
	expect_refusal 2 "is no list of at most 32 numbers"
done

begin "what makes no sense is refused"
live 2 measure collective --op allreduce --root 1 --store refused.db
expect_refusal 2 "allreduce has no root"
live 2 measure collective --op gather --root 2 --store refused.db
expect_refusal 2 "there are processes 0 to 1"
live 2 measure collective --op barrier --sizes 1K --store refused.db
expect_refusal 2 "a barrier moves no data"
live 1 measure collective --store refused.db
expect_refusal 2 "there is 1"
finish
