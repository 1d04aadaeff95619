# The report of models other than plogp: every value in its unit, probabilities in a plot of their own, and texts that fit the model.
. "$SONDE_SOURCE/tests/sh/lib.sh"
command -v gnuplot > "$out" || skip_test "the plots are drawn by gnuplot, which is not installed"
das=$SONDE_SOURCE/examples/das-p3pc.json
at='"bytes": [8192, 65535]'
escalations=", \"escalation_probability\": {$at, \"value\": [0.25, 0.5]}, \"escalation_q10\": {$at, \"seconds\": [0.05, 0.05]},
	\"escalation_q50\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q90\": {$at, \"seconds\": [0.25, 0.25]}"
write_unlike() # file, what it says of the platform beyond the thresholds
{
	cat > "$1" << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 3, "parameters": {
	"0": {"C": 1e-5, "t": 1e-9}, "1": {"C": 2e-5, "t": 4e-9}, "2": {"C": 5e-5, "t": 9e-9},
	"0-1": {"L": 3e-5, "inverse_beta": 8e-9}, "0-2": {"L": 6e-5, "inverse_beta": 2e-8}, "1-2": {"L": 9e-5, "inverse_beta": 5e-8},
	"any": {"S": 65000, "M1": 8192, "M2": 65536$2}}}
END
}
write_unlike unlike.json "$escalations"
write_unlike plain.json ""
sed 's/"processes": 3/"processes": 4/; s|"any":|"3": {"C": 5e-5, "t": 9e-9}, "0-3": {"L": 6e-5, "inverse_beta": 2e-8}, "1-3": {"L": 6e-5, "inverse_beta": 2e-8}, "2-3": {"L": 6e-5, "inverse_beta": 2e-8}, "any":|' unlike.json > many.json
sonde estimate hockney --platform synthetic:$das --quiet -o hockney.json
expect_code 0

page_row() # what a cell of the page holds; writes what the next one of its row holds
{
	sed "s/$(printf '\302\240')/ /g" page.html | grep -F "<td>$1</td>" | head -n 1 | sed "s|.*<td>$1</td><td>\([^<]*\)</td>.*|\1|"
}

for model in unlike many; do
	begin "$model.json, lmo with escalations: sizes are sizes, and of the platform"
	sonde report $model.json -o page.html --json
	expect_code 0
	expect_json rows/0/plots 2
	expect_equal S "65000 bytes" "$(page_row S)"
	expect_equal M1 "8 KiB" "$(page_row M1)"
	expect_equal M2 "64 KiB" "$(page_row M2)"
done
expect_equal "the processes' C" "10.0 to 50.0 µs" "$(page_row "C of 4 processes")"

begin "the figures are those of two processes: 0 bytes from 0 to 1 take C_0 + L + C_1 = 60 us"
expect_equal "figure" "60.0 µs" "$(sed -n 's|^<li><b>\(.*\)</b> <span>one way from 0 to 1, 0 bytes, by.*|\1|p' page.html | sed "s/$(printf '\302\240')/ /")"

begin "a picture that is no SVG is refused"
sonde report unlike.json --plot parameters -o parameters.png
expect_refusal 2 "-o parameters.png: pictures are SVG: a name with .svg is needed"

begin "probabilities are not times: a plot of their own, without a unit, and no word of what lmo lacks"
sonde report unlike.json --plot probabilities -o probabilities.svg
expect_code 0
contains probabilities.svg ">escalation_probability</text>" || fail "no curve of the probability"
! contains probabilities.svg "µs" || fail "probabilities in microseconds"
! contains probabilities.svg "escalation_q50" || fail "times among the probabilities"
sonde report unlike.json --plot parameters -o parameters.svg
expect_code 0
contains parameters.svg ">escalation_q50</text>" || fail "no curve of the median"
! contains parameters.svg "probability" || fail "the probability among the times"
! contains page.html "o_s is how long" || fail "a text about the overheads of plogp"
! contains page.html "Overheads and gap" || fail "a heading about the overheads of plogp"
contains page.html "escalation_q50: what an escalation adds: the median" || fail "the parameters are not explained"

