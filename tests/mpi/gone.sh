# A process of a triplet is gone while lmo is estimated: the run ends, nobody waits for it, and what was measured is in the store, from which the same command goes on.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1

begin "the process that is killed ends the run, which keeps what it had measured"
line="estimate lmo, process 2 killed"
$SONDE_MPIRUN 3 $yields sh -c 'echo $$ > "rank.${OMPI_COMM_WORLD_RANK-${PMI_RANK-none}}"; exec "$@"' sh "$SONDE" estimate lmo --reps 100000 --error 0 --patience 0 --run gone -o new.json > "$out" 2> "$err" < /dev/null &
launcher=$!
own=$launcher
taken=0
i=0
while [ "$taken" -lt 20 ] && [ $i -lt 6000 ]; do
	sleep 0.1
	taken=$("$tool" commits sonde.db-wal)
	i=$((i + 1))
done
[ "$taken" -gt 0 ] || fail "nothing was measured within ten minutes"
own="$launcher $(cat rank.0 rank.1 rank.2 | tr '\n' ' ')"
kill -9 "$(cat rank.2)"
i=0
while kill -0 $launcher 2> /dev/null && [ $i -lt 1200 ]; do
	sleep 0.1
	i=$((i + 1))
done
[ $i -lt 1200 ] || fail "the run had not ended two minutes after one of its processes was killed"
code=0
wait $launcher 2> /dev/null || code=$?
[ $code -ne 0 ] || fail "the run is said to have succeeded"
expect_no_file new.json
expect_equal "the run" "gone|killed" "$(runs sonde.db | tail -n 1 | cut -d '|' -f 1,3)"
[ "$(runs sonde.db | tail -n 1 | cut -d '|' -f 4)" -gt 0 ] || fail "no timings are there"

begin "a fit of what there is makes a model, or says what it still needs"
sonde fit lmo --run gone -o fitted.json
if [ $code -eq 0 ]; then
	expect_file fitted.json
else
	expect_code 1
	expect_err "measured"
	expect_no_file fitted.json
fi
finish
