# Runs of a store: listed, shown, removed, exported, compared, and resumed after an interruption. On synthetic platforms, whose times are known.
. "$SONDE_SOURCE/tests/sh/lib.sh"

write_plogp plogp.json
sed 's/10e-6/10.8e-6/' plogp.json > slower.json
cat > hockney.json << 'END'
{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10e-6, "beta": 2e-9}}
END
sizes="--sizes 0,1K,64K"

begin "runs are listed with what they were for, where they were measured and how the machine was"
sonde measure p2p --platform synthetic:hockney.json $sizes --quiet --run first
sonde estimate hockney --platform synthetic:hockney.json $sizes --quiet --run second
sonde runs list --json
expect_code 0
expect_json rows/# 2
expect_json rows/0/name first
expect_json rows/0/purpose "measure p2p send roundtrip"
expect_json rows/1/purpose "estimate hockney regression"
expect_json rows/0/platform synthetic
expect_json rows/0/processes 2
expect_json rows/0/points 3
expect_json rows/0/verdict "stayed the same"
expect_equal "observations" "$(runs sonde.db | head -n 1 | cut -d '|' -f 5)" "$(json "$out" rows/0/observations)"

begin "a run is shown with its circumstances, its parts and its notes; the newest if none is named"
sonde runs show first
expect_code 0
expect_out "Run first"
expect_out "sonde measure p2p --platform synthetic:hockney.json"
expect_out "part: roundtrip"
expect_out "The machine stayed the same"
sonde runs show
expect_out "Run second"

begin "what there is not is refused, and what is asked for wrongly too"
sonde runs show third
expect_refusal 1 "there is no run 'third'"
sonde runs lst
expect_refusal 2 'did you mean "list"'
for operands in "" first "first second third" "first second --baseline third" "--baseline first"; do
	sonde runs compare $operands
	expect_refusal 2 "runs compare takes 2 runs or groups of launches, or one and --baseline, by name or number"
done
sonde runs list first
expect_refusal 2 "runs list takes no run; show takes one"
sonde runs show first second
expect_refusal 2 "runs show takes 1 run, or none for the newest"
sonde runs delete
expect_refusal 2 "runs delete takes 1 run or more"
for action in list "show first" "delete first"; do # nothing is ignored, and nothing done
	for option in "--confidence 0.9" "--fail-if-slower 5%" "--machine-state each" "--baseline second"; do
		sonde runs $action $option
		expect_refusal 2 "${option%% *} goes with runs compare, not with runs ${action% *}"
	done
done
sonde runs compare first 1
expect_refusal 2 "are the same run"
sonde runs list --store nowhere.db
expect_refusal 1 "there is no store"
expect_no_file nowhere.db

begin "the export holds every observation, in three formats"
n=$(runs sonde.db | head -n 1 | cut -d '|' -f 5)
sonde export first -o first.csv
expect_code 0
expect_equal "lines of CSV" $((n + 1)) "$(wc -l < first.csv | tr -d ' ')"
expect_equal "columns" "experiment,from,to,setup,bytes,reply_bytes,count,loop,warmup,delay,batch,number,at,seconds,send_seconds,state_before,state_after,level" "$(head -n 1 first.csv | tr -d '\r')"
sonde export first --format json -o first.json
expect_equal "rows of JSON" "$n" "$(json first.json rows/#)"
expect_near "a round trip of 1 KiB" 24.096e-6 "$(awk -F , '$5 == 1024 { print $14; exit }' first.csv)" 1e-9
sonde export first --format gnuplot
expect_code 0
expect_equal "lines of numbers" "$n" "$(grep -c '^[0-9]' "$out")"
expect_out "# index 0: roundtrip, process 0 to 1, answers of the same size"

begin "-o /dev/stdout goes on where standard output is, whatever that leads to"
{
	echo first
	"$SONDE" export first -o /dev/stdout
	echo last
} > whole.csv
{ echo first; cat first.csv; echo last; } > expected.csv
expect_same_text expected.csv whole.csv

begin "the form is said once"
for form in --json --csv; do
	sonde export first --format gnuplot $form -o twice.dat
	expect_refusal 2 "--format gnuplot and $form: say one of the two"
done
expect_no_file twice.dat

begin "however many observations there are, they need no more memory"
if nm -D "$SONDE" | grep -q __asan_; then
	skip_case "the sanitizers want memory of their own"
