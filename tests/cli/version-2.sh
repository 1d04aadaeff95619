# Stores of version 2, made by the program of that time (version-2/make.sh): they are read, resumed, fitted and reported as that program did, and no file that is
# only read changes. Then: nothing depends on what notes and titles say.
. "$SONDE_SOURCE/tests/sh/lib.sh"
old=$source/tests/cli/version-2
cp "$old"/*.json .
"$tool" sql old.db < "$old/version-2.sql"
cp old.db untouched.db

sql() # store, statements
{
	printf '%s' "$2" | "$tool" sql "$1"
}

# The text of a page without its drawings, a line for each piece.
page_text() # page
{
	sed 's/<svg.*<\/svg>//g; s/<[^>]*>/\n/g' "$1" | sed "s/&#39;/'/g" | grep -v '^[[:space:]]*$'
}

fits() # store
{
	for model in "plogp --run fast" "hockney --run run-2" "hockney --run 3" "lmo --run 9" "hockney --pairs all --run 11" plogp; do
		"$SONDE" fit $model --store "$1" --quiet -o -
	done | awk '
		/^    "r": \{/ { inside = 1; sub(/,$/, "", last) } # the last parameter of plogp, which that program did not have
		!inside { if (NR > 1) print last; last = $0 }
		inside && /^    \}$/ { inside = 0 }
		END { print last }'
}

begin "runs are listed, shown and exported as they were"
sonde runs list --store old.db --csv
expect_code 0
sed 's/,[^,]*,[^,]*\r$/\r/' "$out" > list.csv # that program knew of no state
expect_same_text "$old/list.csv" list.csv
for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	"$SONDE" runs show $run --store old.db --csv
done > show.csv
sed 's/^remark,"The machine changed/warning,"The machine changed/' "$old/show.csv" > expected.csv # that program did not tell warnings from remarks
expect_same_text expected.csv show.csv
sonde export --store old.db whole
sed 's/,state_before,state_after,level//; s/,,,\(.\{0,1\}\)$/\1/' "$out" > whole.csv # no states: that program told none apart
expect_same_text "$old/whole.csv" whole.csv

# That program weighed the sizes of hockney by what was measured (alpha 12.551 us, not 12.589): off its line it is another one now.
begin "models are fitted as they were: statistic, switch, thresholds and the verdict on the machine are known"
fits old.db > fit.json
expect_same_text "$old/fit.json" fit.json
sonde fit hockney --store old.db --run 3 -o -
expect_err "when it was measured: The machine changed:"

begin "reading changes no file"
cmp -s untouched.db old.db || fail "the store changed"
expect_no_file old.db-wal
expect_no_file old.db-journal

# Models hold more than they did then: nothing is changed or missing in a line of what they held.
expect_findings_within() # model file of the old program, model file
{
	findings "$1" > "$work/a"
	findings "$2" > "$work/b"
	[ -s "$work/a" ] || fail "$1 holds nothing"
	expect_equal "changed or missing in $2" "" "$(diff "$work/a" "$work/b" | grep '^<')"
}

begin "an interrupted run is resumed, and comes to the same; the store is of this version then"
cp old.db resumed.db
part="estimate plogp --platform synthetic:plogp.json --sizes 0,1024,64K --reps 2:2 --store resumed.db --quiet --resume -o resumed.json"
sonde $part --max-train 41
expect_refusal 1 "which differs in option max-train: only the same command resumes it"
sonde $part
expect_refusal 1 "which differs in option max-train"
cmp -s untouched.db resumed.db || fail "a refused command changed the store"
sonde $part --max-train 40
expect_code 0
expect_findings_within "$old/resumed.json" resumed.json
expect_equal "version" 4 "$(sql resumed.db 'PRAGMA user_version;')"
expect_equal "purpose" "estimate|plogp|fast|min" "$(sql resumed.db "SELECT purpose, model, method, statistic FROM runs WHERE name = 'part';")"

begin "a store of version 3, which has no table of the machine's states, is read as it is, and gets one when it is written"
sonde estimate hockney --platform synthetic:hockney.json --store third.db --run first --quiet
expect_code 0
sonde fit hockney --store third.db -o - --quiet
cp "$out" third.json
sql third.db "DROP TABLE machine_states; PRAGMA user_version = 3;"
cp third.db third.before
sonde fit hockney --store third.db -o - --quiet
expect_code 0
expect_same_text third.json "$out"
cmp -s third.before third.db || fail "reading changed the file"
sonde estimate hockney --platform synthetic:hockney.json --store third.db --run second --quiet
expect_code 0
expect_equal "version and runs" "4|2" "$(sql third.db "SELECT user_version, (SELECT count(*) FROM runs) FROM pragma_user_version;")"

begin "a store that is written keeps all that it had"
sql old.db "SELECT id, run, text FROM notes ORDER BY id; SELECT * FROM points ORDER BY id; SELECT * FROM batches ORDER BY id; SELECT * FROM parts ORDER BY id;" > kept.before
sql old.db "SELECT batch, number, at, seconds, send_seconds FROM observations ORDER BY batch, number;" >> kept.before
cp old.db new.db
sonde runs delete --store new.db part
expect_code 0
cp old.db new.db
sonde estimate hockney --platform synthetic:plogp.json --sizes 0,1K --reps 2:2 --store new.db --quiet --run added
expect_code 0
sonde runs delete --store new.db added
expect_code 0
sql new.db "SELECT id, run, text FROM notes ORDER BY id; SELECT * FROM points ORDER BY id; SELECT * FROM batches ORDER BY id; SELECT * FROM parts ORDER BY id;" > kept.after
sql new.db "SELECT batch, number, at, seconds, send_seconds FROM observations ORDER BY batch, number;" >> kept.after
expect_same_text kept.before kept.after
sonde runs list --store new.db --csv
sed 's/,[^,]*,[^,]*\r$/\r/' "$out" > list.csv
expect_same_text "$old/list.csv" list.csv
fits new.db > fit.json
expect_same_text "$old/fit.json" fit.json
expect_equal "sound" ok "$(sql new.db 'PRAGMA foreign_key_check; PRAGMA integrity_check;')"

begin "purposes, options and sizes are in columns"
expect_equal "a purpose's details" "measure-p2p|isend||pattern=roundtrip layout=nn type=vector block=8 stride=2 cold=sender" \
	"$(sql new.db 'SELECT purpose, operation, algorithm, variant FROM runs WHERE id = 5;')"
expect_equal "an algorithm" "measure-collective|scatter|linear" "$(sql new.db 'SELECT purpose, operation, algorithm FROM runs WHERE id = 7;')"
expect_equal "sizes" "0 1024 65536" "$(sql new.db 'SELECT bytes FROM sizes WHERE run = 1;' | tr '\n' ' ' | sed 's/ $//')"
expect_equal "an option" "40|1" "$(sql new.db "SELECT value, resume FROM options WHERE run = 1 AND key = 'max-train';")"
expect_equal "an option that may differ" "2:2|0" "$(sql new.db "SELECT value, resume FROM options WHERE run = 1 AND key = 'reps';")"
expect_equal "a switch" 50000 "$(sql new.db 'SELECT switch FROM runs WHERE id = 9;')"
expect_equal "thresholds" "8192.0|65536.0|2" "$(sql new.db 'SELECT M1, M2, (SELECT count(*) FROM escalations WHERE run = 9) FROM thresholds WHERE run = 9;')"
expect_equal "evaluated models" "hockney het-hockney lmo:mean" "$(sql new.db 'SELECT name FROM evaluated_models ORDER BY place;' | tr '\n' ' ' | sed 's/ $//')"
expect_equal "a warning" "3" "$(sql new.db "SELECT run FROM notes WHERE severity = 'warning';")"

begin "a report of the old store is that of the new one, with its evaluation and its verdicts"
sonde report fast.json hockney.json --store untouched.db -o old.html
expect_code 0
sonde report fast.json hockney.json --store new.db -o new.html
expect_code 0
page_text old.html > old.text
page_text new.html > new.text
expect_same_text old.text new.text
expect_equal "the verdicts, counted for each platform by itself" "4 of 5, 7 of 7, 1 of 2" \
	"$(sed -n 's/^In \([0-9]* of [0-9]*\) runs the machine stayed the same.*/\1/p' old.text | paste -s -d , | sed 's/,/, /g')"
