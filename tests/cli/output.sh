# What the command prints: results on standard output in the form that was asked for, notes on standard error, nothing else anywhere.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
synthetic="--platform synthetic:model.json"

# The names of the columns as JSON has them, in order.
columns()
{
	awk '/"columns"/ { inside = 1 } /"rows"/ { inside = 0 } inside && /"name"/ { gsub(/[",]/, ""); printf "%s%s", separator, $2; separator = " " }' "$out"
}

expect_table() # columns, rows
{
	expect_json format sonde-table
	expect_json version 1
	expect_equal "columns" "$1" "$(columns)"
	expect_json "rows/#" "$2"
}

# CSV as RFC 4180 has it: lines end in CR LF, and each has as many fields (none of these contains a comma).
expect_csv() # columns, rows
{
	expect_equal "header" "$1" "$(head -n 1 "$out" | tr ' \r' '_$')"
	expect_equal "lines" $(($2 + 1)) "$(wc -l < "$out" | tr -d ' ')"
	expect_equal "lines with another number of fields" "" "$(awk -F, 'NR == 1 { n = NF } NF != n' "$out")"
}

begin "predict: JSON in seconds, rows keyed by column"
sonde predict model.json p2p -s 0,1K --json
expect_code 0
expect_silence err
expect_table "operation algorithm processes bytes seconds" 2
expect_json rows/0/operation p2p
expect_json rows/0/algorithm native
expect_json rows/0/processes 2
expect_json rows/1/bytes 1024
expect_json summary/model plogp
expect_near "T(0) = L + g(0)" 13e-6 "$(json "$out" rows/0/seconds)" 1e-12
expect_near "T(1K) = L + g(1K)" 15e-6 "$(json "$out" rows/1/seconds)" 1e-12

begin "predict: CSV says the same"
json "$out" rows/1/seconds > seconds
sonde predict model.json p2p -s 0,1K --csv
expect_code 0
expect_silence err
expect_csv 'operation,algorithm,processes,bytes,seconds$' 2
expect_near "seconds" "$(cat seconds)" "$(tr -d '\r' < "$out" | awk -F, 'NR == 3 { print $5 }')" 0

begin "predict: text in microseconds with three decimals, sizes as people write them"
sonde predict model.json p2p -s 0,1K
expect_code 0
expect_silence err
expect_out "operation  algorithm  processes  bytes  seconds"
expect_equal "row" "p2p native 2 1K 15.000" "$(awk '$4 == "1K" { $1 = $1; print }' "$out")"

begin "compare: JSON has every column that scripts rely on, and errors per model"
sonde compare model.json $synthetic -s 1K,64K --json --quiet --store c.db
expect_code 0
expect_silence err
for column in model operation algorithm processes bytes measured predicted relative_error; do
	case " $(columns) " in
	*" $column "*) ;;
	*) fail "there is no column $column" ;;
	esac
done
expect_json rows/0/model plogp
expect_json rows/0/processes 2
expect_json rows/0/bytes 1024
for key in measured predicted; do
	near 0 "$(json "$out" rows/0/$key)" 0 && fail "$key is 0"
done
expect_near "a model against itself" 0 "$(json "$out" summary/plogp/mean_relative_error | awk '{ print ($1 < 1e-9 ? 0 : $1) }')" 0
expect_near "a model against itself" 0 "$(json "$out" summary/plogp/maximum_relative_error | awk '{ print ($1 < 1e-9 ? 0 : $1) }')" 0

