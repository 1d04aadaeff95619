# What sonde reads in rule files of Open MPI's coll/tuned is what the library's own functions read: files drawn at random, whole and broken.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = openmpi ] || skip_test "coll/tuned is Open MPI's"
seed=${SONDE_RULES_SEED-$(date +%s)}
begin "files drawn with seed $seed: ignored alike, and the same rules are found"
tuned=$(ompi_info --path pkglibdir --parsable 2> /dev/null | sed 's/.*://')/mca_coll_tuned.so
[ -e "$tuned" ] || tuned=$(find "$(ompi_info --path libdir --parsable | sed 's/.*://')" -name mca_coll_tuned.so | head -n 1)
launch 1 "$SONDE_BUILD/tests/sonde_test_rules" "$tuned" "${SONDE_RULES_FILES-2000}" "$seed"
expect_code 0
expect_out " 0 failures"
sed 's/^/# /' "$out"

begin "rules by measurements: the library itself is told what to take, and what it takes is kept"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-6, "o_s": 1e-7, "o_r": 2e-7, "g": 3e-7, "G": 1e-10}}\n' > loggp.json
live 2 tune -m loggp.json --only bcast,gather --sizes 4K,64K --segments 16K --reps 6:6 --budget none -o live.conf --store tune.db
expect_code 0
expect_err "round 1:"
[ ! -e live.conf ] || expect_err "-n 2 sonde tune --verify live.conf --prune -o live-pruned.conf"
sonde export run-1 --store tune.db --quiet
for algorithm in basic_linear chain pipeline binomial knomial; do
	grep -q "forced=$algorithm" "$out" || fail "$algorithm of bcast was not measured"
done
grep -q "forced=linear_sync" "$out" || fail "linear_sync of gather was not measured"
if [ -e live.conf ]; then
	grep -q "measured among 2 processes" live.conf || fail "the file does not say that it was measured"
	sonde tune --check live.conf
	expect_code 0
fi

begin "rules are seen at work: algorithms, fan-outs and segments at both ends of their sizes"
cat > seen.conf << 'EOF'
4
7 3
2 1  0 0 0 0
4 4  0 1 0 0  1024 6 0 1024  65536 2 2 16384  300000 0 0 0
5 1  0 0 0 0
11 2
2 1  0 0 0 0
4 2  0 2 3 512  40000 4 0 4096
2 2
3 1  0 4 0 0
4 2  0 5 0 4096  100000 0 0 0
15 1
4 1  0 1 0 0
EOF
live 4 tune --verify seen.conf --json
[ "$code" = 0 ] || expect_code 3 # which is slower is not for a test
expect_equal "rules that are not in force" 0 "$(jq '[.rows[] | select(.verdict == "not in force")] | length' "$out")"
jq -e '[.rows[] | select(.operation == "bcast" and .size == 65536)][0] | .ran == "bcast_intra_chain" and .fanout == 2 and .segment == 16384' "$out" > pair || fail "the chain was not seen"
expect_equal "sizes that are left to the library, and not decided by it" 0 "$(jq '[.rows[] | select(.rule == "-" and .verdict != "unchanged")] | length' "$out")"
jq -r '.rows[] | select(.rule != "-") | "\(.operation) \(.processes) \(.size) \(.ran)"' "$out" > seen
expect_equal "ends of rules" 16 "$(jq '[.rows[] | select(.rule != "-")] | group_by([.operation, .processes, .rule, .segment]) | map([(map(.size) | min, max)] | unique | length) | add' "$out")"
grep -q '^allreduce 3 1 allreduce_intra_ring$' seen || fail "three processes have a communicator of their own"
grep -q '^allreduce 4 99999 allreduce_intra_ring_segmented$' seen || fail "the end of a range was not seen"

begin "what is slower is taken out, and nothing else"
live 4 tune --verify seen.conf --prune -o left.conf --json
expect_code 0
expect_err "are in left.conf. mpirun -n 4 --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename left.conf ./program"
worse=$(jq -r '[.rows[] | select(.verdict == "worse") | "\(.operation) \(.processes) \(.rule) \(.segment)"] | unique | length' "$out")
said=$(grep -c "^sonde: \(taken out\|cut\): " "$err")
parts=$(sed -n 's/^sonde: cut: .* is left for //p' "$err" | tr ',' '\n' | grep -c B)
expect_equal "rules that are said to be taken out or cut" "$worse" "$said"
[ "$worse" -gt 0 ] || expect_err "no rule was slower: none is taken out"
sonde tune --check left.conf
[ "$(sed 's/#.*//' left.conf | awk 'NF == 4 && $2 > 0' | wc -l)" = $((8 - worse + parts)) ] || fail "$worse rules are slower, $parts parts of them are to be left, and $(sed 's/#.*//' left.conf | awk 'NF == 4 && $2 > 0' | wc -l) of 8 are left"

begin "a rule that is not looked at counts once, and one that was looked at among other processes does not"
printf '1 0 2\n2 4\n0 1 0 0\n5 2 0 0\n6 1 0 0\n999999999 1 0 0\n5 1\n0 1 0 0\n' > twice.conf # no block makes 5 bytes among 2 processes or 3
live 4 tune --verify twice.conf --json
[ "$code" = 0 ] || expect_code 3
expect_json 'summary/not looked at' 3
expect_equal "processes" "[2,4]" "$(jq -c '[.rows[].processes] | unique' "$out")"

begin "rules for more processes than there are here are not looked at, which is said, and nothing is written"
printf '1 7 1 4 1 0 1 0 0\n' > more.conf
live 2 tune --verify more.conf --prune -o unseen.conf
expect_code 1
expect_err "nothing was looked at: its rules are for more processes than there are here"
expect_no_file unseen.conf

begin "rules that end a program are not tried, nor those that the library ignores"
printf '1 7 1 4 1 0 11 0 0\n' > ends.conf
live 2 tune --verify ends.conf
expect_refusal 1 "bcast has no algorithm 11: 1 to 9, or 0 for the library's own decision. It is not tried"
printf '1 7 1 4 1 8 1 0 0\n' > ignored.conf
live 2 tune --verify ignored.conf
expect_refusal 1 "the library ignores the file"
finish