contains old.text "run-3 (estimate hockney regression). The machine changed:" || fail "the warning is not shown"

begin "nothing depends on what notes, titles and command lines say"
cp new.db reworded.db
# Longer ones first, which hold shorter ones; the page says the shortest titles, "compare", by itself.
sql new.db "SELECT word FROM (SELECT text AS word FROM notes UNION SELECT value FROM circumstances WHERE key = 'command' UNION SELECT title FROM runs WHERE length(title) > 14)
	ORDER BY length(word) DESC;" > words
sql reworded.db "UPDATE notes SET text = 'Wort'; UPDATE runs SET title = 'Wort' WHERE length(title) > 14; UPDATE circumstances SET value = 'Wort' WHERE key = 'command';"
fits reworded.db > fit.json
expect_same_text "$old/fit.json" fit.json
sonde fit hockney --store reworded.db --run 3 -o -
expect_err "when it was measured: Wort"
sonde report fast.json hockney.json --store reworded.db -o reworded.html
expect_code 0
page_text reworded.html > reworded.text
awk 'NR == FNR { word[n++] = $0; next }
	{ for (i = 0; i < n; i++) while ((at = index($0, word[i]))) $0 = substr($0, 1, at - 1) "Wort" substr($0, at + length(word[i])); print }' words new.text > expected.text
expect_same_text expected.text reworded.text
sql resumed.db "UPDATE runs SET ended = NULL WHERE name = 'part'; UPDATE notes SET text = 'Wort'; UPDATE runs SET title = 'Wort'; UPDATE circumstances SET value = 'Wort' WHERE key = 'command';"
sonde $part --max-train 40
expect_code 0
expect_findings_within "$old/resumed.json" resumed.json