begin "compare: the errors of the summary are those of the rows"
sed 's/"L": 10e-6/"L": 11e-6/' model.json > other.json
sonde compare other.json $synthetic -s 0,1K,64K --json --quiet --store c.db
expect_code 0
i=0
: > errors
while [ $i -lt "$(json "$out" "rows/#")" ]; do
	printf '%s %s %s\n' "$(json "$out" rows/$i/measured)" "$(json "$out" rows/$i/predicted)" "$(json "$out" rows/$i/relative_error)" >> errors
	i=$((i + 1))
done
expect_equal "rows whose error is not predicted / measured - 1" "" "$(awk '{ d = $2 / $1 - 1 - $3 } d > 1e-12 || d < -1e-12 || $3 <= 0' errors)"
expect_near "mean" "$(awk '{ s += $3 } END { printf "%.17g", s / NR }' errors)" "$(json "$out" summary/plogp/mean_relative_error)" 1e-12
expect_near "maximum" "$(awk '$3 > m { m = $3 } END { printf "%.17g", m }' errors)" "$(json "$out" summary/plogp/maximum_relative_error)" 1e-12

begin "compare: rows are at the sizes asked for only, and in order"
sonde compare model.json $synthetic -s 64K,100,1K --csv --quiet --store c.db
expect_code 0
expect_equal "sizes" "100 1024 65536" "$(awk -F, 'NR > 1 && $5 != last { printf "%s%s", separator, $5; separator = " "; last = $5 }' "$out")"

begin "compare: two models of one class are told apart in rows and summary"
sonde compare model.json other.json $synthetic -s 1K --json --quiet --store c.db
expect_code 0
expect_json "summary/#" 3
[ "$(json "$out" "rows/0/model")" != "$(json "$out" "rows/$(($(json "$out" "rows/#") - 1))/model")" ] || fail "both are called alike"

begin "compare: without --sizes there are 24, or --count, at which no model has a knot"
sonde compare model.json $synthetic --csv --quiet --store c.db
expect_code 0
expect_equal "sizes" 24 "$(awk -F, 'NR > 1 { print $5 }' "$out" | sort -u | wc -l | tr -d ' ')"
expect_equal "knots" "" "$(awk -F, 'NR > 1 && ($5 == 0 || $5 == 1024 || $5 == 65536 || $5 == 262144)' "$out")"
sonde compare model.json $synthetic --count 5 --csv --quiet --store c.db
expect_equal "sizes" 5 "$(awk -F, 'NR > 1 { print $5 }' "$out" | sort -u | wc -l | tr -d ' ')"

begin "estimate: JSON has the parameters with intervals, and what it took"
sonde estimate plogp $synthetic --sizes 0,1K,64K --json --store e.db
expect_code 0
expect_table "parameter link bytes seconds low high" "$(json "$out" "rows/#")"
expect_json summary/model plogp
for key in experiments messages seconds; do
	near 0 "$(json "$out" summary/$key)" 0 && fail "summary/$key is 0"
done
expect_json rows/0/parameter L
expect_json rows/0/bytes null
expect_near "L" 10e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_equal "lines on standard error that are no notes" 0 "$(grep -cv '^sonde: ' "$err")"

begin "estimate: a model per byte has columns of their own"
sonde estimate hockney $synthetic --csv --quiet --store e.db
expect_code 0
expect_silence err
expect_csv 'parameter,link,bytes,seconds,low,high,seconds_per_byte,low_per_byte,high_per_byte$' 2

begin "estimate -o -: the model alone on standard output"
sonde estimate plogp $synthetic --sizes 0,1K -o - --store e.db
expect_code 0
expect_json format sonde-model
expect_err "sonde: "
cp "$out" printed.json
sonde model check printed.json
expect_code 0

begin "--quiet: no notes"
sonde estimate plogp $synthetic --sizes 0,1K --quiet --store e.db
expect_code 0
expect_silence err
expect_out "plogp model, 2 processes"

begin "no progress where standard error is no terminal"
sonde estimate plogp $synthetic --store e.db
expect_code 0
expect_equal "control characters" "" "$(tr -d '\n' < "$err" | tr -dc '[:cntrl:]')"

begin "info: version, MPI library and the models"
sonde info --json
expect_code 0
expect_silence err
expect_table "what value" "$(json "$out" "rows/#")"
expect_json rows/0/what version
expect_json rows/2/what MPI
case $SONDE_MPI in
openmpi) expect_out "Open MPI" ;;
mpich) expect_out "MPICH" ;;
none) expect_json rows/2/value none ;;
esac
for model in hockney logp loggp plogp; do
	expect_out "\"$model\""
done