else
	sonde measure p2p --platform synthetic:hockney.json --sizes 0,1K,64K --noise 0.01 --seed 5 --reps 20:20 --store large.db --quiet
	expect_code 0
	"$tool" sql large.db <<-'END'
		INSERT INTO observations SELECT o.batch, o.number + i * (SELECT max(number) + 1 FROM observations AS b WHERE b.batch = o.batch),
			o.at + i * 1e-6, o.seconds * (1 + i * 1e-7), o.send_seconds, o.state_before, o.state_after, o.level
		FROM observations AS o, (WITH RECURSIVE copies (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copies WHERE i < 999) SELECT i FROM copies);
	END
	for form in csv json; do # 60000 rows of 15 cells of 16 bytes are 14 MB
		sonde export --store large.db --format $form -o large.$form
		expect_code 0
		(ulimit -d 12000 && exec "$SONDE" export --store large.db --format $form -o limited.$form) 2> "$err" || fail "12 MB of memory do not suffice"
		expect_same_text large.$form limited.$form
	done
	expect_equal "rows of JSON" "$(($(wc -l < large.csv) - 1))" "$(json limited.json rows/#)"
	[ "$(json limited.json rows/#)" -ge 60000 ] || fail "too few to need more"
fi

begin "a summary has a row per point"
sonde export first --summary --json
expect_json rows/# 3
expect_json rows/2/bytes 65536
for column in min lower_quartile median mean upper_quartile max median_low median_high; do
	expect_near "$column" 282.144e-6 "$(json "$out" rows/2/$column)" 1e-9
done
sonde export second --summary --format gnuplot -o second.dat
expect_code 0
if command -v gnuplot > /dev/null; then
	run gnuplot -e 'set terminal dumb; plot "second.dat" index 0 using 1:7 with linespoints'
	expect_code 0
	expect_silence err
fi

begin "an export does not overwrite the store"
sonde export first -o sonde.db
expect_refusal 2 "this is the store"

begin "equal runs differ by nothing"
sonde measure p2p --platform synthetic:hockney.json $sizes --quiet --run same
sonde runs compare first same --json
expect_code 0
expect_json rows/# 3
for row in 0 1 2; do
	expect_near "ratio" 1 "$(json "$out" rows/$row/ratio)" 1e-12
	expect_near "p" 1 "$(json "$out" rows/$row/p)" 0
done
expect_json summary/platforms "the same"
expect_near "overall" 0 "$(json "$out" summary/roundtrip/slower)" 1e-12
expect_json summary/roundtrip/differ 0
sonde runs compare first same
expect_out "no difference shown"

# A round trip is 26 and 27.6 us: 6.15 %.
begin "a platform that is slower is said to be, by how much, how surely, and that it is another one"
sonde measure p2p --platform synthetic:plogp.json --sizes 0 --noise 0.01 --reps 60:60 --quiet --run quick
sonde measure p2p --platform synthetic:slower.json --sizes 0 --noise 0.01 --reps 60:60 --seed 2 --quiet --run slow
sonde runs compare quick slow --json
expect_code 0
shift=$(json "$out" rows/0/shift)
awk -v s="$shift" -v l="$(json "$out" rows/0/low)" -v h="$(json "$out" rows/0/high)" -v t="$(json "$out" rows/0/p_holm)" 'BEGIN { exit !(l < s && s < h && l < 0.0615 && 0.0615 < h && t < 0.001) }' ||
	fail "the shift is not the 6.15 % that it should be"
expect_near "the same as a number" 0.0615 "$(json "$out" summary/roundtrip/slower)" 0.1
expect_json summary/roundtrip/points 1
expect_out "slower.json"
sonde runs compare quick slow
expect_out "b is slower by 6."
expect_out " %, p_holm < 0.0001; 95 % interval "
expect_out "1 of 1 points differ by themselves (p_holm below 5 %)"
sonde runs compare slow quick
expect_out "b is faster by 5."

begin "runs without a common point are not compared"
sonde measure p2p --platform synthetic:hockney.json --sizes 7 --quiet --run odd
sonde runs compare first odd
expect_refusal 1 "no point in common"

begin "runs are removed, all or none"
sonde runs delete odd nobody
expect_refusal 1 "there is no run 'nobody'"
expect_runs sonde.db 6
sonde runs delete odd same
expect_code 0
expect_equal "what is left" "first second quick slow " "$(runs sonde.db | cut -d '|' -f 1 | tr '\n' ' ')"