begin "lmo without escalations has no parameters by size: no section of them"
sonde report plain.json -o page.html --json
expect_code 0
expect_json rows/0/plots 0
! contains page.html "Parameters by size" || fail "a section of parameters by size"
sonde report plain.json --plot probabilities -o new.svg
expect_refusal 1 "it needs a model with probabilities per size"

begin "loggpo: what computation hides of messages, by who is inside the library when"
cat > loggpo.json << END
{"format": "sonde-model", "version": 1, "model": "loggpo", "processes": 2, "parameters": {"L": 20e-6, "O_control": 1e-6, "O_i": {"bytes": [0, 1048576], "seconds": [1e-6, 2e-6]},
	"O_c": {"bytes": [0, 1048576], "seconds": [1e-6, 2e-6]}, "G": {"bytes": [0, 1048576], "seconds": [0, 1048.576e-6]}, "S": 65536, "T_m": {"bytes": [65537], "value": [2]}, "S_cp": {"bytes": [65537], "value": [1]}}}
END
sonde report loggpo.json --plot overlap -o overlap.svg
expect_code 0
for curve in "R_so, sender, early receive" "R_so, sender, late receive" "R_ro, receiver, early receive" "R_ro, receiver, late receive"; do
	contains overlap.svg ">$curve</text>" || fail "no curve $curve"
done
sonde report loggpo.json -o page.html --json
expect_code 0
expect_json rows/0/plots 2
contains page.html ">Overlap</h2>" || fail "no section of overlap"
sonde report unlike.json --plot overlap -o new.svg
expect_refusal 1 "it needs a loggpo model"

begin "p3pc: blocks and stride are counts"
sonde report $das -o page.html --json
expect_code 0
expect_equal blocks 100 "$(page_row blocks)"
expect_equal stride 2 "$(page_row stride)"
contains page.html "t_as_cc: the send call" || fail "the parameters are not explained"

begin "what compare --paths timed is in the report, with the errors that it printed"
sonde compare --paths $das hockney.json --platform synthetic:$das --sizes 1000,100K --store paths.db --json --quiet
expect_code 0
cp "$out" paths.json
mean=$(json paths.json summary/hockney/mean_relative_error | awk '{ printf "%.2f", 100 * $1 }')
sonde report $das hockney.json -o page.html --store paths.db
expect_code 0
contains page.html ">Models against measured paths</h2>" || fail "no section of the paths"
contains page.html "run-1 timed send calls, receive calls and the full path of messages of 2 sizes" || fail "it is not said what was measured"
! contains page.html "Nothing to compare" || fail "the page says that nothing was compared"
! contains page.html "Left out" || fail "a model is left out"
awk -v mean="$mean" 'BEGIN { exit !(mean > 1) }' || fail "hockney knows no layouts, and is $mean % off"
contains page.html "$mean %" || fail "the mean error of hockney, $mean %, is not in the page"
expect_equal "rows" "$(json paths.json rows/#)" "$(grep -c '<td>p2p</td><td>native</td>' page.html)"

begin "a run with another number of blocks and stride: found again, and a model that does not know the stride is left out"
sed 's/"blocks": 100/"blocks": 37/; s/"stride": 2/"stride": 4/' $das > wide.json
sonde compare --paths wide.json --platform synthetic:wide.json --sizes 1000,100K --store wide.db --json --quiet
expect_code 0
rows=$(json "$out" rows/#)
sonde report $das hockney.json -o page.html --store wide.db
expect_code 0
contains page.html "because they do not know messages of that stride: p3pc." || fail "the model left out is not named"
contains page.html "a stride of 4 blocks" || fail "the stride is not said"
expect_equal "rows of hockney" "$rows" "$(grep -c '<td>p2p</td><td>native</td>' page.html)"

begin "neither round trips nor paths: what is missing is said"
sonde report $das -o page.html
expect_code 0
contains page.html "Nothing to compare: the store has no round trips of" || fail "nothing is said"

finish