# What cannot be is refused: the exit code is 1, and file and run are named.
expect_damage() # statement on a copy of the store $from, text, arguments
{
	cp $from damaged.db
	sql damaged.db "$1"
	text=$2
	shift 2
	sonde "$@" --store damaged.db
	expect_refusal 1 "the store 'damaged.db': run $text"
}

for from in old.db new.db; do
	begin "times that cannot be and words that are not known are refused with file and run ($from)"
	for value in "'soon'" 9e999 -1e-6; do
		expect_damage "UPDATE observations SET seconds = $value WHERE batch = 1 AND number = 1;" "1: observation 1 of batch 1, of the roundtrip of " fit plogp --run fast -o -
		expect_damage "UPDATE observations SET seconds = $value WHERE batch = 1 AND number = 1;" "1: observation 1 of batch 1" export fast --summary
	done
	expect_damage "UPDATE observations SET at = 'x' WHERE batch = 1 AND number = 0;" "1: observation 0 of batch 1" fit plogp --run fast -o -
	expect_damage "UPDATE observations SET send_seconds = -1 WHERE batch = 1 AND number = 0;" "1: observation 0 of batch 1" fit plogp --run fast -o -
	expect_damage "UPDATE observations SET seconds = -1 WHERE batch = (SELECT max(b.id) FROM batches b JOIN points p ON p.id = b.point WHERE p.run = 1) AND number = 0;" \
		"1: observation 0 of batch " export fast
	expect_damage "UPDATE batches SET delay = -1 WHERE id = 1;" "1: batch 1 has a delay below 0: -1 s" export fast --json
	expect_damage "UPDATE parts SET seconds = -2 WHERE id = (SELECT min(id) FROM parts WHERE run = 1);" "1: part '" runs show fast
	expect_damage "UPDATE points SET bytes = 9223372036854775807, setup = 'layout.sender=vector:8:4096' WHERE id = 1;" "1: point 1: no memory holds a message of 9223372036854775807 bytes in blocks of 8" \
		fit plogp --run fast -o -
	expect_damage "UPDATE points SET kind = 'walk' WHERE id = 1;" "1: point 1 is an experiment 'walk'" fit plogp --run fast -o -
	expect_damage "UPDATE points SET setup = 'colour=red' WHERE id = 1;" "1: point 1: \"colour=red\"" fit plogp --run fast -o -
done

from=old.db
begin "a store of version 2 with what it cannot have is refused with the run"
expect_damage "UPDATE runs SET purpose = NULL WHERE id = 2;" "2: it has no purpose" fit plogp -o -
expect_damage "UPDATE circumstances SET value = 'mode' WHERE run = 2 AND key = 'statistic';" "2: its statistic is 'mode'" runs list
expect_damage "UPDATE circumstances SET value = 'fell over' WHERE run = 2 AND key = 'machine';" "2: its machine is 'fell over'" runs list
expect_damage "UPDATE circumstances SET value = '64K' WHERE run = 9 AND key = 'switch';" "9: its switch to rendezvous, \"64K\"" runs list
for text in '' 65536 'S 1 M1 2' 'S 1 M1 2 M2 x' 'S 1 M1 2 M2 3;' 'S 1 M1 2 M2 3; 8 B: 3 of 2, 1 1 1 s' 'S 1 M1 2 M2 3; 8 B: 0 of 0, 1 1 1 s' \
	'S 1 M1 2 M2 3; 8 B: 1 of 2, 1 1 s' 'S 1 M1 2 M2 3; 8 B: 1 of 2, 1 1 1 s; 8 B: 1 of 2, 1 1 1 s' 'S 1 M1 2 M2 3 4'; do
	expect_damage "UPDATE circumstances SET value = '$text' WHERE run = 9 AND key = 'thresholds';" "9: its 'thresholds' is \"$text\"" runs list
done
expect_damage "UPDATE circumstances SET value = 'quick' WHERE run = 1 AND key = 'state 0:1';" "1: its 'state 0:1' is \"quick\"" runs list
cp damaged.db damaged.before
sonde estimate hockney --platform synthetic:plogp.json --sizes 0,1K --store damaged.db
expect_refusal 1 "run 1: its 'state 0:1'"
sql damaged.db "PRAGMA user_version; SELECT count(*) FROM runs;" > found
printf '2\n14\n' > wanted
expect_same_text wanted found

from=new.db
begin "a store with words that are not known is refused with the run"
expect_damage "UPDATE runs SET purpose = 'fun' WHERE id = 2;" "2: its purpose is 'fun'" fit plogp -o -
expect_damage "UPDATE runs SET statistic = 'mode' WHERE id = 2;" "2: its statistic is 'mode'" runs list
expect_damage "UPDATE runs SET machine = 'fell over' WHERE id = 2;" "2: its verdict on the machine is 'fell over'" runs list
expect_damage "UPDATE notes SET severity = 'shout' WHERE run = 2;" "2: its note's severity is 'shout'" runs show 2
expect_damage "UPDATE evaluations SET confidence = 7;" "13: the confidence of its evaluation is 7" report fast.json -o refused.html
expect_damage "UPDATE escalations SET made = 0;" "9: " fit lmo --run 9 -o -
expect_no_file refused.html

finish