begin "fit takes the newest run that has what the model needs, names it, and says what it lacks if there is none"
sonde fit plogp --store fits.db
expect_refusal 1 "there is no store"
sonde estimate plogp --platform synthetic:plogp.json $sizes --statistic mean --noise 0.1 --quiet --store fits.db --run full -o full.json
sonde estimate hockney --platform synthetic:plogp.json $sizes --noise 0.1 --quiet --store fits.db --run later
sonde fit plogp --store fits.db -o fitted.json
expect_code 0
expect_err "fitted to the run 'full' (estimate plogp fast, "
expect_err "--run chooses another"
expect_equal "run" full "$(json fitted.json provenance/run)"
sonde fit hockney --store fits.db --quiet -o fitted.json
expect_silence err
expect_equal "run" later "$(json fitted.json provenance/run)"
sonde estimate hockney --platform synthetic:hockney.json $sizes --quiet --store short.db
sonde estimate hockney --platform synthetic:hockney.json $sizes --quiet --store short.db
sonde fit plogp --store short.db
expect_refusal 1 " was measured, and the model needs it (this is of the newest run; no other"

begin "fit takes the statistic that the run was measured by"
sonde fit plogp --store fits.db --quiet --run full -o fitted.json
expect_equal "statistic" mean "$(json fitted.json provenance/statistic)"
expect_same_findings full.json fitted.json

begin "fit repeats that the machine had changed, and the list of runs says so"
sonde estimate plogp --platform synthetic:plogp.json $sizes --quiet --store moved.db -o before.json
sonde estimate plogp --platform synthetic:plogp.json $sizes --quiet --store moved.db --drifting 0.5:0.5s -o after.json
sonde runs list --store moved.db --json
expect_json rows/0/verdict "stayed the same"
expect_json rows/1/verdict changed
sonde fit plogp --store moved.db -o fitted.json
expect_err "when it was measured: The machine changed:"
expect_equal "machine" changed "$(json fitted.json provenance/machine)"
sonde fit plogp --store moved.db --run 1 -o fitted.json
expect_silence err
expect_equal "machine" "stayed the same" "$(json fitted.json provenance/machine)"

# What is killed: an estimation of some thousand timings, every pair of which is a transaction; with sanitizers one takes as long as several without.
long=2000
[ -z "${SONDE_SANITIZE-}" ] || long=600
long_of()
{
	echo "estimate plogp --platform synthetic:plogp.json $sizes --reps $long:$long --quiet --store $1"
}

begin "a run that was never interrupted, to compare with"
sonde $(long_of whole.db) -o whole.json
expect_code 0
whole=$(runs whole.db | cut -d '|' -f 5)

# Starts the long run and lets it take so many transactions; its number goes to $driver.
start() # store, transactions
{
	line="sonde $(long_of "$1")"
	${before-env --default-signal=INT} "$SONDE" $(long_of "$1") -o part.json > "$out" 2> "$err" < /dev/null & # a shell ignores it of what runs in the background
	driver=$!
	own=$driver
	i=0
	while [ "$("$tool" commits "$1-wal")" -lt "$2" ] && [ $i -lt 20000 ] && kill -0 $driver 2> /dev/null; do
		i=$((i + 1))
	done
}

await()
{
	code=0
	wait $driver 2> /dev/null || code=$?
	own=
}

# Early, and later: from 1000 transactions or so on the log is emptied into the store again and again.
for moment in 4 50 100; do
	begin "a run that is killed (moment $moment) is resumed and comes to the same"
	rm -f part.json
	start killed-$moment.db $moment
	[ $moment -lt 100 ] || sleep 0.3
	kill -9 $driver
	await
	expect_code 137
	taken=$("$tool" commits killed-$moment.db-wal)
	sonde runs list --store killed-$moment.db --json
	expect_code 0
	expect_json rows/0/ended interrupted
	# Three transactions begin the store and the run; each of the others is a batch: of 2 timings, 3 of a sentinel, or 1 of what takes longer than a look.
	kept=$(json "$out" rows/0/observations)
	[ "$kept" -ge $((taken - 3)) ] || fail "of $taken transactions only $kept timings were kept"
	sonde $(long_of killed-$moment.db) -o part.json --resume
	expect_code 0
	expect_runs killed-$moment.db 1
	expect_equal "the run" ended "$(runs killed-$moment.db | cut -d '|' -f 3)"
	expect_same_findings whole.json part.json
