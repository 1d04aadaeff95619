# A schedule is carried out by live processes, beside its simulation: times are those of its computation at least, and what cannot be carried out is refused by all.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp plogp.json

begin "computation and a message: each process takes at least what it computes before its end"
printf 'num_ranks 2\nrank 0 {\na: calc 300000\nb: send 100000b to 1 tag 3\nb requires a\n}\nrank 1 {\na: recv 100000b from 0 tag 3\nb: calc 200000\nb requires a\n}\n' > two.goal
live 2 measure schedule two.goal -m plogp.json --reps 10 --json
expect_code 0
expect_json summary/repetitions 10
for row in 0 1; do
	least=$(awk "BEGIN { print $row ? 500e-6 : 300e-6 }")
	value=$(json "$out" rows/$row/seconds)
	awk "BEGIN { exit !($value >= 0.999 * $least && $(json "$out" rows/$row/low) <= $value && $value <= $(json "$out" rows/$row/high)) }" || fail "process $row takes $value s"
	awk "BEGIN { off = $value - $(json "$out" rows/$row/simulated) - $(json "$out" rows/$row/residual); exit !(off < 1e-9 && off > -1e-9) }" || fail "the residual of process $row is another one"
done
# 300 us, then o_s; the message takes what PLogP says, and the receiver computes 200 us more.
sonde simulate two.goal -m plogp.json --queued --json
expected=$(json "$out" summary/seconds)
live 2 measure schedule two.goal -m plogp.json --reps 2 --json
expect_near "the simulation beside it" "$expected" "$(json "$out" summary/simulated)" 1e-12

begin "a traced program's pattern, with its computation"
if [ -e "$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so" ]; then
	launch 2 "$SONDE" trace -o cg.trace "$SONDE_BUILD/tests/sonde_example_cg" 200 5
	expect_code 0
	sonde trace export cg.trace --format goal -o cg.goal
	expect_code 0
	live 2 measure schedule cg.goal --reps 3 --csv
	expect_code 0
	expect_equal "processes" 2 "$(grep -c '^[01],' "$out")"
else
	echo "# skipped in part: this build has no tracer"
fi

begin "what cannot be carried out is refused, and nobody waits for ever"
printf 'num_ranks 2\nrank 0 {\na: calc 5\n}\nrank 1 {\na: calc 5 cpu 1\n}\n' > cpu.goal
live 2 measure schedule cpu.goal
expect_refusal 1 "process 1, operation 0, is for CPU 1"
printf 'num_ranks 2\nrank 0 {\na: send 3000000000b to 1\n}\nrank 1 {\na: recv 3000000000b from 0\n}\n' > large.goal
live 2 measure schedule large.goal
expect_refusal 1 "MPI moves at most 2147483647 at once"
printf 'num_ranks 2\nrank 0 {\na: send 5b to 1\n}\nrank 1 {\na: recv 5b from -1\n}\n' > any.goal
live 2 measure schedule any.goal
expect_refusal 1 "receives from anyone or of any tag"
printf 'num_ranks 3\nrank 0 {\na: calc 5\n}\nrank 1 {\na: calc 5\n}\nrank 2 {\na: calc 5\n}\n' > three.goal
live 2 measure schedule three.goal
expect_refusal 1 "one of 3 processes, and 2 were started"
printf 'num_ranks 2\nrank 0 {\na: recv 5b from 1\n}\nrank 1 {\na: calc 5\n}\n' > dead.goal
live 2 measure schedule dead.goal -m plogp.json
expect_refusal 1 "process 0"
finish
