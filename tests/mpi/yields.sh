# Under MPICH, whose waiting processes keep their CPU, sonde makes them yield where they outnumber CPUs, and only there. What is counted are calls of sched_yield.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = mpich ] || skip_test "other libraries than MPICH yield by themselves"
command -v taskset > /dev/null || skip_test "there is no taskset"
counting=$SONDE_BUILD/tests/libsonde_test_count_yields.so
cpus=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
first=${cpus%%[-,]*}

measured() # CPUs, processes: a small measurement; how often each process yielded goes to the file yields, what is kept to runs.db
{
	rm -f yields runs.db
	# shellcheck disable=SC2086
	run taskset -c "$1" $SONDE_MPIRUN "$2" env LD_PRELOAD="$counting" SONDE_TEST_YIELDS="$PWD/yields" ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" \
		"$SONDE" measure p2p --sizes 0 $quick --spread 0 --store runs.db
	expect_code 0
	expect_equal "processes that were counted" "$2" "$(grep -c . yields)"
}

begin "two processes on one CPU yield while they wait; that is said, kept and shown"
measured "$first" 2
expect_equal "processes that did not yield" 0 "$(awk '$1 == 0' yields | grep -c .)"
expect_err "2 processes are made to yield"
sonde runs show 1 --store runs.db --csv
expect_code 0
expect_equal "what is kept" 2 "$(sed -n 's/^processes that yield while they wait,//p' "$out" | tr -d '\r')"

begin "processes that have a CPU each never yield"
if [ "$(nproc)" -lt 2 ]; then
	skip_case "there is one CPU"
else
	measured "$cpus" 2
	expect_equal "processes that yielded" 0 "$(awk '$1 > 0' yields | grep -c .)"
	contains "$err" "made to yield" && fail "processes are said to yield"
	sonde runs show 1 --store runs.db --csv
	contains "$out" "yield" && fail "processes are said to yield"
fi
finish