done

begin "what was there is not measured again"
sonde runs show --store killed-100.db
expect_out "is resumed: "
resumed=$(sed -n 's/.*is resumed: \([0-9]*\) timings.*/\1/p' "$out")
expect_equal "timings that it went on from" "$kept" "$resumed"

for signal in INT TERM; do
	begin "SIG$signal ends a run between two batches, and it is said how to go on"
	start stopped-$signal.db 50
	kill -$signal $driver
	await
	expect_code 1
	expect_err "stopped: what was measured is in the store 'stopped-$signal.db', as run 1; the same command with --resume"
	expect_silence out
	expect_no_file stopped-$signal.db-wal
	sonde $(long_of stopped-$signal.db) -o part.json --resume
	expect_code 0
	expect_same_findings whole.json part.json
done

begin "signals that the parent has ignored stay so, one that hangs up does not end the run, and SIGTERM does"
before="env --default-signal=QUIT --ignore-signal=INT,HUP,PIPE" start ignored.db 50
kill -INT $driver
kill -HUP $driver
# SIGHUP is not looked at: UCX, which MPICH is loaded with, takes it for itself before a program begins. The run goes on all the same.
expect_equal "ignored: 2 and 13" 1002 "$(sed -n 's/^SigIgn:[^0-9a-f]*0*//p' /proc/$driver/status | tr 3 2)"
kill -TERM $driver
await
expect_code 1
expect_err "stopped: what was measured is in the store 'ignored.db'"

begin "noise goes on: it does not begin anew"
noisy="estimate hockney --platform synthetic:hockney.json --noise 0.1 --sizes 0,1K --quiet --store noisy.db"
"$SONDE" $noisy --reps 100000:100000 > "$out" 2> "$err" < /dev/null &
driver=$!
i=0
while [ "$("$tool" commits noisy.db-wal)" -lt 40 ] && [ $i -lt 20000 ] && kill -0 $driver 2> /dev/null; do
	i=$((i + 1))
done
kill -9 $driver
await
kept=$(runs noisy.db | cut -d '|' -f 5)
sonde $noisy --reps $((kept + 60)) --resume
expect_code 0
sonde export --store noisy.db -o noisy.csv
expect_equal "timings that are there twice" 0 "$(awk -F , 'NR > 1 && $5 == 1024 { print $14 }' noisy.csv | sort | uniq -d | wc -l | tr -d ' ')"

begin "a comparison is resumed too, in the state that its model was fitted in"
comparison="compare whole.json --platform synthetic:plogp.json --sizes 0,1K,64K --reps 2000:2000 --store compared.db --quiet --json"
"$SONDE" $comparison > "$out" 2> "$err" < /dev/null &
driver=$!
own=$driver
i=0
while [ "$("$tool" commits compared.db-wal)" -lt 40 ] && [ $i -lt 20000 ] && kill -0 $driver 2> /dev/null; do
	i=$((i + 1))
done
kill -9 $driver
await
sonde $comparison --resume
expect_code 0
expect_runs compared.db 1
expect_json rows/# 5
expect_near "an empty round trip" 26e-6 "$(json "$out" rows/0/measured)" 1e-9

begin "another platform, another purpose, a run that ended: each is refused with its reason"
start other.db 20
kill -9 $driver
await
sonde estimate plogp --platform synthetic:slower.json --store other.db --resume
expect_refusal 1 "was measured on another platform"
expect_err "slower.json"
sonde estimate hockney --platform synthetic:plogp.json --store other.db --resume
expect_refusal 1 "give the command that was interrupted"
sonde estimate plogp --platform synthetic:plogp.json --store whole.db --resume
expect_refusal 1 "no run of the store was interrupted"
sonde estimate plogp --platform synthetic:plogp.json --store whole.db --resume --run 1
expect_refusal 1 "was not interrupted: it ended at"
sonde estimate plogp --platform synthetic:plogp.json --store whole.db --resume --run nobody
expect_refusal 1 "there is no run 'nobody'"
sonde estimate plogp --platform synthetic:plogp.json --store nowhere.db --resume
expect_refusal 1 "there is no store"
expect_no_file nowhere.db

finish
