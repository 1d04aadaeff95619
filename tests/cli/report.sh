# The report: one page that needs no other file, with all its parts; what is missing is said; nothing is written over that is read.
. "$SONDE_SOURCE/tests/sh/lib.sh"
command -v gnuplot > "$out" || skip_test "the plots are drawn by gnuplot, which is not installed"
write_plogp model.json
synthetic="--platform synthetic:model.json --quiet"

expect_page() # text
{
	contains page.html "$1" || fail "expected in the page: $1"
}

expect_not_in_page() # text
{
	! contains page.html "$1" || fail "not expected in the page: $1"
}

count() # regular expression
{
	grep -oE "$1" page.html | wc -l | tr -d ' '
}

expect_plots() # how many; each is drawn in two widths
{
	expect_equal "plots" "$1" "$(count '<figure')"
	expect_equal "drawings" $((2 * $1)) "$(count '<svg ')"
	expect_json rows/0/plots "$1"
}

expect_section() # heading
{
	expect_page ">$1</h2>"
}

begin "a store without a run of compare: a sentence stands for the comparison"
sonde estimate plogp --method fast --sizes 0,1:256K $synthetic -o fast.json
sonde report fast.json -o page.html --json
expect_code 0
expect_silence err
expect_json rows/0/file page.html
expect_json rows/0/models 1
expect_json rows/0/runs 1
expect_plots 1
expect_page "Nothing to compare: the store has no round trips of &quot;sonde compare&quot;"
expect_not_in_page "Fast against saturation"

sonde estimate plogp --method saturation --sizes 0,1:64K $synthetic -o saturation.json
sonde estimate hockney $synthetic -o hockney.json
sonde estimate logp $synthetic -o logp.json
sonde estimate loggp $synthetic -o loggp.json
models="fast.json saturation.json hockney.json logp.json loggp.json"
sonde compare $models $synthetic --json
expect_code 0
cp "$out" compare.json
sonde report $models -o page.html --json
cp "$out" report.json

begin "the page is one whole document"
expect_equal "first line" "<!DOCTYPE html>" "$(head -n 1 page.html)"
expect_equal "last line" "</html>" "$(tail -n 1 page.html)"
expect_equal "sections" "$(count '<section')" "$(count '</section>')"
expect_equal "tables" "$(count '<table>')" "$(count '</table>')"

