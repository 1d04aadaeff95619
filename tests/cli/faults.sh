# Faults while it is measured: clocks that jump, a disk that becomes full. What was measured is kept, the run ends, and what happened is said. Those of networks and nodes: tests/cli/lab-faults.sh, bench/faults_lab.sh.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
there="--platform synthetic:model.json --sizes 0,1K,64K --reps 20:20 --statistic median"

begin "a clock that jumps forward while something is timed is named, and medians stay"
sonde measure p2p $there --store kept.db --json
expect_code 0
contains "$err" upset && fail "something is said to be upset"
mv "$out" steady
sonde measure p2p $there --store kept.db --clock-jump 10s:5ms --json
expect_code 0
expect_err "of 60 timings was upset: the worst took 10 s more than its point's median (roundtrip of "
expect_err "the clock that times are taken by jumped: meanwhile it went 10 s further than the machine's other clock"
for row in 0 1 2; do
	expect_near "median of row $row" "$(json steady rows/$row/seconds)" "$(json "$out" rows/$row/seconds)" 1e-9
done
sonde runs show run-2 --store kept.db
expect_out "was upset"

begin "a timing during which a clock goes back is made again"
sonde measure p2p $there --store back.db --clock-jump=-10s:5ms --json
expect_code 0
expect_err "10 s less far than the machine's other clock; timings below 0, which were made again: 1"
for row in 0 1 2; do
	expect_near "median of row $row" "$(json steady rows/$row/seconds)" "$(json "$out" rows/$row/seconds)" 1e-9
done
expect_equal "timings kept" 60 "$("$SONDE" export --store back.db --format csv --quiet | awk 'END { print NR - 1 }')"

# In a namespace of its own, which needs no root where users may have one: a disk of 1 MiB.
begin "a disk that becomes full ends the run with the reason, and what was kept before can be read"
mkdir full
cat > on_full << END
mount -t tmpfs -o size=1m tmpfs full || exit 77
"\$SONDE" measure p2p $there --store full/store.db --quiet > /dev/null || exit 99
"\$SONDE" measure p2p --platform synthetic:model.json --sizes 0:1M --reps 1000:1000 --store full/store.db --quiet
echo \$? > code
"\$SONDE" export --store full/store.db --format csv --quiet > kept.csv
"\$SONDE" runs list --store full/store.db --csv --quiet > runs.csv
END
if unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=1m tmpfs full' 2> /dev/null; then
	run env SONDE="$SONDE" unshare --user --map-root-user --mount sh on_full
	expect_equal "exit code" 1 "$(cat code)"
	expect_err "the store 'full/store.db' cannot be written: no room is left on its file system"
	expect_equal "timings of the run before, of the run that was ended" "60 yes" "$(awk -F, 'NR == 2 { before = $(NF - 3) } NR == 3 { n = $(NF - 3) } END { print before, (n > 0 ? "yes" : "no") }' runs.csv)"
	expect_equal "timings that can be read" "$(awk -F, 'NR == 3 { print $(NF - 3) }' runs.csv)" "$(awk 'END { print NR - 1 }' kept.csv)"
else
	skip_case "no namespace of mounts here"
fi
finish