begin "model show: parameters as text, JSON and CSV, with the provenance"
sonde model show printed.json --json
expect_code 0
expect_table "parameter link bytes seconds low high" "$(json "$out" "rows/#")"
expect_json summary/provenance/method fast
expect_json summary/provenance/platform synthetic
sonde model show printed.json
expect_code 0
expect_out "plogp model, 2 processes"
expect_out "statistic"
sonde model show printed.json --csv
expect_csv 'parameter,link,bytes,seconds,low,high$' "$(awk 'NR > 1' "$out" | wc -l | tr -d ' ')"

begin "model check: a line, a table, or with --quiet the exit code alone"
sonde model check model.json
expect_code 0
expect_equal "text" "model.json: a complete plogp model of 2 processes" "$(cat "$out")"
sonde model check model.json --json
expect_json rows/0/model plogp
sonde model check model.json --quiet
expect_code 0
expect_silence out

begin "in a locale with a comma everything is read and printed as in any other"
if command -v localedef > /dev/null && mkdir "$work/locales" && localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" 2> localedef.err; then
	printf 'bcast any any chain segment=1K\n' > chosen
	"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace
	while read -r arguments; do
		sonde $arguments
		expect_code 0
		cp "$out" plain
		run env LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8 "$SONDE" $arguments
		expect_code 0
		expect_same_text plain "$out"
	done << 'END'
predict model.json p2p -s 0,1K --csv
predict model.json p2p -s 1K --json --set L=0.5x
predict model.json bcast -n 4 -s 64K --arrival late-root:0.5us
model show model.json
simulate ring.trace -m model.json --compute-scale 1.5 --json
simulate ring.trace -m model.json --collectives chosen
trace show ring.trace --json
schedule bcast --algorithm chain -n 4 -s 1K
END
else
	skip_case "there is no localedef, or no de_DE: $(head -n 1 localedef.err 2> /dev/null)"
fi

begin "model check doubts codes that stand for nothing, and facts that are nearly those that predictions go by"
cat > doubted.json << 'END'
{"format": "sonde-model", "version": 1, "model": "loggpo", "processes": 2,
 "parameters": {"L": 1e-6, "O_control": 1e-6, "O_i": {"bytes": [0], "seconds": [1e-6]}, "O_c": {"bytes": [0], "seconds": [1e-6]}, "G": {"bytes": [0], "seconds": [0]}, "S": 4096, "T_m": {"bytes": [4097], "value": [4]}, "S_cp": {"bytes": [4097], "value": [1]}},
 "provenance": {"eager_byte": 4096, "ports": "fair", "hosts": "a", "note": "by hand"}}
END
sonde model check doubted.json
expect_code 0
expect_err "parameters.T_m: 4 is none of its values, 1 to 3: how messages above S are transferred"
expect_err "provenance.eager_byte: no prediction goes by a fact of this name: did you mean eager_bytes?"
expect_equal "doubts" 2 "$(wc -l < "$err" | tr -d ' ')"
sonde model check doubted.json --quiet
expect_silence err

begin "fit: every size in JSON, a few as text"
sonde estimate plogp $synthetic --quiet --store f.db -o fitted.json
sonde fit plogp --json --store f.db
expect_code 0
expect_equal "gaps" "$(json fitted.json "parameters/g/bytes/#")" "$(grep -c '"parameter": "g"' "$out")"
sonde fit plogp --store f.db
expect_code 0
[ "$(grep -c '^g ' "$out")" -lt "$(json fitted.json "parameters/g/bytes/#")" ] || fail "as text, all sizes are shown"

begin "a result that cannot be printed is a failure"
if [ -c /dev/full ]; then
	for arguments in --help info "info --json" "info --csv" "fit --help" "predict model.json p2p -s 0" "model check model.json" \
		"model show model.json" "model convert model.json --to loggp"; do
		code=0
		line="sonde $arguments > /dev/full"
		"$SONDE" $arguments > /dev/full 2> "$err" || code=$?
		expect_code 1
		expect_err "sonde: "
	done
else
	skip_case "there is no /dev/full"
fi

finish
