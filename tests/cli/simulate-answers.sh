# Why a traced program takes that long, and what if: tests/sh/trace.c has the trace.
. "$SONDE_SOURCE/tests/sh/lib.sh"
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace || exit 1
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 4, "parameters": {"L": 2e-6, "o_s": 1e-6, "o_r": 1e-6, "g": 1e-6, "G": 1e-9}}\n' > loggp.json
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 4, "parameters": {"L": 3e-6, "o_s": 1e-6, "o_r": 1e-6, "g": 1e-6, "G": 1e-9}}\n' > slower.json

seconds() # options
{
	sonde simulate ring.trace "$@" --json
	json "$out" summary/seconds
}

begin "what processes waited for stands below the table, and in one of its own, whose parts add up"
sonde simulate ring.trace -m loggp.json
expect_code 0
expect_out "cause 1"
sonde simulate ring.trace -m loggp.json --causes --json
expect_code 0
waiting=$(json "$out" summary/waiting)
sum=$(i=0; while [ $i -lt "$(json "$out" rows/#)" ]; do json "$out" "rows/$i/seconds"; i=$((i + 1)); done | awk '{ s += $1 } END { printf "%.12g", s }')
expect_near "sum of the causes" "$waiting" "$sum" 1e-9

begin "regions are predicted beside what was recorded, and the factors of efficiency multiply to it"
sonde simulate ring.trace -m loggp.json --regions --json
expect_code 0
expect_json rows/0/region exchange
expect_json rows/0/times 10
sonde simulate ring.trace -m loggp.json --efficiency --json
expect_code 0
product=$(for f in load_balance serialisation transfer; do json "$out" "summary/efficiency/$f"; done | awk 'BEGIN { p = 1 } { p *= $1 } END { printf "%.12g", p }')
expect_near "parallel efficiency" "$(json "$out" summary/efficiency/parallel)" "$product" 1e-9

begin "a derivative is the difference of two simulations"
sonde simulate ring.trace -m loggp.json --sensitivity --json
expect_code 0
expect_json rows/0/parameter L
expect_json summary/simulations 1
slope=$(json "$out" rows/0/derivative)
low=$(seconds -m loggp.json)
high=$(seconds -m loggp.json --set L=2.000001us)
expect_near "dT/dL" "$(awk -v l="$low" -v h="$high" 'BEGIN { printf "%.6g", (h - l) / 1e-12 }')" "$slope" 0.01
sonde simulate ring.trace -m loggp.json --tolerance --json
expect_code 0
expect_near "1 % slower" "$(awk -v l="$low" 'BEGIN { printf "%.9g", 1.01 * l }')" "$(seconds -m loggp.json --set L="$(json "$out" rows/0/slower_1)s")" 1e-9

begin "a curve has its corners, and is drawn"
sonde simulate ring.trace -m loggp.json --curve L=1us:4us --plot curve.svg --json
expect_code 0
[ -s curve.svg ] || fail "no plot"
sonde simulate ring.trace -m loggp.json --curve L=1us:4us --plot -
expect_refusal 2 "--plot -: a figure goes into a file"
sonde simulate ring.trace -m loggp.json --curve X=1us:4us
expect_code 2
expect_err "write a parameter of the model and two values"
sonde simulate ring.trace -m loggp.json --plot curve.svg
expect_code 2
expect_err "goes with --curve"
sonde simulate ring.trace -m loggp.json --fair --sensitivity
expect_code 1
expect_err "shared fairly"

begin "computation is scaled by a table, and rows that nothing belongs to are said"
printf '0 2 exchange\n1-3 0.5\n0 7 nowhere\n9 2\n' > scales
sonde simulate ring.trace -m loggp.json --compute-scale scales --json
expect_code 0
expect_json summary/compute_scale scales
expect_err 'line 3 plays no part: no computation is in the region "nowhere" of these processes'
expect_err "line 4 plays no part: no computation is in these processes"
grep -q "line [12]" "$err" && fail "rows that play a part are said not to"
[ "$(json "$out" summary/seconds)" != "$(seconds -m loggp.json)" ] || fail "nothing was scaled"
echo "0 1 solve" > unused
expect_equal "a table of what is not there" "$(seconds -m loggp.json)" "$(seconds -m loggp.json --compute-scale unused)"
echo "0-1 fast" > wrong
sonde simulate ring.trace -m loggp.json --compute-scale wrong
expect_refusal 1 "--compute-scale wrong: line 1: PROCESSES FACTOR [REGION] is expected"
for scale in -1 fast inf; do
	sonde simulate ring.trace -m loggp.json "--compute-scale=$scale"
	expect_refusal 2 "--compute-scale $scale: neither a number, 0 or more nor a file that can be read"
done

begin "models stand beside each other"
sonde compare ring.trace -m loggp.json,slower.json --json
expect_code 0
expect_json rows/# 2
expect_near "under the first" "$low" "$(json "$out" rows/0/seconds)" 1e-12
expect_json rows/1/file slower.json
sonde compare ring.trace
expect_code 2
expect_err "which their files are"
for options in "--set L=2x" "--compute-scale 3" "--set L=0.5x --compute-scale 0" "--compute-scale scales" "--intra slower.json --placement block:1" "--intra slower.json"; do
	sonde simulate ring.trace -m loggp.json $options --json
	expect_code 0
	one=$(json "$out" summary/seconds)
	inter=$(json "$out" summary/inter 2> /dev/null || true)
	sonde compare ring.trace -m loggp.json $options --json
	expect_code 0
	expect_near "as simulate says, $options" "$one" "$(json "$out" rows/0/seconds)" 1e-12
	expect_equal "of models" "$inter" "$(json "$out" summary/inter 2> /dev/null || true)"
done
sonde compare loggp.json --set L=2x
expect_refusal 2 "--set goes with a trace: sonde compare DIR"
sonde compare loggp.json --wildcards simulated
expect_refusal 2 "--wildcards goes with a trace: sonde compare DIR"
sonde compare ring.trace -m loggp.json --inter slower.json
expect_refusal 2 "--inter: the models of -m are those between nodes"

begin "the critical path of a trace is told by place, and lasts as long as the program"
sonde simulate ring.trace -m loggp.json --critical-path --json
expect_code 0
path=0
row=0
while [ $row -lt "$(json "$out" rows/#)" ]; do
	path=$(echo "$path $(json "$out" rows/$row/seconds)" | awk '{ printf "%.17g", $1 + $2 }')
	row=$((row + 1))
done
[ $row -gt 3 ] || fail "the path has $row rows"
expect_near "the path" "$low" "$path" 1e-12
expect_near "the program" "$low" "$(json "$out" summary/seconds)" 1e-15
sonde simulate ring.trace -m loggp.json --critical-path
expect_out " in MPI_"
expect_out "between MPI_"
sonde simulate ring.trace -m loggp.json --critical-path --breakdown --json
expect_near "process 0" "$low" "$(json "$out" "summary/process 0/seconds")" 1
sonde simulate ring.trace -m loggp.json --critical-path --causes
expect_refusal 2 "--critical-path is a table of its own"

begin "that a trace is damaged is said, of one model and of several"
cp -r ring.trace damaged.trace
truncate -s -40 damaged.trace/2.times
sonde simulate damaged.trace -m loggp.json --json
expect_code 0
expect_err "the trace is not complete: process 2: the trace is damaged"
sonde compare damaged.trace -m loggp.json,slower.json --json
expect_code 0
expect_json rows/# 2
expect_err "the trace is not complete: process 2: the trace is damaged"
finish