begin "the page needs no other file and no network"
expect_equal "references" "" "$(grep -oE "<link|@import|<iframe|<base|[[:space:]]src=|url\(['\"]?[^#'\"]" page.html | sort -u)"
expect_equal "links" "" "$(grep -oE "href=['\"][^'\"]{0,40}" page.html | grep -vE "href=['\"](#|data:)" | sort -u)"
expect_equal "addresses" "" "$(grep -oE "https?://[A-Za-z0-9./_-]*" page.html | grep -v '^http://www\.w3\.org/' | sort -u)"
expect_page "default-src 'none'"

begin "every part is there"
cp report.json "$out"
expect_plots 4
for heading in "Was the machine steady?" "Overheads and gap" "Fast against saturation" "Models against measured round trips" Parameters "How long each part took" \
	Circumstances; do
	expect_section "$heading"
done
for title in "Overheads and gap by message size" "The gap g by both methods" "One-way time: measured, and by each model" "Error of each model by message size"; do
	expect_page "<b>$title</b>"
done
for name in o_s o_r g "g, fast" "g, saturation" measured "plogp fast" "plogp saturation" hockney "logp (short messages)" loggp; do
	expect_page ">$name</text>"
done
expect_page "the same both ways by construction"
expect_page "logp holds for short messages only"
expect_page "In 6 of 6 runs the machine stayed the same"
expect_not_in_page "<b>Warning:</b>"
for part in roundtrip train receive overlap preparing watching "in all"; do
	expect_page ">$part</th>"
done
expect_page "estimate plogp saturation"
expect_page "--method saturation --sizes 0,1:64K"

begin "key figures of the known platform: T(0) = 13 us, T(1K) = 15 us, 256 KiB / g = 328 MB/s"
expect_equal "figures" "13.0 µs|15.0 µs|328 MB/s" \
	"$(sed -n 's|^<li><b>\(.*\)</b> <span>.*|\1|p' page.html | head -n 3 | sed "s/$(printf '\302\240')/ /" | paste -s -d '|' -)"

begin "both methods find the same gap of a synthetic platform"
expect_page "The fast g is 1.00 times that of saturation: the median over the 18 sizes of saturation"

begin "the errors are those that compare printed"
for name in "plogp fast" hockney loggp logp; do
	mean=$(json compare.json "summary/$name/mean_relative_error" | awk '{ printf "%.2f", 100 * $1 }')
	most=$(json compare.json "summary/$name/maximum_relative_error" | awk '{ printf "%.2f", 100 * $1 }')
	expect_page "<td>$name</td><td class=\"n\">$mean</td><td class=\"n\">$most</td>"
done

begin "without models the page shows the round trips of each run"
sonde report -o page.html --json
expect_code 0
expect_json rows/0/models 0
expect_err "the page has no model"
expect_plots 1
expect_section "Round trips"
expect_page ">run-6, answer of the same size</text>"
expect_page ">run-2, empty answer</text>"
expect_not_in_page "Parameters</h2>"
expect_not_in_page "Models against"

begin "what is said of the machine and what was noted is said of each platform by itself"
for alpha in 10 30; do
	printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": %se-6, "beta": 2e-9}}\n' $alpha > alpha-$alpha.json
done
for alpha in 10 30 10; do
	sonde measure p2p --platform synthetic:alpha-$alpha.json --sizes 0,1K --reps 30:30 --store platforms.db
done
sonde measure p2p --platform synthetic:alpha-30.json --sizes 0,1K --budget 5us --error 1e-9 --noise 0.1 --store platforms.db
sonde report --store platforms.db --run run-3 -o page.html
expect_code 0
expect_page "In 2 of 2 runs the machine stayed the same"
expect_page "measured elsewhere (library: "
expect_not_in_page "But it was not the same from run to run"

begin "compare with the empty message has it in the page, and only then"
sonde compare fast.json --sizes 0,1000,2000 $synthetic --store zero.db
sonde report fast.json -o page.html --store zero.db
expect_page "run-1 timed round trips of 3 sizes"
sonde compare fast.json --sizes 1000,2000 $synthetic --store zero.db
sonde report fast.json -o page.html --store zero.db
expect_page "run-2 timed round trips of 2 sizes"

begin "--run chooses whose circumstances are shown, and the round trips of a run of compare"
sonde report fast.json -o page.html --store zero.db --run run-1
expect_page "Circumstances of run-1"
expect_page "run-1 timed round trips of 3 sizes"
sonde report fast.json -o page.html --run run-2
expect_page "Circumstances of run-2"
expect_page "run-6 timed round trips of 24 sizes"
sonde report fast.json -o page.html --run run-9
expect_refusal 1 "there is no run 'run-9' in the store 'sonde.db'"

begin "a run that broke off is called so"
if [ -c /dev/full ]; then
	sonde estimate plogp --sizes 0,1K $synthetic --store killed.db -o /dev/full
	expect_code 1
	sonde report -o page.html --store killed.db
	expect_code 0
	expect_page "<td>killed</td>"
	expect_page "1 run is not finished"
else
	skip_case "there is no /dev/full here to make a run fail at its end"
fi

begin "how busy the machine was, and what was noted, stand where a run is described"
sonde measure p2p --platform synthetic:alpha-10.json --sizes 0,1K --reps 30:30 --store busy.db
sonde report -o page.html --store busy.db
expect_not_in_page "had a CPU"
expect_not_in_page "take turns"
"$tool" sql busy.db <<< "DELETE FROM circumstances WHERE process IS NOT NULL;
	INSERT INTO circumstances (run, process, key, value) VALUES (1, 0, 'host', 'a'), (1, 1, 'host', 'a'), (1, 0, 'binding', '3'), (1, 1, 'binding', '3'),
		(1, 0, 'cpu_seconds', 0.5), (1, 0, 'timed_seconds', 2), (1, 1, 'cpu_seconds', 1.8), (1, 1, 'timed_seconds', 2);
	INSERT INTO notes (run, severity, subject, text) VALUES (1, 'information', 'measurement', '1 pause between timings & more'), (1, 'warning', 'measurement', 'packets were lost');"
sonde report -o page.html --store busy.db
expect_code 0
sed -n '/<h2[^>]*>Measured times/,$p' page.html | sed '2,$s/<section.*//' > measured.html
busy="a: 2 processes take turns on 1 CPU. Processes had a CPU for 25.0 (process 0) to 90.0 % (process 1) of the time that they were timed."
for said in "$busy" "1 pause between timings &amp; more" "packets were lost"; do
	contains measured.html "$said" || fail "with the measured times is not said: $said"
	[ "$said" = "$busy" ] || expect_equal "how often the page says: $said" 1 "$(grep -o -F "$said" page.html | grep -c .)"
done
expect_equal "how often it is said among the circumstances" 1 "$(sed -n '/<caption>Circumstances of run-1/,/<\/table>/p' page.html | grep -c -F "$busy")"
expect_page "<caption>What part of the time processes had a CPU</caption>"

begin "names are shown as they are, not as HTML"
sonde estimate hockney $synthetic --store names.db --run "<b>&run</b>"
sonde report -o page.html --store names.db
expect_page "&lt;b&gt;&amp;run&lt;/b&gt;"
expect_not_in_page "<b>&run"

begin "one plot as a picture, without a store where it shows models only"
for plot in parameters methods times errors roundtrips; do
	sonde report $models --plot $plot
	expect_code 0
	expect_out $plot.svg
	expect_equal "root of $plot.svg" 1 "$(grep -c '^<svg' $plot.svg)"
done
sonde report fast.json --plot parameters -o alone.svg --store nowhere.db
expect_code 0
contains alone.svg ">o_s</text>" || fail "alone.svg has no curve o_s"
sonde report logp.json --plot parameters -o new.svg
expect_refusal 1 "--plot parameters: there is nothing to draw; it needs a model with parameters per size"
sonde report fast.json --plot methods -o new.svg
expect_refusal 1 "it needs two plogp models, one by each method"
sonde report fast.json --plot times -o new.svg --store names.db
expect_refusal 1 "it needs a model, and a run of sonde compare"
sonde report --plot errors -o new.svg --store names.db
expect_refusal 1 "it needs a model that holds for all sizes"
sonde report fast.json --plot everything -o new.svg
expect_refusal 2 "'everything' is not one of {parameters|probabilities|methods|times|errors|roundtrips|bandwidth|states|overlap|recorded|simulated}"
expect_no_file new.svg

begin "a store that is not there, or is something else"
printf 'Dear diary,\n' > diary.txt
"$tool" foreign addresses.db
cp addresses.db addresses.before
sonde report -o new.html --store nowhere.db
expect_refusal 1 "there is no store 'nowhere.db'"
sonde report -o new.html --store diary.txt
expect_refusal 1 "'diary.txt' is not an SQLite file"
sonde report -o new.html --store addresses.db
expect_refusal 1 "'addresses.db' is an SQLite file of another program"
cmp -s addresses.before addresses.db || fail "the foreign file changed"
expect_no_file new.html
expect_no_file nowhere.db

begin "a model that cannot be read"
sonde report nowhere.json -o new.html
expect_refusal 1 "nowhere.json: cannot be opened"
sonde report diary.txt -o new.html
expect_refusal 1 "diary.txt"
expect_no_file new.html

begin "an output that cannot be written is refused before anything is read"
sonde report nowhere.json -o nowhere/new.html --store nowhere.db
expect_refusal 1 "-o nowhere/new.html: the file cannot be written"
sonde report fast.json -o .
expect_refusal 1 "-o .: the file cannot be written"

begin "what is read is not written over"
cp fast.json fast.before
cp sonde.db store.before
ln -s sonde.db link.db
sonde report fast.json -o ./fast.json
expect_refusal 2 "this is one of the models"
sonde report fast.json -o link.db
expect_refusal 2 "this is the store"
sonde report fast.json -o -
expect_refusal 2 "a report goes to a file"
expect_same_text fast.before fast.json
cmp -s store.before sonde.db || fail "the store changed"

begin "a machine of several states: the page shows them over time, their parameters beside each other, and holds models against timings of one state"
changing="--platform synthetic:model.json --noise 0.02 --switching 2.7:20ms --store states.db --quiet"
# By chance the model's main state is the slow one, and that of the run compared with it the quick one, which is not its only one: the machine is seen in eight short stretches of a second.
seed=0
main=
while [ "$main" != slow ] && [ $seed -lt 30 ]; do
	seed=$((seed + 1))
	rm -f states.db
	sonde estimate plogp --sizes 0,1K,64K $changing --seed $seed -o states.json
	main=$(json states.json provenance/machine_state)
done
cp states.db estimated.db
while [ "$main" != quick ] && [ $seed -lt 60 ]; do
	seed=$((seed + 1))
	cp estimated.db states.db
	sonde compare states.json --sizes 0,1K,64K $changing --seed $seed
	main=$("$tool" sql states.db <<< "SELECT name FROM machine_states WHERE run = 2 AND number = 0 AND (SELECT COUNT(*) FROM machine_states WHERE run = 2) > 1;")
done
expect_equal "the main state of the run compared" quick "$main"
sonde report states.json --store states.db -o page.html
expect_code 0
expect_page "In 2 of 2 runs it was in several states"
expect_page "<b>State of the machine over time</b>"
expect_page "in each state of the machine, by what an empty round trip takes"
expect_page "35."
expect_page "in the state &quot;quick&quot;"
expect_page "Its timings are those of the state &quot;slow&quot;, the main one of the models."
expect_not_in_page "the machine stayed the same from"
expect_not_in_page "<b>Warning:</b>"
mean=$(sed -n 's|^<li><b>\([0-9.]*\)[^0-9.]*%</b> <span>mean error.*|\1|p' page.html)
awk -v mean="$mean" 'BEGIN { exit !(mean != "" && mean < 1) }' || fail "a mean error of $mean %"

begin "a machine of one state: nothing is said of others"
sonde report fast.json -o page.html
expect_not_in_page "several states"
expect_not_in_page "State of the machine over time"
expect_not_in_page "in each state of the machine"

begin "runs in one state each, but not in the same: the page says which run was in which, and lists states that have names"
between="--platform synthetic:model.json --switching 2.5:1000s --noise 0.02 --sizes 0,1K,64K --quiet --store between.db"
# The seed says in which state the machine begins.
for run in calm delayed; do
	seed=0
	until [ $seed -eq 20 ] || [ "$("$tool" sql between.db <<< "SELECT (level > 40e-6) = ('$run' = 'delayed') FROM machine_states WHERE run = (SELECT id FROM runs WHERE name = '$run');")" = 1 ]; do
		[ $seed -eq 0 ] || sonde runs delete $run --store between.db
		seed=$((seed + 1))
		sonde measure p2p $between --seed $seed --run $run
	done
done
sonde report --store between.db -o page.html
expect_code 0
expect_page "In 2 of 2 runs the machine stayed the same"
expect_page "But it was not the same from run to run: an empty round trip took "
expect_page " in calm"
expect_page " in delayed"
expect_page "Times of runs in different states do not compare."
"$tool" sql between.db <<< "UPDATE machine_states SET name = CASE run WHEN 1 THEN 'quick' ELSE 'slow' END;"
sonde report --store between.db -o page.html
expect_page " in calm (quick), "
expect_page " in delayed (slow)."
expect_page "States of the machine, the main one first"
expect_page "delayed (slow): "

begin "runs that do not say that the machine stayed the same: nothing is said of messages that took equally long"
"$tool" sql between.db <<< "DELETE FROM notes; DELETE FROM machine_states;"
sonde report --store between.db -o page.html
expect_code 0
expect_not_in_page "took equally long"
expect_not_in_page "In 0 of"
expect_page "No run says that the machine stayed the same"
finish
